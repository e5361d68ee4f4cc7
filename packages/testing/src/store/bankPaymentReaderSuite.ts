import { assert } from "@effect/vitest"
import { BankPaymentReader, Ids, type RecordedBankPayment, type StorePorts } from "@quittance/core"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { bankPaymentOrder, bankPaymentState } from "../generators/invoiceGenerators.ts"
import { type Checks, forAll, suiteOf } from "../Suite.ts"
import { newBankPayment, newInvoice, receiptOf, writingBankPayment } from "./InvoiceSamples.ts"
import { commit, newPartnerId, start } from "./StoreSamples.ts"

/** Bank payments are read as they were written, by invoice, and as what an operator has to return. */

/** Two states of one order, so that an update has every field to change. */
const twoStates = bankPaymentOrder("").chain((order) =>
  fc.tuple(bankPaymentState(order), bankPaymentState(order))
)

const write = (state: RecordedBankPayment, expectedVersion = 0) =>
  Effect.flatMap(writingBankPayment(state, expectedVersion), commit)

const unresolvedOf = Effect.fnUntraced(function* (partnerIds: ReadonlyArray<string>) {
  const payments = yield* BankPaymentReader
  const all = yield* payments.unresolved
  return all.filter(({ order }) => partnerIds.includes(order.partnerId))
})

/** The same payment with money that its invoice could not take. */
const unresolved = Effect.fnUntraced(function* (payment: RecordedBankPayment) {
  const { attempts, error, link, order, updatedAt } = payment
  const invoice = yield* newInvoice(order.partnerId)
  const state: RecordedBankPayment = {
    _tag: "unresolved",
    order,
    attempts,
    error,
    link,
    updatedAt,
    receipt: receiptOf(invoice.order),
    fault: "alreadyPaid"
  }
  return state
})

export const bankPaymentReaderChecks = {
  "every state is read as it was inserted, and as it was updated": Effect.gen(function* () {
    const payments = yield* BankPaymentReader
    const ids = yield* Ids
    const partnerId = yield* newPartnerId
    yield* forAll(twoStates, (states) =>
      Effect.gen(function* () {
        const id = yield* ids.prefixed("pmt_")
        const invoiceId = yield* ids.prefixed("inv_")
        for (const [expectedVersion, state] of states.entries()) {
          const written = { ...state, order: { ...state.order, id, invoiceId, partnerId } }
          yield* write(written, expectedVersion)
          const found = Option.some({ state: written, version: expectedVersion + 1 })
          assert.deepStrictEqual(yield* payments.byId(partnerId, id), found)
          assert.deepStrictEqual(yield* payments.ofInvoice(partnerId, invoiceId), [written])
          const isUnresolved = (yield* unresolvedOf([partnerId])).find(({ order }) => order.id === id)
          assert.deepStrictEqual(isUnresolved, written._tag === "unresolved" ? written : undefined)
        }
      })
    )
  }),

  "a payment changes only on the version that it was decided on": Effect.gen(function* () {
    const payments = yield* BankPaymentReader
    const payment = yield* newBankPayment(yield* newPartnerId)
    const { id, partnerId } = payment.order
    yield* write(payment)
    for (const expectedVersion of [0, 2]) {
      const refusal = yield* Effect.flip(write({ ...payment, attempts: 7 }, expectedVersion))
      assert.deepInclude(refusal, { _tag: "VersionConflict", subjectId: id, expected: expectedVersion })
    }
    assert.deepStrictEqual(yield* payments.byId(partnerId, id), Option.some({ state: payment, version: 1 }))
  }),

  "an invoice's payments come in the order they were asked for": Effect.gen(function* () {
    const payments = yield* BankPaymentReader
    const partnerId = yield* newPartnerId
    const invoiceId = `inv_of_${partnerId}`
    const asked = yield* Effect.forEach([9, 0, 5, 5], (after) =>
      newBankPayment(partnerId, { invoiceId, createdAt: start + after })
    )
    for (const payment of asked) yield* write(payment)
    yield* write(yield* newBankPayment(partnerId, { invoiceId: `${invoiceId}0` }))
    const ordered = asked.toSorted(
      ({ order: a }, { order: b }) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
    )
    assert.deepStrictEqual(yield* payments.ofInvoice(partnerId, invoiceId), ordered)
    assert.deepStrictEqual(yield* payments.ofInvoice(partnerId, `none of ${partnerId}`), [])
  }),

  "unresolved are those of all partners until they are returned, the oldest first": Effect.gen(function* () {
    const partnerIds = [yield* newPartnerId, yield* newPartnerId]
    const [one = "", two = ""] = partnerIds
    const young = yield* unresolved(yield* newBankPayment(one, { createdAt: start + 5 }))
    const old = yield* unresolved(yield* newBankPayment(two, { createdAt: start }))
    const middle = yield* unresolved(yield* newBankPayment(one, { createdAt: start + 1 }))
    yield* write(yield* newBankPayment(one))
    for (const payment of [young, old, middle]) yield* write(payment)
    assert.deepStrictEqual(yield* unresolvedOf(partnerIds), [old, middle, young])
    assert.isTrue(old._tag === "unresolved")
    yield* write({ ...old, _tag: "returned", reason: "sent back" }, 1)
    assert.deepStrictEqual(yield* unresolvedOf(partnerIds), [middle, young])
  }),

  "a partner sees only payments of its own": Effect.gen(function* () {
    const payments = yield* BankPaymentReader
    const [owner, other] = [yield* newPartnerId, yield* newPartnerId]
    const payment = yield* newBankPayment(owner)
    yield* write(payment)
    const { id, invoiceId } = payment.order
    assert.isTrue(Option.isSome(yield* payments.byId(owner, id)))
    assert.isTrue(Option.isNone(yield* payments.byId(other, id)))
    assert.lengthOf(yield* payments.ofInvoice(owner, invoiceId), 1)
    assert.isEmpty(yield* payments.ofInvoice(other, invoiceId))
  }),

  "partnerOf finds the partner of a payment": Effect.gen(function* () {
    const payments = yield* BankPaymentReader
    const payment = yield* newBankPayment(yield* newPartnerId)
    assert.isTrue(Option.isNone(yield* payments.partnerOf(payment.order.id)))
    yield* write(payment)
    assert.deepStrictEqual(yield* payments.partnerOf(payment.order.id), Option.some(payment.order.partnerId))
  })
} satisfies Checks<StorePorts | Ids>

export const bankPaymentReaderSuite = suiteOf<StorePorts>("bank payments", bankPaymentReaderChecks)
