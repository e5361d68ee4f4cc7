import { assert } from "@effect/vitest"
import type { BankPaymentRequest, BankReceipt } from "@quittance/core"
import { type BankPaymentId, BankRail, type FiatCurrency } from "@quittance/core/adapter"
import { Effect, type Layer } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"

/** The laws of `BankRail`. A payment id has at most one payment, a lookup sees it, and its receipt never changes. */

/** A payment as the bank keeps it, whatever the rail says: what the customer must pay, and what was taken. */
export interface KeptPayment
  extends Pick<BankPaymentRequest, "paymentId" | "bank" | "amountMinor" | "currency"> {
  /** The bank's name of taking the money; none while nothing was taken. */
  readonly operationId: string | undefined
}

/** What the checks need of the rail. Every request has a payment id that was never used. */
export interface BankRailHarness<R> {
  /** The currencies that the rail serves. */
  readonly currencies: ReadonlyArray<FiatCurrency>
  /** A request that the customer can pay. */
  readonly payable: Effect.Effect<BankPaymentRequest, unknown, R>
  /** A request that is declined when it is started. */
  readonly declinable: Effect.Effect<BankPaymentRequest, unknown, R>
  /** A request that the customer can pay although the answer to its start is lost. */
  readonly unanswered: Effect.Effect<BankPaymentRequest, unknown, R>
  /** The customer pays what the bank asks for under that id. */
  readonly pay: (request: BankPaymentRequest) => Effect.Effect<void, unknown, R>
  /**
   * Every payment that the bank keeps, including those that nobody asked for. The bank says so, not the adapter under
   * test.
   */
  readonly payments: Effect.Effect<ReadonlyArray<KeptPayment>, unknown, R>
}

export const bankRailChecks = <R>(harness: BankRailHarness<R>) => {
  const { currencies, declinable, pay, payable, payments, unanswered } = harness

  const paymentsOf = (paymentId: BankPaymentId) =>
    Effect.map(payments, (all) => all.filter((each) => each.paymentId === paymentId))

  /** The bank keeps exactly one payment under the id, with this amount and currency. Returns how it was taken. */
  const isKept = Effect.fnUntraced(function* ({
    amountMinor,
    bank,
    currency,
    paymentId
  }: BankPaymentRequest) {
    const kept = yield* paymentsOf(paymentId)
    assert.deepStrictEqual(
      kept.map((each) => [each.bank, each.amountMinor, each.currency]),
      [[bank, amountMinor, currency]],
      "one id, one payment, as it was asked for"
    )
    return kept[0]?.operationId
  })

  const isNotTaken = Effect.fnUntraced(function* (paymentId: BankPaymentId) {
    const taken = (yield* paymentsOf(paymentId)).filter(({ operationId }) => operationId !== undefined)
    assert.deepStrictEqual(taken, [])
  })

  const isAwaiting = Effect.fnUntraced(function* ({ paymentId }: BankPaymentRequest) {
    const rail = yield* BankRail
    assert.strictEqual((yield* rail.lookup(paymentId))._tag, "Awaiting")
  })

  const receiptOf = Effect.fnUntraced(function* ({ paymentId }: BankPaymentRequest) {
    const rail = yield* BankRail
    const found = yield* rail.lookup(paymentId)
    return found._tag === "Confirmed"
      ? found.receipt
      : assert.fail(`${paymentId} is ${found._tag}, and it was paid`)
  })

  const started = Effect.fnUntraced(function* (wanted: Effect.Effect<BankPaymentRequest, unknown, R>) {
    const request = yield* wanted
    const rail = yield* BankRail
    const answer = yield* rail.start(request)
    assert.strictEqual(answer._tag, "Awaiting")
    return request
  })

  const paid = Effect.gen(function* () {
    const request = yield* started(payable)
    yield* pay(request)
    return { request, receipt: yield* receiptOf(request) }
  })

  /** The receipt matches what was asked for and what the bank took. */
  const isFor = Effect.fnUntraced(function* (receipt: BankReceipt, request: BankPaymentRequest) {
    const { amountMinor, currency } = request
    assert.deepStrictEqual([receipt.amountMinor, receipt.currency], [amountMinor, currency])
    assert.isNotEmpty(receipt.operationId)
    assert.isNotEmpty(receipt.payerBank)
    assert.isTrue(Number.isSafeInteger(receipt.bankTime), "an instant in whole milliseconds")
    assert.strictEqual(receipt.operationId, yield* isKept(request), "the operation that took the money")
  })

  return {
    "a currency that is served has banks, each with a name and an id of its own": Effect.gen(function* () {
      const rail = yield* BankRail
      assert.isNotEmpty(currencies)
      for (const currency of currencies) {
        const banks = yield* rail.banks(currency)
        assert.isNotEmpty(banks, currency)
        assert.strictEqual(new Set(banks.map(({ id }) => id)).size, banks.length)
        for (const { id, name } of banks) assert.isTrue(id !== "" && name.trim() !== "", `"${id}" "${name}"`)
        assert.deepStrictEqual(yield* rail.banks(currency), banks, "in one order")
      }
    }),

    "what was never started is not found": Effect.gen(function* () {
      const { paymentId } = yield* payable
      const rail = yield* BankRail
      assert.strictEqual((yield* rail.lookup(paymentId))._tag, "NotFound")
      assert.deepStrictEqual(yield* paymentsOf(paymentId), [])
    }),

    "what was started is found, stays found, and is what the customer is asked for": Effect.gen(function* () {
      const request = yield* started(payable)
      for (let lookup = 0; lookup < 3; lookup++) yield* isAwaiting(request)
      assert.isUndefined(yield* isKept(request))
    }),

    "what is asked for is started, each as a payment of its own, and nothing else": Effect.gen(function* () {
      const before = new Set((yield* payments).map(({ paymentId }) => paymentId))
      const requests = [yield* started(payable), yield* started(payable), yield* started(payable)]
      for (const request of requests) {
        yield* pay(request)
        yield* isFor(yield* receiptOf(request), request)
      }
      const begun = (yield* payments).filter(({ paymentId }) => !before.has(paymentId))
      assert.deepStrictEqual(
        begun.map(({ paymentId }) => paymentId).sort(),
        requests.map(({ paymentId }) => paymentId).sort()
      )
    }),

    "a repeated start begins nothing more": Effect.gen(function* () {
      const before = yield* payments
      const request = yield* started(payable)
      const rail = yield* BankRail
      for (let repeat = 0; repeat < 5; repeat++) {
        assert.include(["Duplicate", "Awaiting"], (yield* rail.start(request))._tag)
      }
      yield* isAwaiting(request)
      yield* isKept(request)
      assert.lengthOf(yield* payments, before.length + 1)
    }),

    "concurrent starts begin one payment": Effect.gen(function* () {
      const before = yield* payments
      const request = yield* payable
      const rail = yield* BankRail
      const starts = Array.from({ length: 10 }, () => Effect.exit(rail.start(request)))
      yield* Effect.all(starts, { concurrency: "unbounded" })
      yield* isAwaiting(request)
      yield* isKept(request)
      assert.lengthOf(yield* payments, before.length + 1)
    }),

    "payments with the same content are apart": Effect.gen(function* () {
      const [one, two] = [yield* payable, yield* payable]
      const rail = yield* BankRail
      const same = { ...one, paymentId: two.paymentId }
      yield* rail.start(one)
      yield* rail.start(same)
      yield* pay(one)
      yield* isFor(yield* receiptOf(one), one)
      yield* isAwaiting(same)
      assert.isUndefined(yield* isKept(same))
    }),

    "any description can be sent": Effect.gen(function* () {
      for (const description of [
        "",
        `"quotes" 'and' <b>tags</b> & ; --`,
        "👩‍👩‍👧‍👦 Қазақша \u202eright to left\nsecond line",
        "x".repeat(500)
      ]) {
        yield* isAwaiting(yield* started(Effect.map(payable, (request) => ({ ...request, description }))))
      }
    }),

    "what the customer paid is confirmed, in full": Effect.gen(function* () {
      const { receipt, request } = yield* paid
      yield* isFor(receipt, request)
    }),

    "a receipt never changes, whoever asks and starts again": Effect.gen(function* () {
      const { receipt, request } = yield* paid
      const rail = yield* BankRail
      for (let repeat = 0; repeat < 3; repeat++) {
        const answer = yield* rail.start(request)
        assert.include(["Duplicate", "Confirmed"], answer._tag)
        if (answer._tag === "Confirmed") assert.deepStrictEqual(answer.receipt, receipt)
        yield* Effect.exit(pay(request))
        assert.deepStrictEqual(yield* receiptOf(request), receipt)
      }
      yield* isFor(receipt, request)
    }),

    "an operation belongs to one payment": Effect.gen(function* () {
      const operations: Array<string> = []
      for (let payment = 0; payment < 5; payment++) operations.push((yield* paid).receipt.operationId)
      assert.strictEqual(new Set(operations).size, operations.length)
    }),

    "what was declined stays declined, also when it is started again": Effect.gen(function* () {
      const request = yield* declinable
      const rail = yield* BankRail
      const isDeclined = Effect.fnUntraced(function* () {
        assert.include(["Declined", "NotFound"], (yield* rail.lookup(request.paymentId))._tag)
      })
      assert.strictEqual((yield* rail.start(request))._tag, "Declined")
      yield* isDeclined()
      assert.include(["Declined", "Duplicate"], (yield* rail.start(request))._tag)
      yield* isDeclined()
      yield* Effect.exit(pay(request))
      yield* isNotTaken(request.paymentId)
    }),

    "a start whose answer was lost is found, is not repeated by starting again, and can be paid": Effect.gen(
      function* () {
        const request = yield* unanswered
        const rail = yield* BankRail
        const failure = yield* Effect.flip(rail.start(request))
        assert.strictEqual(failure._tag, "BankRailUnavailable")
        yield* isAwaiting(request)
        yield* Effect.exit(rail.start(request))
        yield* isAwaiting(request)
        assert.isUndefined(yield* isKept(request))
        yield* pay(request)
        yield* isFor(yield* receiptOf(request), request)
      }
    )
  } satisfies Checks<BankRail | R>
}

/** Proves a `BankRail` against the laws of its port. */
export const bankRailSuite = <R>(
  name: string,
  layer: Layer.Layer<BankRail | R, unknown>,
  harness: BankRailHarness<R>
): void => suiteOf<BankRail | R>("bank rail", bankRailChecks(harness))(name, layer)
