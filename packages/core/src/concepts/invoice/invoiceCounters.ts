import {
  addFigures,
  type CounterChange,
  type InvoiceFigures,
  negatedFigures
} from "../../kernel/counter/Counter.ts"
import type { InvoiceState, IssuedInvoice } from "./Invoice.ts"

const figuresOf = (state: InvoiceState): InvoiceFigures => ({
  created: state._tag === "absent" ? 0 : 1,
  paid: state._tag === "paid" ? 1 : 0,
  expired: state._tag === "expired" ? 1 : 0,
  cancelled: state._tag === "cancelled" ? 1 : 0,
  paidMinor: state._tag === "paid" ? state.receipt.amountMinor : 0n
})

/** The change of the roll-ups when an invoice changes its state. */
export const invoiceCounters = (
  previous: InvoiceState,
  next: IssuedInvoice
): ReadonlyArray<CounterChange> => {
  if (previous._tag === next._tag) return []
  const { batchId, createdAt, currency, partnerId } = next.order
  const change = addFigures(figuresOf(next), negatedFigures(figuresOf(previous)))
  const changes: Array<CounterChange> = [{ _tag: "Invoices", partnerId, currency, createdAt, change }]
  if (next._tag === "paid") {
    const { amountMinor, payerBank } = next.receipt
    const paid = { paid: 1, paidMinor: amountMinor }
    changes.push({ _tag: "Bank", partnerId, currency, createdAt, bank: payerBank, ...paid })
    if (batchId._tag === "Some")
      changes.push({ _tag: "Batch", partnerId, batchId: batchId.value, mailsUnsent: 0, ...paid })
  }
  return changes
}
