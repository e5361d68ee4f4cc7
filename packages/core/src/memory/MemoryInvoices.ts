import { Effect, Option, Stream } from "effect"
import { batchCounterKey } from "../analytics/CounterSum.ts"
import { emptyBatchTally } from "../batch/Batch.ts"
import type { IssuedInvoice } from "../invoice/Invoice.ts"
import { invoiceAsOf } from "../invoice/InvoiceAsOf.ts"
import type { PartnerId } from "../partner/Partner.ts"
import { BankPaymentReader } from "../ports/BankPaymentReader.ts"
import { BatchReader } from "../ports/BatchReader.ts"
import { type InvoiceFilter, InvoiceReader } from "../ports/InvoiceReader.ts"
import type { Instant } from "../time/Instant.ts"
import { byCreation, byText, find, pageOf, unredactedOf } from "./MemoryLookup.ts"
import type { MemoryState } from "./MemoryState.ts"

/** Fiat invoices, the bank payments for them, and the batches they came in. */

export const memoryInvoiceReader = (state: MemoryState): InvoiceReader["Service"] =>
  InvoiceReader.of({
    byId: (partnerId, id) =>
      Effect.sync(() =>
        Option.filter(
          Option.fromUndefinedOr(state.invoices.get(id)),
          (found) => found.state.order.partnerId === partnerId
        )
      ),
    byToken: (token) => Effect.sync(() => find(state.invoices, ({ order }) => order.token === token)),
    list: (partnerId, filter, page, now) =>
      Effect.sync(() => pageOf(newestFirst(state, partnerId, filter, now), page)),
    stream: (partnerId, filter, now) =>
      Stream.suspend(() => Stream.fromIterable(newestFirst(state, partnerId, filter, now))),
    unredacted: (partnerId, endedBefore, limit) =>
      Effect.sync(() =>
        unredactedOf(
          [...state.invoices.values()].map((invoice) => invoice.state),
          partnerId,
          endedBefore,
          limit
        )
      ),
    partnerOf: (id) =>
      Effect.sync(() => Option.fromUndefinedOr(state.invoices.get(id)?.state.order.partnerId)),
    due: (partnerId, now, limit) =>
      Effect.sync(() =>
        [...state.invoices.values()]
          .filter(
            ({ state: invoice }) =>
              invoice.order.partnerId === partnerId &&
              invoice._tag === "pending" &&
              invoice.order.expiresAt <= now
          )
          .sort(
            ({ state: a }, { state: b }) =>
              a.order.expiresAt - b.order.expiresAt || byText(a.order.id, b.order.id)
          )
          .slice(0, limit)
      )
  })

const newestFirst = (
  state: MemoryState,
  partnerId: PartnerId,
  { currency, from, status, to }: InvoiceFilter,
  now: Instant
): ReadonlyArray<IssuedInvoice> =>
  [...state.invoices.values()]
    .map((invoice) => invoice.state)
    .filter(
      (invoice) =>
        invoice.order.partnerId === partnerId &&
        (status === undefined || invoiceAsOf(invoice, now)._tag === status) &&
        (currency === undefined || invoice.order.currency === currency) &&
        (from === undefined || invoice.order.createdAt >= from) &&
        (to === undefined || invoice.order.createdAt < to)
    )
    .sort((a, b) => byCreation(b.order, a.order))

export const memoryBankPaymentReader = (state: MemoryState): BankPaymentReader["Service"] => {
  const all = () =>
    [...state.bankPayments.values()]
      .map((payment) => payment.state)
      .sort((a, b) => byCreation(a.order, b.order))
  return BankPaymentReader.of({
    byId: (partnerId, id) =>
      Effect.sync(() =>
        Option.filter(
          Option.fromUndefinedOr(state.bankPayments.get(id)),
          (found) => found.state.order.partnerId === partnerId
        )
      ),
    ofInvoice: (partnerId, invoiceId) =>
      Effect.sync(() =>
        all().filter(({ order }) => order.partnerId === partnerId && order.invoiceId === invoiceId)
      ),
    unresolved: Effect.sync(() => all().filter((payment) => payment._tag === "unresolved")),
    partnerOf: (id) =>
      Effect.sync(() => Option.fromUndefinedOr(state.bankPayments.get(id)?.state.order.partnerId))
  })
}

export const memoryBatchReader = (state: MemoryState): BatchReader["Service"] =>
  BatchReader.of({
    byId: (partnerId, id) =>
      Effect.sync(() => {
        const batch = state.batches.get(id)
        if (batch === undefined || batch.partnerId !== partnerId) return Option.none()
        const kept = state.counters.get(batchCounterKey(partnerId, id))?.sum
        if (kept?._tag !== "Batch") return Option.some({ batch, tally: emptyBatchTally })
        const { mailsUnsent, paid, paidMinor } = kept
        return Option.some({ batch, tally: { paidCount: paid, paidMinor, mailsUnsent } })
      })
  })
