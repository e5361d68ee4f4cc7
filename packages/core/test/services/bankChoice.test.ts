import { assert, describe } from "@effect/vitest"
import { BankPayments } from "@quittance/core"
import { BankRail } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { sandboxBanks } from "../../src/reference/sandbox/SandboxBank.ts"
import { anotherProcess, Seen, test, testIn } from "./Deployment.ts"
import {
  cancelFiat,
  chooseBank,
  drain,
  issueFiat,
  paymentsOf,
  racingStore,
  receiveFiat,
  shop
} from "./fiatInvoices.ts"

const issued = Effect.flatMap(shop(), (partnerId) => issueFiat(partnerId))

describe("a customer chooses a bank", () => {
  test("of those that the rail offers", function* () {
    const order = yield* issued
    const payments = yield* BankPayments
    assert.deepStrictEqual(yield* payments.banks("USD"), sandboxBanks)
    const failure = yield* Effect.flip(chooseBank(order, "nobody"))
    assert(failure._tag === "InvalidInput")
    assert.deepInclude(failure.issues[0], { field: "bank", code: "invalid_value" })
    assert.include(failure.issues[0]?.message, "sandbox, steppe")
  })

  test("and again the same one: it is the payment that is open, asked of the rail once", function* () {
    const order = yield* issued
    const first = yield* chooseBank(order)
    yield* drain
    assert.deepStrictEqual(yield* chooseBank(order), first)
    yield* drain
    assert.lengthOf((yield* Seen).railCalls, 1)
    assert.lengthOf(yield* paymentsOf(order.partnerId, order.id), 1)
  })

  test("at most ten times for one invoice; an open payment is still answered", function* () {
    const order = yield* issued
    const open = yield* chooseBank(order, "sandbox")
    for (let count = 1; count < 10; count++) {
      yield* chooseBank(order, "declining")
      yield* drain
    }
    for (const bank of ["declining", "steppe"]) {
      const failure = yield* Effect.flip(chooseBank(order, bank))
      assert(failure._tag === "InvalidInput")
      assert.deepInclude(failure.issues[0], { field: "bank", code: "out_of_range" })
    }
    assert.deepStrictEqual(yield* chooseBank(order, "sandbox"), open)
    assert.lengthOf(yield* paymentsOf(order.partnerId, order.id), 10)
  })

  const shared = { store: racingStore }
  testIn(shared)("25 times at once, in two processes: it is one payment all the same", function* () {
    const order = yield* issued
    const other = yield* anotherProcess(shared)
    const choices = Array.from({ length: 25 }, (_, index) =>
      index % 2 === 0 ? chooseBank(order) : Effect.provideContext(chooseBank(order), other)
    )
    const begun = yield* Effect.all(choices, { concurrency: "unbounded" })
    assert.strictEqual(new Set(begun.map(({ id }) => id)).size, 1)
    assert.lengthOf(yield* paymentsOf(order.partnerId, order.id), 1)
  })

  const manyBanks = Array.from({ length: 30 }, (_, index) => ({ id: `bank ${index}`, name: `Bank ${index}` }))
  const rail = Layer.succeed(BankRail, {
    banks: () => Effect.succeed(manyBanks),
    start: () => Effect.never,
    lookup: () => Effect.never
  })
  testIn({ store: racingStore, rail })("of many at once: no more than ten payments are begun", function* () {
    const order = yield* issued
    const choices = manyBanks.map(({ id }) => Effect.exit(chooseBank(order, id)))
    const exits = yield* Effect.all(choices, { concurrency: "unbounded" })
    assert.strictEqual(exits.filter(({ _tag }) => _tag === "Success").length, 10)
    assert.lengthOf(yield* paymentsOf(order.partnerId, order.id), 10)
  })

  test("only while the invoice is pending, to the millisecond", function* () {
    const cancelled = yield* issued
    yield* cancelFiat(cancelled)
    const paid = yield* issued
    yield* receiveFiat(paid, "operation")
    const expired = yield* issued
    yield* TestClock.setTime(expired.expiresAt - 1)
    yield* chooseBank(expired)
    yield* TestClock.setTime(expired.expiresAt)
    for (const [order, status] of [
      [cancelled, "cancelled"],
      [paid, "paid"],
      [expired, "expired"]
    ] as const) {
      const failure = yield* Effect.flip(chooseBank(order))
      assert.deepInclude(failure, { _tag: "InvalidState", status })
    }
  })

  test("only for an invoice of that partner", function* () {
    const order = yield* issued
    const stranger = yield* shop("another shop")
    assert.strictEqual((yield* Effect.flip(chooseBank({ ...order, partnerId: stranger })))._tag, "NotFound")
    assert.deepStrictEqual(yield* paymentsOf(stranger, order.id), [])
  })
})
