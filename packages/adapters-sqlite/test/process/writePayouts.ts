/**
 * A process that creates payouts, 16 at a time, and prints the name of each as soon as its commit was answered.
 *
 *     node --conditions=source writePayouts.ts FILE PREFIX COUNT [live]
 */
import { SqliteStore } from "@quittance/adapters-sqlite"
import { Store } from "@quittance/core/adapter"
import { Effect } from "effect"
import { reserving } from "../payoutSamples.ts"

const [, , filename = "", prefix = "", count = "0", mode] = process.argv
const total = Number(count)
let next = 0

const caller = Effect.gen(function* () {
  const store = yield* Store
  while (next < total) {
    const name = `${prefix}-${next++}`
    yield* store.commit(reserving(name))
    process.stdout.write(`${name}\n`)
  }
})

await Effect.runPromise(
  Effect.all(
    Array.from({ length: 16 }, () => caller),
    { concurrency: "unbounded", discard: true }
  ).pipe(Effect.provide(SqliteStore.layer({ filename, mode: mode === "live" ? "live" : "sandbox" })))
)
