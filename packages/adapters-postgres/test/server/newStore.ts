import { PostgresStore } from "@quittance/adapters-postgres"
import { testServer } from "@quittance/testing/postgres"
import { Effect, Layer } from "effect"

/** An empty database on the server of the tests; returns its URL. */
export const newDatabase = async (): Promise<string> => (await testServer()).newDatabase()

/** A store in a database of its own. Built again, it is the next process on the same database. */
export const newStore = (makesDatabase = newDatabase) => {
  let database: Promise<string> | undefined
  return Layer.unwrap(
    Effect.map(
      Effect.promise(() => {
        database ??= makesDatabase()
        return database
      }),
      (url) => PostgresStore.layer({ url, mode: "sandbox" })
    )
  )
}
