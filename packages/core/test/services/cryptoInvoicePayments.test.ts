import { assert, describe } from "@effect/vitest"
import { CryptoInvoices, Deposits, Partners, Payouts } from "@quittance/core"
import {
  type CryptoInvoiceOrder,
  cryptoInvoice,
  exceptionOf,
  SandboxChain,
  StateReader
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  anotherProcess,
  balanceOfPartner,
  fundedPartner,
  payoutOf,
  Seen,
  test,
  testIn,
  usdt
} from "./Deployment.ts"
import { storeOf } from "./fiatInvoices.ts"
import { issue, refresh, send, transfersOf } from "./invoices.ts"

/** What the invoice says of itself, and what the partner received. */
const standing = Effect.fnUntraced(function* (order: CryptoInvoiceOrder) {
  const invoices = yield* CryptoInvoices
  const invoice = yield* invoices.get(order.partnerId, order.id)
  const { receivedMinor } = yield* balanceOfPartner(order.partnerId)
  return [invoice._tag, exceptionOf(invoice), receivedMinor]
})

const issued = Effect.fnUntraced(function* (amount: number) {
  return yield* issue(yield* fundedPartner(0), amount)
})

/** A store that counts how often a crypto invoice is read from it. */
const read = { count: 0 }
const countingReads = storeOf(StateReader, (inner) => ({
  get: (concept, partnerId, id) =>
    Effect.suspend(() => {
      if (concept.name === cryptoInvoice.name) read.count += 1
      return inner.get(concept, partnerId, id)
    })
}))

describe("money for an invoice", () => {
  testIn({ store: countingReads })(
    "that was credited is not decided on again, however many transfers it was",
    function* () {
      const order = yield* issued(100)
      for (let count = 0; count < 20; count++) yield* send(order, 1)
      yield* refresh(order)
      const before = yield* standing(order)
      read.count = 0
      yield* refresh(order)
      assert.strictEqual(read.count, 1)
      assert.deepStrictEqual(yield* standing(order), before)
      assert.deepStrictEqual(before, ["confirming", "none", 19_800_000n])
    }
  )

  test("two half payments: confirming after the first, paid after the second, fee on the whole", function* () {
    const order = yield* issued(10)
    yield* send(order, 5)
    yield* refresh(order)
    assert.deepStrictEqual(yield* standing(order), ["confirming", "none", 4_950_000n])
    yield* send(order, 5)
    yield* refresh(order)
    assert.deepStrictEqual(yield* standing(order), ["paid", "none", 9_900_000n])
  })

  test("is credited when it is final, and not one block before", function* () {
    const order = yield* issued(10)
    yield* send(order, 10, { confirmations: 0 })
    yield* refresh(order)
    assert.deepStrictEqual(yield* standing(order), ["confirming", "none", 0n])
    const chain = yield* SandboxChain
    yield* chain.addBlocks("tron", 19)
    yield* refresh(order)
    assert.deepStrictEqual(yield* standing(order), ["confirming", "none", 0n])
    yield* chain.addBlocks("tron", 1)
    yield* refresh(order)
    assert.deepStrictEqual(yield* standing(order), ["paid", "none", 9_900_000n])
  })

  test("too much is credited whole, and said so", function* () {
    const order = yield* issued(10)
    yield* send(order, 25)
    yield* refresh(order)
    assert.deepStrictEqual(yield* standing(order), ["paid", "overpaid", 24_750_000n])
  })

  test("more of it after the invoice was paid is credited as well", function* () {
    const order = yield* issued(10)
    yield* send(order, 10)
    yield* refresh(order)
    yield* TestClock.adjust("3 days")
    yield* send(order, 1)
    yield* refresh(order)
    assert.deepStrictEqual(yield* standing(order), ["paid", "late", 10_890_000n])
  })

  test("late money that reaches the amount pays an expired invoice", function* () {
    const order = yield* issued(10)
    yield* TestClock.adjust("2 days")
    yield* send(order, 4)
    yield* refresh(order)
    assert.deepStrictEqual(yield* standing(order), ["expired", "late", 3_960_000n])
    yield* send(order, 6)
    yield* refresh(order)
    assert.deepStrictEqual(yield* standing(order), ["paid", "late", 9_900_000n])
  })

  test("the same transfer is credited once, however often and by however many it is told", function* () {
    const order = yield* issued(10)
    yield* send(order, 10, { txHash: "tx" })
    const other = yield* anotherProcess()
    yield* Effect.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? refresh(order) : Effect.provideContext(refresh(order), other)
      ),
      { concurrency: "unbounded" }
    )
    yield* send(order, 10, { txHash: "tx" })
    yield* refresh(order)
    assert.deepStrictEqual(yield* standing(order), ["paid", "none", 9_900_000n])
  })

  test("two transfers of one transaction are two", function* () {
    const order = yield* issued(10)
    yield* send(order, 5, { txHash: "tx", logIndex: 0 })
    yield* send(order, 5, { txHash: "tx", logIndex: 3 })
    yield* refresh(order)
    assert.deepStrictEqual(yield* standing(order), ["paid", "none", 9_900_000n])
  })

  test("a transfer of nothing is none: it neither holds nor records anything", function* () {
    const order = yield* issued(10)
    yield* send(order, 0)
    yield* refresh(order)
    assert.isEmpty(yield* transfersOf(order))
    assert.deepStrictEqual(yield* standing(order), ["pending", "none", 0n])
  })

  test("the payer bears the fee where the terms say so", function* () {
    const partnerId = yield* fundedPartner(0)
    const partners = yield* Partners
    yield* partners.setTerms("shop", { feePayer: "payer" })
    const order = yield* issue(partnerId, 10)
    assert.strictEqual(order.expectedMinor, 10_100_000n)
    yield* send(order, 10.1)
    yield* refresh(order)
    assert.deepStrictEqual(yield* standing(order), ["paid", "none", 10n * usdt])
  })

  test("an address that was never given out is NotFound", function* () {
    const deposits = yield* Deposits
    const { address } = payoutOf(1)
    const failure = yield* Effect.flip(deposits.refresh("tron", address))
    assert.strictEqual(failure._tag, "NotFound")
  })
})

describe("a reorganisation", () => {
  const drop = (txHash: string) => Effect.flatMap(SandboxChain, (chain) => chain.drop(txHash))

  test("before the credit takes the transfer back, and the invoice waits again", function* () {
    const order = yield* issued(10)
    yield* send(order, 10, { txHash: "tx", confirmations: 3 })
    yield* refresh(order)
    yield* drop("tx")
    yield* refresh(order)
    assert.deepStrictEqual(yield* standing(order), ["pending", "reorganised", 0n])
    yield* send(order, 10, { txHash: "tx", confirmations: 20 })
    yield* refresh(order)
    assert.deepStrictEqual(yield* standing(order), ["paid", "none", 9_900_000n])
  })

  test("after the credit is written off once, below zero if need be, with an alert", function* () {
    const order = yield* issued(10)
    yield* send(order, 10, { txHash: "tx" })
    yield* refresh(order)
    const payouts = yield* Payouts
    yield* payouts.create(order.partnerId, "k", payoutOf(7.9))
    yield* drop("tx")
    yield* refresh(order)
    yield* refresh(order)
    const invoices = yield* CryptoInvoices
    const invoice = yield* invoices.get(order.partnerId, order.id)
    assert.deepStrictEqual([invoice._tag, exceptionOf(invoice)], ["paid", "reorganised"])
    const { adjustmentsMinor, availableMinor } = yield* balanceOfPartner(order.partnerId)
    assert.deepStrictEqual([adjustmentsMinor, availableMinor], [-9_900_000n, -9_900_000n])
    assert.lengthOf((yield* Seen).errors, 1)
  })

  test("that is undone credits the transfer again", function* () {
    const order = yield* issued(10)
    yield* send(order, 10, { txHash: "tx" })
    yield* refresh(order)
    yield* drop("tx")
    yield* refresh(order)
    yield* send(order, 10, { txHash: "tx" })
    yield* refresh(order)
    const { availableMinor } = yield* balanceOfPartner(order.partnerId)
    assert.strictEqual(availableMinor, 9_900_000n)
  })
})
