import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import {
  AuditReader,
  LedgerReader,
  payout,
  payoutJobs,
  payout as payouts,
  StateReader,
  Store,
  WorkQueue
} from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Fiber, Option, Stream } from "effect"
import { funding, partnerId, reserving, start } from "./payoutSamples.ts"
import { Child } from "./process/Child.ts"

const folder = temporaryFolder()
const fundedMinor = 1_000_000_000_000n
const priceMinor = 1_000_000n

const open = (filename: string) => SqliteStore.layer({ filename, mode: "sandbox" })

const fund = (filename: string) =>
  Effect.flatMap(Store, (store) => store.commit(funding("fund", fundedMinor))).pipe(
    Effect.provide(open(filename))
  )

/** The payouts that are there; proves that the balance, the journal and SQLite agree with them. */
const payoutNames = (filename: string) =>
  Effect.gen(function* () {
    const snapshot = yield* (yield* AuditReader).snapshot
    assert.deepStrictEqual(snapshot.storageFaults, [])
    const payouts = yield* Stream.runCollect(snapshot.states(payout))
    const entries = yield* Stream.runCollect(snapshot.entries)
    const balances = yield* (yield* LedgerReader).balances(partnerId, "USDT")
    assert.strictEqual(balances.payoutPending, BigInt(payouts.length) * priceMinor)
    assert.strictEqual(balances.available, fundedMinor - balances.payoutPending)
    assert.lengthOf(entries, payouts.length + 1)
    return new Set(payouts.map(({ order }) => order.id))
  }).pipe(Effect.scoped, Effect.provide(open(filename)))

describe("a process that is killed", () => {
  it.effect("leaves every answered commit behind, and no commit in part", () =>
    Effect.gen(function* () {
      const filename = join(folder, "killed.db")
      yield* fund(filename)
      for (const [round, lineCount] of [1, 300, 1_000, 3_000].entries()) {
        const child = new Child("writePayouts.ts", filename, `round-${round}`, "1000000")
        child.killAfter(lineCount)
        const { code, lines } = yield* Effect.promise(() => child.end())
        assert.isNull(code, "killed")
        const there = yield* payoutNames(filename)
        assert.deepStrictEqual(
          lines.filter((name) => !there.has(name)),
          []
        )
      }
    })
  )
})

describe("several processes on one file", () => {
  it.effect("lose no write of each other", () =>
    Effect.gen(function* () {
      const filename = join(folder, "shared.db")
      yield* fund(filename)
      const children = ["a", "b", "c"].map((prefix) => new Child("writePayouts.ts", filename, prefix, "300"))
      const ends = yield* Effect.promise(() => Promise.all(children.map((child) => child.end())))
      assert.deepStrictEqual(
        ends.map(({ code, lines }) => [code, lines.length]),
        [
          [0, 300],
          [0, 300],
          [0, 300]
        ]
      )
      assert.strictEqual((yield* payoutNames(filename)).size, 900)
    })
  )

  it.effect("make a new store once when they start at the same time", () =>
    Effect.gen(function* () {
      const filename = join(folder, "new", "folder", "store.db")
      const children = Array.from({ length: 4 }, () => new Child("openStore.ts", filename))
      const ends = yield* Effect.promise(() => Promise.all(children.map((child) => child.end())))
      assert.deepStrictEqual(
        ends.flatMap(({ lines }) => lines),
        ["opened", "opened", "opened", "opened"]
      )
    })
  )

  it.live("wake each other's workers", () =>
    Effect.gen(function* () {
      const filename = join(folder, "woken.db")
      yield* fund(filename)
      yield* Effect.gen(function* () {
        const queue = yield* WorkQueue
        const seen = yield* queue.changes
        const woken = yield* Effect.forkChild(queue.awaitChange(seen), { startImmediately: true })
        yield* Effect.flatMap(Store, (store) => store.commit(reserving("elsewhere"))).pipe(
          Effect.provide(open(filename), { local: true })
        )
        yield* Fiber.join(woken)
        const claimed = yield* queue.claim({
          kind: payoutJobs.dispatch,
          owner: "worker",
          now: start,
          leaseUntil: start + 1,
          limit: 10
        })
        assert.deepStrictEqual(
          claimed.map(({ subjectId }) => subjectId),
          ["elsewhere"]
        )
      }).pipe(Effect.provide(open(filename)))
    })
  )

  it.effect("read on while another one holds the write lock", () =>
    Effect.gen(function* () {
      const filename = join(folder, "locked.db")
      yield* fund(filename)
      yield* Effect.gen(function* () {
        const other = new Database(filename)
        other.exec("BEGIN IMMEDIATE; UPDATE accounts SET balance_minor = 0")
        const states = yield* StateReader
        assert.isTrue(Option.isNone(yield* states.get(payouts, partnerId, "none")))
        const balances = yield* (yield* LedgerReader).balances(partnerId, "USDT")
        assert.strictEqual(balances.available, fundedMinor)
        other.exec("ROLLBACK")
        other.close()
      }).pipe(Effect.provide(open(filename)))
    })
  )
})
