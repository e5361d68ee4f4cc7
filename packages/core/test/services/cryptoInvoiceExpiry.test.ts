import { assert, describe } from "@effect/vitest"
import { CryptoInvoices } from "@quittance/core"
import { type CryptoInvoiceOrder, exceptionOf, millisPerHour } from "@quittance/core/adapter"
import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { fundedPartner, start, test, testIn } from "./Deployment.ts"
import { storeThatFills } from "./fiatInvoices.ts"
import { issue, refresh, send, transfersOf } from "./invoices.ts"

const issued = Effect.flatMap(fundedPartner(0), (partnerId) => issue(partnerId, 10))

const read = ({ id, partnerId }: CryptoInvoiceOrder) =>
  Effect.flatMap(CryptoInvoices, (invoices) => invoices.get(partnerId, id))

describe("the expiry of an invoice holds at the instant", () => {
  test("every read shows it, whether or not a sweeper ran", function* () {
    const order = yield* issued
    const invoices = yield* CryptoInvoices
    const all = Effect.map(
      Effect.all([
        invoices.get(order.partnerId, order.id),
        invoices.getByExternalId(order.partnerId, order.externalId),
        invoices.getByToken(order.token)
      ]),
      (found) => found.map(({ _tag }) => _tag)
    )
    yield* TestClock.setTime(order.expiresAt - 1)
    assert.deepStrictEqual(yield* all, ["pending", "pending", "pending"])
    yield* TestClock.setTime(order.expiresAt)
    assert.deepStrictEqual(yield* all, ["expired", "expired", "expired"])
  })

  for (const [when, after, exception] of [
    ["1 ms before the expiry is in time", -1, "none"],
    ["at the expiry is late", 0, "late"],
    ["1 ms after the expiry is late", 1, "late"]
  ] as const) {
    test(`money ${when}, and pays`, function* () {
      const order = yield* issued
      yield* TestClock.setTime(order.expiresAt + after)
      yield* send(order, 10)
      yield* TestClock.adjust("10 minutes")
      const invoice = yield* refresh(order)
      assert.deepStrictEqual([invoice._tag, exceptionOf(invoice)], ["paid", exception])
    })
  }

  test("some money and not enough is underpaid from then on", function* () {
    const order = yield* issued
    yield* send(order, 9.999999)
    yield* refresh(order)
    yield* TestClock.setTime(order.expiresAt - 1)
    assert.strictEqual((yield* read(order))._tag, "confirming")
    yield* TestClock.setTime(order.expiresAt)
    assert.strictEqual((yield* read(order))._tag, "underpaid")
  })

  test("enough money on its way keeps the invoice confirming", function* () {
    const order = yield* issued
    yield* send(order, 10, { confirmations: 1 })
    yield* refresh(order)
    yield* TestClock.setTime(order.expiresAt + millisPerHour)
    assert.strictEqual((yield* read(order))._tag, "confirming")
  })
})

describe("cancelling an invoice", () => {
  const cancel = ({ id, partnerId }: CryptoInvoiceOrder) =>
    Effect.flatMap(CryptoInvoices, (invoices) => invoices.cancel(partnerId, id))

  test("is possible while no money was seen, and not after", function* () {
    const order = yield* issued
    assert.strictEqual((yield* cancel(order))._tag, "cancelled")
    const other = yield* issued
    yield* send(other, 1, { confirmations: 0 })
    yield* refresh(other)
    assert.strictEqual((yield* Effect.flip(cancel(other)))._tag, "InvalidState")
    const third = yield* issued
    yield* TestClock.setTime(third.expiresAt)
    assert.strictEqual((yield* Effect.flip(cancel(third)))._tag, "InvalidState")
  })

  test("races a payment: one of them wins, and the money is credited either way", function* () {
    for (const cancelFirst of [true, false]) {
      const order = yield* issued
      yield* send(order, 10)
      const [first, second] = yield* Effect.all(
        cancelFirst
          ? [Effect.exit(cancel(order)), Effect.exit(refresh(order))]
          : [Effect.exit(refresh(order)), Effect.exit(cancel(order))],
        { concurrency: "unbounded" }
      )
      const invoice = yield* read(order)
      const isCancelled = (cancelFirst ? first : second)._tag === "Success"
      assert.strictEqual(invoice._tag, isCancelled ? "cancelled" : "paid")
      assert.strictEqual((yield* transfersOf(order))[0]?._tag, "credited")
      if (isCancelled) assert.strictEqual(exceptionOf(invoice), "late")
    }
  })
})

describe("the address of an invoice", () => {
  const { full, store } = storeThatFills()

  testIn({ store })("is never given out twice, also not when issuing the invoice failed", function* () {
    const partnerId = yield* fundedPartner(0)
    const seen = new Set<string>()
    const invoices = yield* CryptoInvoices
    const next = (externalId: string) =>
      Effect.exit(invoices.create(partnerId, { amount: 10, network: "tron", externalId }))
    for (let index = 0; index < 40; index++) {
      full.now = index % 3 === 0
      const exit = yield* next(`order ${index}`)
      assert.strictEqual(Exit.isSuccess(exit), !full.now)
      if (Exit.isSuccess(exit)) seen.add(exit.value.value.order.address)
    }
    assert.strictEqual(seen.size, 26)
  })

  test("is one for 25 creations with one external id at once", function* () {
    const partnerId = yield* fundedPartner(0)
    const orders = yield* Effect.all(
      Array.from({ length: 25 }, () => issue(partnerId, 10, { externalId: "order" })),
      { concurrency: "unbounded" }
    )
    for (const order of orders) assert.deepStrictEqual(order, orders[0])
    const failure = yield* Effect.flip(issue(partnerId, 11, { externalId: "order" }))
    assert.strictEqual(failure._tag, "IdempotencyConflict")
  })

  test("a repeat answers the invoice as it was issued, whatever became of it", function* () {
    const partnerId = yield* fundedPartner(0)
    const invoices = yield* CryptoInvoices
    const request = { amount: 10, network: "tron", externalId: "order" }
    const first = yield* invoices.create(partnerId, request)
    yield* send(first.value.order, 10)
    yield* refresh(first.value.order)
    yield* TestClock.setTime(start + 48 * millisPerHour)
    assert.deepStrictEqual(yield* invoices.create(partnerId, request), { ...first, replayed: true })
  })
})
