import { assert, describe, it } from "@effect/vitest"
import { type BankPaymentRequest, BankPayments, Invoices } from "@quittance/core"
import { type BankPaymentStatus, BankRail } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { deployed, start } from "./Deployment.ts"
import { booksAreRight, drain, shop } from "./fiatInvoices.ts"

/** A rail outside of every store, at which customers pay at once what is started. */
class Outside {
  readonly started: Array<BankPaymentRequest> = []

  get layer() {
    const statusOf = ({ amountMinor, currency, paymentId }: BankPaymentRequest): BankPaymentStatus => ({
      _tag: "Confirmed",
      receipt: {
        operationId: `operation of ${paymentId}`,
        amountMinor,
        currency,
        payerBank: "Aqbank",
        bankTime: start
      }
    })
    const named = (paymentId: string) => this.started.find((each) => each.paymentId === paymentId)
    return Layer.succeed(BankRail, {
      banks: () => Effect.succeed([{ id: "aq", name: "Aqbank" }]),
      start: (request) =>
        Effect.sync(() => {
          if (named(request.paymentId) !== undefined) return { _tag: "Duplicate" as const }
          this.started.push(request)
          return statusOf(request)
        }),
      lookup: (paymentId) =>
        Effect.sync(() => {
          const known = named(paymentId)
          return known === undefined ? { _tag: "NotFound" as const } : statusOf(known)
        })
    })
  }
}

const amount = 12.5

/** A customer pays an invoice of the shop through a bank, on a store that begins empty. */
const paid = Effect.fnUntraced(function* (key: string | undefined, life: "first" | "second") {
  // Another life makes other ids: nothing but what was asked for is the same.
  if (life === "second") yield* shop("somebody else")
  const partnerId = yield* shop()
  const invoices = yield* Invoices
  const { value } = yield* invoices.create(partnerId, key, { amount, currency: "EUR", description: "Tea" })
  const payments = yield* BankPayments
  yield* payments.begin(partnerId, value.order.id, "aq")
  yield* drain
  yield* TestClock.adjust("1 minute")
  yield* drain
  yield* booksAreRight
  return {
    invoice: yield* invoices.get(partnerId, value.order.id),
    payments: yield* payments.ofInvoice(partnerId, value.order.id)
  }
})

describe("a bank payment of an invoice that is issued again on a store that lost it", () => {
  it.effect("is the one that the rail has where the caller gave a key: the customer pays once", () =>
    Effect.gen(function* () {
      const outside = new Outside()
      const first = yield* deployed({ rail: outside.layer })(paid("order-1", "first"))
      const second = yield* deployed({ rail: outside.layer })(paid("order-1", "second"))
      assert.notStrictEqual(second.invoice.order.id, first.invoice.order.id)
      assert.strictEqual(second.payments[0]?.order.id, first.payments[0]?.order.id)
      assert.deepStrictEqual([first.invoice._tag, second.invoice._tag], ["paid", "paid"])
      assert.lengthOf(outside.started, 1)
    })
  )

  it.effect("is another one where the caller gave no key: nobody can tell that it was asked for before", () =>
    Effect.gen(function* () {
      const outside = new Outside()
      yield* deployed({ rail: outside.layer })(paid(undefined, "first"))
      yield* deployed({ rail: outside.layer })(paid(undefined, "second"))
      assert.lengthOf(outside.started, 2)
    })
  )
})
