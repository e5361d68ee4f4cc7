import { PostgresStore } from "@quittance/adapters-postgres"
import { Effect, Layer } from "effect"
import { testServer } from "./PostgresServer.ts"

/** A store in a database of its own on the server of the tests. */
export const newStore = Layer.unwrap(
  Effect.map(
    Effect.promise(async () => (await testServer()).newDatabase()),
    (url) => PostgresStore.layer({ url, mode: "sandbox" })
  )
)
