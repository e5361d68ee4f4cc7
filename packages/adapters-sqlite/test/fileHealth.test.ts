import { closeSync, openSync, statSync, writeSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { Guard, payout as payouts, StateReader, Store, StoreHealth } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Logger } from "effect"
import { vi } from "vitest"
import { schemaVersion } from "../src/schema/steps.ts"
import { funding, partnerId, reserving } from "./payoutSamples.ts"

const folder = temporaryFolder()

/** Garbage over every page but the first, where nobody's log or memory hides it. */
const damage = (filename: string): void => {
  const other = new Database(filename)
  other.pragma("wal_checkpoint(TRUNCATE)")
  const descriptor = openSync(filename, "r+")
  const pageBytes = 4096
  const { size } = statSync(filename)
  for (let start = pageBytes; start < size; start += pageBytes) {
    writeSync(descriptor, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, start)
  }
  closeSync(descriptor)
  // Touches the first page only, so that others forget what they had read.
  other.pragma(`user_version = ${schemaVersion}`)
  other.close()
}

const logged: Array<string> = []
const log = Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])

describe("a file that is damaged while it is served", () => {
  it.effect("is written to no more, is told in health and once in the log, and answers nothing wrong", () => {
    const filename = join(folder, "damaged.db")
    return Effect.gen(function* () {
      const store = yield* Store
      const states = yield* StateReader
      const health = yield* StoreHealth
      yield* store.commit(funding("fund", 1_000_000_000n))
      for (let index = 0; index < 50; index++) yield* store.commit(reserving(`payout-${index}`))
      assert.deepStrictEqual(yield* health, { _tag: "sound" })
      logged.length = 0
      damage(filename)
      const read = yield* Effect.flip(states.get(payouts, partnerId, "payout-7"))
      assert.strictEqual(read._tag, "StoreUnavailable")
      assert.deepInclude(yield* health, { _tag: "damaged" })
      const size = statSync(`${filename}-wal`).size
      for (const name of ["later", "later still"]) {
        const refusal = yield* Effect.flip(store.commit(reserving(name)))
        assert.deepInclude(refusal, { _tag: "StoreUnavailable", outcome: "notWritten" })
        yield* Effect.flip(states.get(payouts, partnerId, name))
      }
      assert.strictEqual(statSync(`${filename}-wal`).size, size)
      assert.lengthOf(logged, 1)
      assert.match(
        logged[0] ?? "",
        /^This process no longer writes to .*: the store's file is damaged \(SQLITE_CORRUPT/
      )
    }).pipe(Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" })), Effect.provide(log))
  })

  it.effect("shows when it is written to first, and no commit after it is tried", () => {
    const filename = join(folder, "written.db")
    return Effect.gen(function* () {
      const store = yield* Store
      const health = yield* StoreHealth
      yield* store.commit(funding("fund", 1_000_000_000n))
      damage(filename)
      const failures = yield* Effect.all(
        ["a", "b", "c"].map((name) => Effect.flip(store.commit(reserving(name)))),
        { concurrency: "unbounded" }
      )
      for (const failure of failures) {
        assert.deepInclude(failure, { _tag: "StoreUnavailable", outcome: "notWritten" })
      }
      assert.deepInclude(yield* health, { _tag: "damaged" })
    }).pipe(Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" })), Effect.provide(log))
  })
})

describe("a store without room", () => {
  it.effect("is told in health until a write that needs room succeeds, and once in the log", () => {
    const filename = join(folder, "full.db")
    const timers = vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    return Effect.gen(function* () {
      const guard = yield* Guard
      const store = yield* Store
      const health = yield* StoreHealth
      yield* store.commit(funding("fund", 1_000_000_000n))
      logged.length = 0
      const failures = yield* Effect.all(
        Array.from({ length: 400 }, (_, index) => Effect.exit(store.commit(reserving(`payout-${index}`)))),
        { concurrency: "unbounded" }
      )
      assert.isTrue(failures.some(({ _tag }) => _tag === "Failure"))
      assert.deepInclude(yield* health, { _tag: "full" })
      const settled = Effect.andThen(
        Effect.sync(() => timers.advanceTimersByTime(1_000)),
        // Behind the probe in the queue.
        Effect.exit(guard.forgetThrough(0))
      )
      yield* settled
      assert.deepInclude(yield* health, { _tag: "full" })
      const other = new Database(filename)
      other.exec(
        "PRAGMA foreign_keys = OFF; DELETE FROM postings; DELETE FROM jobs; DELETE FROM claims; DELETE FROM payouts"
      )
      other.close()
      yield* settled
      assert.deepStrictEqual(yield* health, { _tag: "sound" })
      assert.lengthOf(logged, 2)
      assert.match(logged[0] ?? "", /^Nothing can be written to .*: there is no room for the store/)
      assert.match(logged[1] ?? "", /^There is room for .* again\.$/)
    }).pipe(
      Effect.provide(SqliteStore.layer({ filename, mode: "sandbox", maxFileBytes: 800 * 1_024 })),
      Effect.provide(log),
      Effect.ensuring(Effect.sync(() => timers.useRealTimers()))
    )
  })
})
