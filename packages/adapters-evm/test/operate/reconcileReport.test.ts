import { assert, describe } from "@effect/vitest"
import { ChainJournal, type ChainWallet, ChainWallets } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import type { ReconcileOptions } from "../../src/ChainOperators.ts"
import type { ComparedNetwork } from "../../src/operate/ComparedNetwork.ts"
import { reconcile } from "../../src/operate/reconcile.ts"
import { fakeToken } from "../watch/FakeChain.ts"
import { addressOf, contracts, type FakeMoves, moving, name, outside, wallet } from "./FakeMoves.ts"
import { addPayout, addTransaction, deed, orderOf } from "./FakePayouts.ts"
import { known } from "./Journalled.ts"

const [one, two] = [addressOf(1), addressOf(2)]

const reconciled = Effect.fnUntraced(function* (
  fake: FakeMoves,
  options?: ReconcileOptions,
  on: Partial<ComparedNetwork> = {}
) {
  yield* TestClock.setTime(36_000_000)
  return yield* reconcile({ ...fake.network, ...on }, contracts, options)
})

/** The wallet paid somebody, and the journal does not know it. */
const theft = (fake: FakeMoves, block = 5, to: string = outside): string => {
  fake.readTo(90)
  known(fake)
  fake.move(1, outside, wallet, 1_000n)
  return fake.move(block, wallet, to, 7n)
}

const understood = { reason: "it was us", by: "me" }

describe("what an operator acknowledges", () => {
  moving("is no difference from then on, and listed with whether it is still there", (fake) =>
    Effect.gen(function* () {
      const hash = theft(fake)
      const other = fake.move(6, wallet, two, 8n)
      const before = yield* reconciled(fake)
      assert.lengthOf(before.differences, 2)
      assert.deepStrictEqual([before.acknowledged, before.acceptedCount], [[], 0])
      const subject = hash.toUpperCase().replace("0X", "0x")
      const report = yield* reconciled(fake, { acknowledge: { ...understood, subject } })
      assert.lengthOf(report.differences, 1)
      assert.include(report.differences[0], other)
      const [difference = ""] = before.differences
      const kept = { ...understood, subject, difference, at: 36_000_000 }
      assert.deepStrictEqual(report.acknowledged, [{ ...kept, isThere: true }])
      assert.deepStrictEqual((yield* reconciled(fake)).acknowledged, report.acknowledged)
      fake.moves.splice(1, 1)
      assert.deepStrictEqual((yield* reconciled(fake)).acknowledged, [{ ...kept, isThere: false }])
    })
  )

  moving("may be named by an address, as a whole word and in whatever case", (fake) =>
    Effect.gen(function* () {
      const to = `0x${"ab".repeat(20)}`
      theft(fake, 5, to)
      for (const subject of [to.slice(0, -1), "ab".repeat(20), "0xAC", "ZZ"]) {
        const failure = yield* Effect.flip(reconciled(fake, { acknowledge: { ...understood, subject } }))
        assert.strictEqual(
          failure.reason,
          `no difference of ethereum names ${subject}: quittance chain reconcile --network ethereum lists them`
        )
      }
      const subject = to.toUpperCase().replace("0X", "0x")
      const { differences } = yield* reconciled(fake, { acknowledge: { ...understood, subject } })
      assert.deepStrictEqual(differences, [])
    })
  )

  moving("keeps the case of an address that is not hexadecimal", (fake) =>
    Effect.gen(function* () {
      fake.readTo(90)
      const open = ["wallet TQzAbc waits"]
      const forgottenBy = (each: ChainWallet) => Effect.succeed({ wallet: each, deeds: [], open })
      known(fake)
      const acknowledged = (subject: string) =>
        reconciled(fake, { acknowledge: { ...understood, subject } }, { forgottenBy })
      assert.include((yield* Effect.flip(acknowledged("TQZABC"))).reason, "no difference")
      assert.deepStrictEqual((yield* acknowledged("TQzAbc")).differences, [])
    })
  )

  moving("accepts deposits that too few nodes have shown", (fake) =>
    Effect.gen(function* () {
      fake.readTo(90)
      fake.own(one)
      const waits = { waitsSince: Option.some(1), shownBy: Option.some([]), askedFor: Option.some(2) }
      const hash = fake.deposit(5, one, 5n, waits)
      fake.deposit(6, two, 5n, waits)
      const report = yield* reconciled(fake, { acknowledge: { ...understood, subject: hash } })
      assert.strictEqual(report.acceptedCount, 1)
      const [kept] = [...fake.state.aggregates.ChainTransfer.values()].map(({ state }) => state)
      assert.deepStrictEqual(kept?.accepted, Option.some("me: it was us"))
    })
  )
})

describe("a comparison by an operator", () => {
  moving("begins with the block that is asked for, or with the first", (fake) =>
    Effect.gen(function* () {
      fake.readTo(90)
      for (const block of [0, 1, 20, 21]) fake.deposit(block, one, 5n)
      assert.strictEqual((yield* reconciled(fake, { fromBlock: 21 })).transfersChecked, 1)
      assert.strictEqual((yield* reconciled(fake, { fromBlock: 20 })).transfersChecked, 2)
      assert.strictEqual((yield* reconciled(fake, { fromBlock: 2 })).transfersChecked, 2)
      const all = yield* reconciled(fake)
      assert.deepStrictEqual(
        (yield* reconciled(fake, { fromBlock: 0 })).transfersChecked,
        all.transfersChecked
      )
      assert.deepInclude(all, { network: name, head: 100, finalBlock: 90, readTo: 90, remainder: "0" })
    })
  )

  moving("tells what deposits brought beyond the sixth decimal", (fake) =>
    Effect.gen(function* () {
      fake.readTo(90)
      fake.own(one)
      fake.deposit(5, one, 1_250n, { amountMinor: 1n })
      const token = { address: fakeToken, decimals: 9 }
      assert.strictEqual((yield* reconciled(fake, {}, { token })).remainder, "0.00000025")
    })
  )

  moving("compares what left wallets up to the newest block", (fake) =>
    Effect.gen(function* () {
      const hash = theft(fake, 100)
      assert.include((yield* reconciled(fake)).differences.join(), hash)
    })
  )

  moving("tells what the store does not know once, and nothing of it after an import", (fake) =>
    Effect.gen(function* () {
      const hash = theft(fake, 10, one)
      const payout = orderOf(1, { recipient: one, amountMinor: 7n })
      const done = deed(0, payout)
      const forgotten = { ...done, outcome: { ...done.outcome, hash } }
      const unknown = fake.move(11, wallet, two, 9n)
      const open = [`nobody knows what transaction ${unknown} was`]
      addTransaction(fake, payout, "queued")
      const forgottenBy = (each: ChainWallet) => Effect.succeed({ wallet: each, deeds: [forgotten], open })
      const { differences, readBack } = yield* reconciled(fake, {}, { forgottenBy })
      assert.deepStrictEqual(differences, [
        ...open,
        `transaction ${hash} in slot 0 of wallet ${wallet}, block 10, did 0: this store does not know it, and it fits payout payout-1`
      ])
      assert.deepStrictEqual(
        readBack.map(({ payoutId }) => payoutId),
        ["payout-1"]
      )
      const wallets = yield* ChainWallets
      const tag = Effect.map(wallets.transaction(name, payout.id), (found) => Option.getOrThrow(found)._tag)
      assert.strictEqual(yield* tag, "queued")
      const imported = yield* reconciled(fake, { isImport: true }, { forgottenBy })
      assert.notInclude(imported.differences.join(), "this store does not know it")
      assert.lengthOf(imported.readBack, 1)
      assert.strictEqual(yield* tag, "assumed")
    })
  )

  moving("tells of payouts that nothing has paid, and of what the ledger lacks", (fake) =>
    Effect.gen(function* () {
      yield* (yield* ChainJournal).begin(name)
      fake.readTo(90)
      addPayout(fake, orderOf(1), "confirmed")
      addPayout(fake, orderOf(2), "confirmed")
      addTransaction(fake, orderOf(2), "completed", { hash: "", costWei: "0" })
      const { differences } = yield* reconciled(fake)
      const unpaid = "payout payout-1 is COMPLETED, and no transaction of ethereum has paid it"
      assert.deepStrictEqual(
        differences.filter((each) => each.includes("has paid it")),
        [unpaid]
      )
      assert.match(differences.join("; "), /payout payout-1 \(confirmed\) at \w+ stands for/)
    })
  )

  moving("tells of payments without a payout", (fake) =>
    Effect.gen(function* () {
      fake.readTo(90)
      addTransaction(fake, orderOf(1, { id: "a", payoutId: "" }), "unclaimed", { hash: "" })
      const { differences } = yield* reconciled(fake)
      assert.include(differences.join(), "and no known payout of this store asked for it")
    })
  )
})
