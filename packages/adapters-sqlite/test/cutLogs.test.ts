import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { payout as payouts, StateReader, Store, StoreHold } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import { Effect, Option } from "effect"
import { funding, partnerId } from "./payoutSamples.ts"
import { Child } from "./process/Child.ts"

const folder = temporaryFolder()
const open = (filename: string) => SqliteStore.layer({ filename, mode: "live" })

/** A store whose writer was killed after it had answered hundreds of payouts. */
const killedStore = Effect.fnUntraced(function* (name: string) {
  const filename = join(folder, `${name}.db`)
  yield* Effect.flatMap(Store, (store) => store.commit(funding("fund", 1_000_000_000_000n))).pipe(
    Effect.provide(open(filename))
  )
  const child = new Child("writePayouts.ts", filename, "payout", "1000000", "live")
  child.killAfter(300)
  const { lines } = yield* Effect.promise(() => child.end())
  return { filename, wal: `${filename}-wal`, answered: lines }
})

const found = (filename: string, answered: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const states = yield* StateReader
    const missing = yield* Effect.filter(answered, (id) =>
      Effect.map(states.get(payouts, partnerId, id), Option.isNone)
    )
    const hold = yield* (yield* StoreHold).current
    return { missing: missing.length, reason: Option.getOrUndefined(hold)?.reason }
  }).pipe(Effect.provide(open(filename)))

describe("a store that was killed, and whose log", () => {
  it.effect("nobody touched: every answered payout is there, and no hold", () =>
    Effect.gen(function* () {
      const { answered, filename } = yield* killedStore("whole")
      assert.deepStrictEqual(yield* found(filename, answered), { missing: 0, reason: undefined })
    })
  )

  for (const [harm, apply] of [
    ["was cut", (wal: string) => truncateSync(wal, readFileSync(wal).length >> 1)],
    [
      "had a bit flipped",
      (wal: string) => {
        const bytes = readFileSync(wal)
        const middle = bytes.length >> 1
        bytes[middle] = (bytes[middle] ?? 0) ^ 1
        writeFileSync(wal, bytes)
      }
    ],
    ["was deleted", (wal: string) => rmSync(wal)]
  ] as const) {
    it.effect(`${harm}: answered payouts are missing, and the store says so by a hold`, () =>
      Effect.gen(function* () {
        const { answered, filename, wal } = yield* killedStore(harm.replaceAll(" ", "-"))
        apply(wal)
        const { missing, reason } = yield* found(filename, answered)
        assert.isAbove(missing, 0)
        assert.match(reason ?? "", /older than its anchor: .* events are missing/)
      })
    )
  }
})
