import { PostgresStore, workerGrants } from "@quittance/adapters-postgres"
import { storeSuite } from "@quittance/testing"
import { Effect, Layer } from "effect"
import { storeFor } from "./server/roles.ts"

storeSuite(
  "PostgreSQL, as a worker",
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => storeFor("worker", workerGrants)),
      ({ urlOfRole }) => PostgresStore.layer({ url: urlOfRole, mode: "sandbox" })
    )
  )
)
