import { PostgresStore } from "@quittance/adapters-postgres"
import { Effect, Layer } from "effect"
import { testServer } from "@quittance/testing/postgres"

/** A store in a database of its own on the server of the tests. Built again, it is the next process on the same database. */
export const newStore = () => {
  let database: Promise<string> | undefined
  return Layer.unwrap(
    Effect.map(
      Effect.promise(() => {
        database ??= testServer().then((server) => server.newDatabase())
        return database
      }),
      (url) => PostgresStore.layer({ url, mode: "sandbox" })
    )
  )
}
