import { assert } from "@effect/vitest"
import {
  BankPaymentReader,
  type Ids,
  type RecordedBankPayment,
  type StorePorts,
  bankPayment
} from "@quittance/core"
import { Effect } from "effect"
import * as fc from "fast-check"
import { bankPaymentOrder, bankPaymentState } from "../generators/invoiceGenerators.ts"
import { type Checks, suiteOf } from "../Suite.ts"
import { newBankPayment, newInvoice, receiptOf, writingBankPayment } from "./InvoiceSamples.ts"
import { commit, newPartnerId, start } from "./StoreSamples.ts"
import { conceptChecksOf } from "./conceptSuite.ts"

/** Bank payments are read as they were written, by invoice, and as what an operator has to return. */

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

const payments = conceptChecksOf({
  concept: bankPayment,
  states: bankPaymentOrder("").chain((order) => fc.tuple(bankPaymentState(order), bankPaymentState(order))),
  byId: (...name) => BankPaymentReader.use((reader) => reader.byId(...name)),
  ways: [
    {
      find: (partnerId, { order }) =>
        BankPaymentReader.use((reader) => reader.ofInvoice(partnerId, order.invoiceId))
    },
    { find: (partnerId) => unresolvedOf([partnerId]), has: ({ _tag }) => _tag === "unresolved" }
  ]
})

export const bankPaymentReaderChecks = {
  ...payments.alike,
  "partnerOf finds the partner of a payment": payments.whose((id) =>
    BankPaymentReader.use((reader) => reader.partnerOf(id))
  ),

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
  })
} satisfies Checks<StorePorts | Ids>

export const bankPaymentReaderSuite = suiteOf<StorePorts>("bank payments", bankPaymentReaderChecks)
