import { PostgresStore, workerGrants } from "@quittance/adapters-postgres"
import { storeSuite, TriedPart } from "@quittance/testing"
import { Effect, Layer } from "effect"
import { storeFor } from "./server/roles.ts"

// What the store answers, `storePorts.test.ts` asks with all values; here it is whether this role may ask.
storeSuite(
  "PostgreSQL, as a worker",
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => storeFor("worker", workerGrants)),
      ({ urlOfRole }) => PostgresStore.layer({ url: urlOfRole, mode: "sandbox" })
    )
  ).pipe(Layer.provideMerge(Layer.succeed(TriedPart, 0.1)))
)
