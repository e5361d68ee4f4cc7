import { Effect, Option } from "effect"
import { batchCounterKey } from "../counter/CounterSum.ts"
import { emptyBatchTally } from "../batch/Batch.ts"
import { BankPaymentReader } from "../bankPayment/BankPaymentReader.ts"
import { BatchReader } from "../batch/BatchReader.ts"
import { InvoiceReader } from "../invoice/InvoiceReader.ts"
import { byCreation, byText, find, unredactedOf } from "./MemoryLookup.ts"
import type { MemoryState } from "./MemoryState.ts"

/** Fiat invoices, the bank payments for them, and the batches they came in. */

export const memoryInvoiceReader = (state: MemoryState): InvoiceReader["Service"] =>
  InvoiceReader.of({
    byId: (partnerId, id) =>
      Effect.sync(() =>
        Option.filter(
          Option.fromUndefinedOr(state.aggregates.Invoice.get(id)),
          (found) => found.state.order.partnerId === partnerId
        )
      ),
    byToken: (token) =>
      Effect.sync(() => find(state.aggregates.Invoice, ({ order }) => order.token === token)),
    unredacted: (partnerId, endedBefore, limit) =>
      Effect.sync(() =>
        unredactedOf(
          [...state.aggregates.Invoice.values()].map((invoice) => invoice.state),
          partnerId,
          endedBefore,
          limit
        )
      ),
    partnerOf: (id) =>
      Effect.sync(() => Option.fromUndefinedOr(state.aggregates.Invoice.get(id)?.state.order.partnerId)),
    due: (partnerId, now, limit) =>
      Effect.sync(() =>
        [...state.aggregates.Invoice.values()]
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

export const memoryBankPaymentReader = (state: MemoryState): BankPaymentReader["Service"] => {
  const all = () =>
    [...state.aggregates.BankPayment.values()]
      .map((payment) => payment.state)
      .sort((a, b) => byCreation(a.order, b.order))
  return BankPaymentReader.of({
    byId: (partnerId, id) =>
      Effect.sync(() =>
        Option.filter(
          Option.fromUndefinedOr(state.aggregates.BankPayment.get(id)),
          (found) => found.state.order.partnerId === partnerId
        )
      ),
    ofInvoice: (partnerId, invoiceId) =>
      Effect.sync(() =>
        all().filter(({ order }) => order.partnerId === partnerId && order.invoiceId === invoiceId)
      ),
    unresolved: Effect.sync(() => all().filter((payment) => payment._tag === "unresolved")),
    partnerOf: (id) =>
      Effect.sync(() => Option.fromUndefinedOr(state.aggregates.BankPayment.get(id)?.state.order.partnerId))
  })
}

export const memoryBatchReader = (state: MemoryState): BatchReader["Service"] =>
  BatchReader.of({
    byId: (partnerId, id) =>
      Effect.sync(() => {
        const batch = state.aggregates.Batch.get(id)?.state
        if (batch === undefined || batch.partnerId !== partnerId) return Option.none()
        const kept = state.counters.get(batchCounterKey(partnerId, id))?.sum
        if (kept?._tag !== "Batch") return Option.some({ batch, tally: emptyBatchTally })
        const { mailsUnsent, paid, paidMinor } = kept
        return Option.some({ batch, tally: { paidCount: paid, paidMinor, mailsUnsent } })
      })
  })
