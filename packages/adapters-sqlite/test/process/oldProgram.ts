/**
 * A process of the program of today. It opens a store and writes payouts, one after the other, and prints the name of
 * each one that is written. When one is refused, it prints the condition of the store and ends.
 *
 *     node --conditions=source oldProgram.ts FILE
 */
import { SqliteStore } from "@quittance/adapters-sqlite"
import { Store, StoreHealth } from "@quittance/core/adapter"
import { Effect, Logger } from "effect"
import { funding, reserving } from "../payoutSamples.ts"

const [, , filename = ""] = process.argv

const writing = Effect.gen(function* () {
  const { commit } = yield* Store
  yield* commit(funding("old-fund", 10n ** 15n))
  for (let each = 0; ; each++) {
    yield* commit(reserving(`old-${each}`))
    process.stdout.write(`old-${each}\n`)
  }
}).pipe(
  Effect.catchTag("StoreUnavailable", () =>
    Effect.flatMap(
      Effect.flatMap(StoreHealth, (condition) => condition),
      ({ _tag }) => Effect.sync(() => process.stdout.write(`${_tag}\n`))
    )
  )
)

await Effect.runPromise(
  writing.pipe(
    Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" })),
    Effect.provide(Logger.layer([]))
  )
)
