import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import {
  ClaimReader,
  LedgerReader,
  payoutClaims,
  payout as payouts,
  StateReader,
  Store
} from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import { Effect, Exit, Option } from "effect"
import { funding, partnerId, reserving } from "./payoutSamples.ts"

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
      const states = yield* StateReader
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
      for (const name of names) assert.isTrue(Option.isSome(yield* states.get(payouts, partnerId, name)))
      for (const name of ["other", "rich"]) {
        assert.isTrue(Option.isNone(yield* states.get(payouts, partnerId, name)))
      }
      assert.strictEqual(yield* available, usdt(1_000 - 62))
    }).pipe(Effect.provide(SqliteStore.layer({ filename: newFile(), mode: "sandbox" })))
  )

  it.effect("one that is refused for its row, its limit or its second key leaves its first key free", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const claims = yield* ClaimReader
      yield* store.commit(funding("fund", usdt(10)))
      yield* store.commit(reserving("taken"))
      const both = reserving("both", "key of both")
      const second = reserving("other", "taken").claims
      const refusals = yield* Effect.all(
        [
          reserving("taken", "key of a known row"),
          reserving("rich", "key of a rich one", usdt(1_000_000)),
          { ...both, claims: [...both.claims, ...second] }
        ].map((commit) => Effect.flip(store.commit(commit))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        refusals.map(({ _tag }) => _tag),
        ["VersionConflict", "LimitExceeded", "ClaimTaken"]
      )
      for (const key of ["key of a known row", "key of a rich one", "key of both"])
        assert.isTrue(Option.isNone(yield* claims.find(payoutClaims.create, partnerId, key)), key)
      assert.isTrue(Option.isSome(yield* claims.find(payoutClaims.create, partnerId, "taken")))
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
      const states = yield* StateReader
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
      for (const name of landed) assert.isTrue(Option.isSome(yield* states.get(payouts, partnerId, name)))
      assert.strictEqual(yield* available, usdt(1_000_000 - landed.length))
    }).pipe(
      Effect.provide(SqliteStore.layer({ filename: newFile(), mode: "sandbox", maxFileBytes: 640 * 1024 }))
    )
  )
})
