import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { AuditReader, LedgerReader, PayoutReader, Store } from "@quittance/core"
import Database from "better-sqlite3"
import { Effect, Exit, Option, Stream } from "effect"
import { funding, partnerId, reserving } from "./payoutSamples.ts"
import { temporaryFolder } from "./TemporaryFolder.ts"

const folder = temporaryFolder()
let fileCount = 0
const newFile = (): string => {
  fileCount += 1
  return join(folder, `store-${fileCount}.db`)
}

const usdt = (units: number): bigint => BigInt(units) * 1_000_000n

const available = Effect.gen(function* () {
  const ledger = yield* LedgerReader
  return (yield* ledger.balances(partnerId, "USDT")).available
})

describe("commits of one group", () => {
  it.effect("refused ones of every kind leave the others of the group whole", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const payouts = yield* PayoutReader
      yield* store.commit(funding("fund", usdt(1_000)))
      yield* store.commit(reserving("taken"))
      const names = Array.from({ length: 61 }, (_, index) => `payout-${index}`)
      const [key, version, limit, ...good] = yield* Effect.all(
        [
          reserving("other", "taken"),
          { ...reserving("taken", "another key") },
          reserving("rich", "rich", usdt(1_000_000)),
          ...names.map((name) => reserving(name))
        ].map((commit) => Effect.exit(store.commit(commit))),
        { concurrency: "unbounded" }
      )
      const tags = [key, version, limit].map((exit) =>
        exit !== undefined && Exit.isFailure(exit)
          ? Option.getOrUndefined(Exit.findErrorOption(exit))?._tag
          : "landed"
      )
      assert.deepStrictEqual(tags, ["ClaimTaken", "VersionConflict", "LimitExceeded"])
      assert.isTrue(good.every(Exit.isSuccess))
      for (const name of names) assert.isTrue(Option.isSome(yield* payouts.byId(partnerId, name)))
      for (const name of ["other", "rich"]) {
        assert.isTrue(Option.isNone(yield* payouts.byId(partnerId, name)))
      }
      assert.strictEqual(yield* available, usdt(1_000 - 62))
    }).pipe(Effect.provide(SqliteStore.layer({ filename: newFile(), mode: "sandbox" })))
  )

  it.effect("two of one group with one key: the first lands, the second is told the owner", () =>
    Effect.gen(function* () {
      const store = yield* Store
      yield* store.commit(funding("fund", usdt(10)))
      const exits = yield* Effect.all(
        [reserving("first", "key"), reserving("second", "key")].map((commit) =>
          Effect.exit(store.commit(commit))
        ),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, false])
      const refusal = exits[1]
      assert.isTrue(refusal !== undefined && Exit.isFailure(refusal))
      assert.strictEqual(yield* available, usdt(9))
    }).pipe(Effect.provide(SqliteStore.layer({ filename: newFile(), mode: "sandbox" })))
  )
})

describe("a full disk", () => {
  it.effect("refuses what does not fit, keeps what landed, and serves reads", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const payouts = yield* PayoutReader
      yield* store.commit(funding("fund", usdt(1_000_000)))
      const landed: Array<string> = []
      let refused = 0
      for (let round = 0; refused === 0 && round < 200; round++) {
        const names = Array.from({ length: 16 }, (_, index) => `payout-${round}-${index}`)
        const exits = yield* Effect.all(
          names.map((name) => Effect.exit(store.commit(reserving(name)))),
          { concurrency: "unbounded" }
        )
        exits.forEach((exit, index) => {
          if (Exit.isSuccess(exit)) {
            landed.push(names[index] ?? "")
            return
          }
          refused += 1
          const error = Option.getOrUndefined(Exit.findErrorOption(exit))
          assert.deepInclude(error, { _tag: "StoreUnavailable", outcome: "notWritten" })
        })
      }
      assert.isAbove(refused, 0)
      for (const name of landed) assert.isTrue(Option.isSome(yield* payouts.byId(partnerId, name)))
      assert.strictEqual(yield* available, usdt(1_000_000 - landed.length))
    }).pipe(
      Effect.provide(SqliteStore.layer({ filename: newFile(), mode: "sandbox", maxFileBytes: 400 * 1024 }))
    )
  )
})

describe("the audit of a tampered file", () => {
  it.effect("shows amounts and names as they are, and names what SQLite finds broken", () => {
    const filename = newFile()
    return Effect.gen(function* () {
      yield* Effect.flatMap(Store, (store) => store.commit(funding("fund", usdt(10)))).pipe(
        Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" }))
      )
      const raw = new Database(filename)
      raw.pragma("foreign_keys = OFF")
      raw.pragma("ignore_check_constraints = ON")
      raw.exec(`UPDATE accounts SET balance_minor = 7 WHERE name = 'available';
        INSERT INTO accounts VALUES ('${partnerId}', 'USDT', 'pocket', 3);
        INSERT INTO postings VALUES (99, 0, 'available', 'available', -5);
        INSERT INTO payouts (partner_id, id, version, state, status, currency, network, address, amount_minor, fee_minor,
          idempotency_key, attempts, created_at, updated_at)
          VALUES ('${partnerId}', 'odd', 1, 'stolen', 'PENDING', 'ZZZ', 'n', 'a', -1, 0, 'k', 0, 0, 0)`)
      raw.close()
      yield* Effect.gen(function* () {
        const audit = yield* AuditReader
        const snapshot = yield* audit.snapshot
        const [kept] = yield* Stream.runCollect(snapshot.balances)
        assert.strictEqual(kept?.accounts.available, 7n)
        assert.propertyVal(kept?.accounts, "pocket", 3n)
        const [payout] = yield* Stream.runCollect(snapshot.payouts)
        assert.strictEqual<string | undefined>(payout?._tag, "stolen")
        assert.strictEqual(payout?.order.amountMinor, -1n)
        assert.lengthOf(yield* Stream.runCollect(snapshot.entries), 1)
        const faults = snapshot.storageFaults.join("\n")
        assert.match(faults, /CHECK constraint failed in payouts/)
        assert.match(faults, /payout_counts says 0 PENDING payouts of prt_sample on day 0, there are 1/)
        assert.match(faults, /postings has no parent in journal_entries/)
      }).pipe(Effect.scoped, Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" })))
    })
  })

  it.effect("sees one instant while others keep writing", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const audit = yield* AuditReader
      yield* store.commit(funding("before", usdt(10)))
      const snapshot = yield* audit.snapshot
      yield* store.commit(funding("after", usdt(10)))
      assert.lengthOf(yield* Stream.runCollect(snapshot.entries), 1)
      const [kept] = yield* Stream.runCollect(snapshot.balances)
      assert.strictEqual(kept?.accounts.available, usdt(10))
      assert.deepStrictEqual(snapshot.storageFaults, [])
    }).pipe(Effect.scoped, Effect.provide(SqliteStore.layer({ filename: newFile(), mode: "sandbox" })))
  )
})
