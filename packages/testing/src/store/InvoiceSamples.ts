import { Ids } from "@quittance/core"
import {
  type BankPaymentOrder,
  type Batch,
  type BookedReceipt,
  bankPaymentPrefix,
  batchPrefix,
  type Commit,
  emptyCommit,
  firstIssued,
  type InvoiceOrder,
  type InvoiceState,
  type InvoiceStatus,
  type IssuedInvoice,
  invoiceClaims,
  invoiceCounters,
  invoicePrefix,
  millisPerDay,
  type PartnerId,
  type RecordedBankPayment,
  writeOver
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { claimBy, newEvent, start } from "./StoreSamples.ts"

/** Fiat invoices, bank payments and batches for store checks. Nothing here is written. */

/** An invoice over 25.00 USD as it is when it is issued, for one day. */
export const newInvoice = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  more: Partial<InvoiceOrder> = {}
): Effect.fn.Return<IssuedInvoice, never, Ids> {
  const ids = yield* Ids
  const createdAt = more.createdAt ?? start
  const order: InvoiceOrder = {
    id: yield* ids.prefixed(invoicePrefix),
    partnerId,
    token: yield* ids.token(16),
    amountMinor: 2_500n,
    currency: "USD",
    description: Option.none(),
    metadata: "{}",
    redirectUrl: Option.none(),
    cancelUrl: Option.none(),
    externalId: Option.none(),
    batchId: Option.none(),
    reference: Option.none(),
    creditorReference: Option.none(),
    customerEmail: Option.none(),
    createdAt,
    expiresAt: createdAt + millisPerDay,
    ...more
  }
  return firstIssued(order)
})

/** Money of one operation that pays this invoice. */
export const receiptOf = (
  { amountMinor, createdAt, currency, id }: InvoiceOrder,
  payerBank = "Aqbank"
): BookedReceipt => ({
  operationId: `operation of ${id}`,
  amountMinor,
  currency,
  payerBank,
  bankTime: createdAt + 1,
  entryId: Option.none()
})

/** The same invoice in another state. */
export const invoiceIn = (
  status: InvoiceStatus,
  { order }: IssuedInvoice,
  payerBank?: string
): IssuedInvoice => {
  const updatedAt = order.createdAt + 2
  const recorded = { order, redactedAt: Option.none(), updatedAt }
  return status === "paid"
    ? {
        _tag: status,
        ...recorded,
        receipt: receiptOf(order, payerBank),
        late: false,
        paidAt: updatedAt,
        reversedAt: Option.none()
      }
    : { _tag: status, ...recorded }
}

/** The commit by which an invoice goes from one state to another, roll-ups included. */
export const changingInvoice = Effect.fnUntraced(function* (
  previous: InvoiceState,
  next: IssuedInvoice,
  expectedVersion: number
): Effect.fn.Return<Commit, never, Ids> {
  const { createdAt, id, partnerId } = next.order
  return {
    ...emptyCommit,
    aggregates: [writeOver("Invoice", { state: previous, version: expectedVersion }, next)],
    counters: invoiceCounters(previous, next),
    events: [yield* newEvent(partnerId, id, { version: expectedVersion + 1, at: createdAt })]
  }
})

/** The commit that issues an invoice, in whatever state it is given. */
export const issuingInvoice = (invoice: IssuedInvoice): Effect.Effect<Commit, never, Ids> =>
  Effect.map(changingInvoice({ _tag: "absent" }, invoice, 0), (whole) => ({
    ...whole,
    claims: Option.toArray(invoice.order.externalId).map((key) => {
      const { id, partnerId } = invoice.order
      return claimBy(partnerId, { scope: invoiceClaims.externalId, key, ownerId: id })
    })
  }))

/** One commit of all these invoices, in whatever state they are given. */
export const issuingInvoices = Effect.fnUntraced(function* (invoices: ReadonlyArray<IssuedInvoice>) {
  const parts = yield* Effect.forEach(invoices, issuingInvoice)
  const whole: Commit = {
    ...emptyCommit,
    aggregates: parts.flatMap(({ aggregates }) => aggregates),
    claims: parts.flatMap(({ claims }) => claims),
    counters: parts.flatMap(({ counters }) => counters),
    events: parts.flatMap(({ events }) => events)
  }
  return whole
})

/** A payment of 25.00 USD that was asked for and not begun. */
export const newBankPayment = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  more: Partial<BankPaymentOrder> = {}
): Effect.fn.Return<RecordedBankPayment, never, Ids> {
  const ids = yield* Ids
  const order: BankPaymentOrder = {
    id: yield* ids.prefixed(bankPaymentPrefix),
    partnerId,
    invoiceId: "inv_sample",
    bank: "aq",
    amountMinor: 2_500n,
    currency: "USD",
    createdAt: start,
    ...more
  }
  const nothing = { link: Option.none(), instructions: Option.none(), error: Option.none() }
  const fresh = { attempts: 0, ...nothing, updatedAt: order.createdAt }
  return { _tag: "requested", order, ...fresh }
})

/** The commit that writes a new bank payment. */
export const writingBankPayment = Effect.fnUntraced(function* (
  state: RecordedBankPayment
): Effect.fn.Return<Commit, never, Ids> {
  const { id, partnerId } = state.order
  const events = [yield* newEvent(partnerId, id)]
  return { ...emptyCommit, aggregates: [{ _tag: "BankPayment", state, expectedVersion: 0 }], events }
})

/** A file of three rows of which one was refused. */
export const newBatch = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  more: Partial<Batch> = {}
): Effect.fn.Return<Batch, never, Ids> {
  const ids = yield* Ids
  const id = yield* ids.prefixed(batchPrefix)
  return { id, partnerId, total: 3, created: 2, failed: 1, createdAt: start, ...more }
})

/** The commit that takes a batch in. */
export const importingBatch = Effect.fnUntraced(function* (
  batch: Batch,
  more: Partial<Commit> = {}
): Effect.fn.Return<Commit, never, Ids> {
  const { createdAt, created, failed, id, partnerId, total } = batch
  const event = { _tag: "BatchImported", total, created, failed } as const
  return {
    ...emptyCommit,
    aggregates: [{ _tag: "Batch", state: batch, expectedVersion: 0 }],
    events: [yield* newEvent(partnerId, id, { at: createdAt, event })],
    ...more
  }
})
