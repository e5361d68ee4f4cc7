import { assert, describe } from "@effect/vitest"
import { type Actor, Balances, Operations, Payouts, Worker } from "@quittance/core"
import {
  actingAs,
  ChainJournal,
  ChainWallets,
  chainJobs,
  millisPerHour,
  WorkQueue
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { fundedPartner, payoutOf, start, test, tronAddress, usdt } from "./Deployment.ts"
import { peopled, ruled, writeRoster } from "./rosters.ts"

const preview = (partnerId: string, by: Actor, amount = 10, note?: string) =>
  Effect.flatMap(Operations, ({ payouts }) =>
    actingAs(by, payouts.preview(partnerId, payoutOf(amount, note)))
  )
const create = (partnerId: string, by: Actor = "user:ivo", amount = 10, note?: string) =>
  Effect.flatMap(Operations, ({ payouts }) =>
    actingAs(by, payouts.create(partnerId, `${by} ${amount} ${note}`, payoutOf(amount, note)))
  )
const drain = Effect.flatMap(Worker, (worker) => worker.drain)

describe("the preview of a payout", () => {
  test("says what it would cost and need, and writes nothing", function* () {
    const partnerId = yield* fundedPartner(100)
    yield* peopled(partnerId, ["anna", "ben", "ivo"])
    yield* ruled(partnerId, 10n * usdt, 2)
    const expiresAt = new Date(start + 72 * millisPerHour).toISOString()
    assert.deepStrictEqual(yield* preview(partnerId, "user:ivo", 10, "for Ben"), {
      ...{ amount: 10, fee: 2, total: 12, available: 100, currency: "USDT" },
      ...{ network: "tron", networkLabel: "Tron (TRC-20)", address: tronAddress, note: "for Ben" },
      ...{ known: "new", label: null },
      approval: { needed: 2, reasons: ["amount"], expiresAt, eligible: 2 }
    })
    const below = yield* preview(partnerId, "user:ivo", 9)
    assert.isNull(below.approval)
    assert.isNull(below.note)
    assert.strictEqual((yield* (yield* Balances).get(partnerId)).availableMinor, 100n * usdt)
  })

  test("knows an address that was paid, and one that the address book has and that holds", function* () {
    const partnerId = yield* fundedPartner(100)
    yield* create(partnerId, "user:ivo", 5, "sandbox:reject")
    yield* drain
    assert.strictEqual((yield* preview(partnerId, "user:ivo")).known, "new")
    yield* create(partnerId)
    yield* drain
    assert.strictEqual((yield* preview(partnerId, "user:ivo")).known, "paid")
    const entry = {
      network: "tron",
      address: tronAddress,
      label: "Treasury",
      by: "user:anna",
      addedAt: start
    }
    yield* writeRoster(partnerId, () => ({ addressBook: [{ ...entry, holdsFrom: start + 1 }] }))
    yield* TestClock.adjust(1_000)
    assert.deepInclude(yield* preview(partnerId, "user:ivo"), { known: "book", label: "Treasury" })
  })

  test("refuses what the creation would", function* () {
    const partnerId = yield* fundedPartner(11)
    const { payouts } = yield* Operations
    for (const wrong of [
      payoutOf(10),
      payoutOf(0.5),
      { ...payoutOf(5), address: "T" },
      { ...payoutOf(5), network: "trno" },
      { ...payoutOf(5), amount: "x" as never }
    ]) {
      const previewed = yield* Effect.flip(payouts.preview(partnerId, wrong))
      const created = yield* Effect.flip(payouts.create(partnerId, "k", wrong))
      assert.deepStrictEqual(previewed, created)
    }
  })
})

describe("payouts that wait", () => {
  test("stand for who asks: what is missing, who may, and whether theirs would count", function* () {
    const partnerId = yield* fundedPartner(100)
    yield* peopled(partnerId, ["anna", "ben", "cleo", "ivo"])
    yield* ruled(partnerId, 10n * usdt, 2)
    yield* create(partnerId, "user:ivo", 5)
    const { id } = yield* create(partnerId)
    const { payouts } = yield* Operations
    const standing = (user: string) => actingAs(`user:${user}`, payouts.standing(partnerId, id))
    const others = ["user:anna", "user:ben", "user:cleo"]
    assert.deepStrictEqual(yield* standing("ivo"), {
      ...{ missing: 2, say: "maker", isMaker: true, approvers: others }
    })
    yield* actingAs("user:anna", payouts.approve(partnerId, id))
    assert.deepInclude(yield* standing("anna"), { missing: 1, say: "given", isMaker: false })
    assert.deepInclude(yield* standing("ben"), { missing: 1, say: "open", approvers: others.slice(1) })
    assert.deepInclude(yield* standing("vic"), { say: "no_say" })
    yield* peopled(partnerId, ["ben", "ivo"])
    assert.deepInclude(yield* standing("anna"), { missing: 2, say: "no_say", approvers: ["user:ben"] })
    const { hasMore, items } = yield* actingAs("user:ben", payouts.awaiting(partnerId))
    assert.deepStrictEqual(
      [hasMore, items.map((each) => [each.id, each.standing.say])],
      [false, [[id, "open"]]]
    )
    yield* TestClock.adjust(72 * millisPerHour)
    assert.deepInclude(yield* standing("ben"), { say: "expired" })
    yield* drain
    assert.isNull(yield* standing("ben"))
    assert.deepStrictEqual((yield* payouts.awaiting(partnerId)).items, [])
  })

  test("are told a hundred at once, the oldest first, and that there are more", function* () {
    const partnerId = yield* fundedPartner(2_000)
    yield* peopled(partnerId, ["anna", "ivo"])
    yield* ruled(partnerId, 1n * usdt, 1)
    for (let at = 0; at <= 100; at++) {
      yield* create(partnerId, "user:ivo", (100 + at) / 100)
      yield* TestClock.adjust(1)
    }
    const { hasMore, items } = yield* (yield* Operations).payouts.awaiting(partnerId)
    assert.deepStrictEqual([hasMore, items.length, items[0]?.amount, items[99]?.amount], [true, 100, 1, 1.99])
  })
})

describe("what happened between a payout and its processing side", () => {
  test("is every call with its answer, under one reference, also those that the record does not keep", function* () {
    const partnerId = yield* fundedPartner(100)
    const { id } = yield* create(partnerId, "user:ivo", 10, "sandbox:no-answer")
    const { payouts } = yield* Operations
    for (let hour = 0; hour < 40; hour++) {
      yield* drain
      yield* TestClock.adjust(6 * millisPerHour)
    }
    const { calls, someOmitted, reference, transactions } = yield* payouts.processing(partnerId, id)
    const kept = yield* payouts.get(partnerId, id)
    const { order } = yield* (yield* Payouts).get(partnerId, id)
    assert.deepStrictEqual([reference, someOmitted, transactions], [order.reference, false, []])
    assert.isAbove(calls.length, kept.calls.length)
    assert.deepStrictEqual(calls.slice(0, 12), kept.calls.slice(0, 12))
    assert.deepStrictEqual(calls.slice(-12), kept.calls.slice(-12))
    assert.deepInclude(calls[0], { kind: "submit" })
    assert.isEmpty(calls.filter(({ answer, kind }) => kind !== "abandon" && answer === null))
  })

  test("is what a wallet of this deployment signed, and which of it became final", function* () {
    const partnerId = yield* fundedPartner(100)
    const { id } = yield* create(partnerId)
    const { order } = yield* (yield* Payouts).get(partnerId, id)
    const network = order.network
    const wallets = yield* ChainWallets
    const queue = yield* WorkQueue
    yield* (yield* ChainJournal).begin(network)
    yield* wallets.addWallet({ address: "0xw", partnerId: network, sealedKey: "sealed", nextNonce: 0 })
    const sending = {
      ...({ id: order.reference, partnerId: network, purpose: "payout", payoutId: id } as const),
      ...{ payoutPartnerId: partnerId, sendBefore: Option.none(), recipient: order.address },
      ...{ amountMinor: order.amountMinor, contract: "", data: "", createdAt: start }
    }
    yield* wallets.queue(sending)
    const { payouts } = yield* Operations
    const signed = Effect.map(payouts.processing(partnerId, id), ({ transactions }) => transactions)
    assert.deepStrictEqual(yield* signed, [])
    const now = yield* Clock.currentTimeMillis
    const lease = { kind: chainJobs.send, owner: "test", now, leaseUntil: now + 30_000, limit: 1 } as const
    const form = (hash: string, isCancel = false) => ({
      ...{ hash, bytes: "0x", isCancel, maxFeeWei: 1n, maxTipWei: 1n, at: start, expiresAt: 0 }
    })
    const at = new Date(start).toISOString()
    const open = { at, cancels: false, outcome: null, blockNumber: null }
    for (const job of yield* queue.claim(lease)) {
      const [sent] = yield* wallets.assign(network, "0xw", 1, job, (_, queued) =>
        Effect.succeed({ spent: [], taken: queued.map((each) => ({ order: each, form: form("0x01") })) })
      )
      if (sent === undefined) assert.fail("nothing was sent")
      const again = yield* wallets.apply(sent, { _tag: "SignAgain", form: form("0x02"), at: start }, job)
      assert.deepStrictEqual(yield* signed, [
        { txHash: "0x01", ...open },
        { txHash: "0x02", ...open }
      ])
      const outcome = { _tag: "completed", hash: "0x02", blockNumber: 7, costWei: 1n, reason: "" } as const
      yield* wallets.apply(again, { _tag: "Settle", outcome, at: start }, job)
    }
    assert.deepStrictEqual(yield* signed, [
      { txHash: "0x01", ...open },
      { txHash: "0x02", ...open, outcome: "completed", blockNumber: 7 }
    ])
  })
})
