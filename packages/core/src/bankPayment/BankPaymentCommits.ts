import { Result } from "effect"
import { invoiceCounters } from "../invoice/invoiceCounters.ts"
import type { BankReceipt } from "../bank/BankReceipt.ts"
import { Invoice, type IssuedInvoice } from "../invoice/Invoice.ts"
import { invoiceAnnouncements } from "../invoice/invoiceAnnouncements.ts"
import { issuedInvoice } from "../invoice/InvoiceAsOf.ts"
import { invoiceEntries } from "../invoice/InvoicePostings.ts"
import { invariant } from "../machine/invariant.ts"
import type { Versioned } from "../ports/Versioned.ts"
import type { Instant } from "../time/Instant.ts"
import type { NewEvent } from "../transact/Draft.ts"
import { writeOver } from "../transact/writeOver.ts"
import type { BankPaymentState, RecordedBankPayment } from "./BankPayment.ts"

/** A bank payment that has been loaded or just requested exists. */
export const recordedPayment = (state: BankPaymentState): RecordedBankPayment => {
  invariant(state._tag !== "absent", "a recorded bank payment is never absent again")
  return state
}

/** The writes for a payment that pays its invoice, after the check that the invoice takes this receipt. */
export const paidInvoice = (
  loaded: Versioned<IssuedInvoice>,
  receipt: BankReceipt,
  at: Instant,
  publicUrl: string
) => {
  const { state, version } = loaded
  const decided = Invoice.decide(state, { _tag: "Pay", receipt, at })
  invariant(Result.isSuccess(decided), "an invoice takes money in which it finds no fault")
  const next = issuedInvoice(decided.success.reduce(Invoice.evolve, state))
  const { id: subjectId, partnerId } = state.order
  const events: ReadonlyArray<NewEvent> = decided.success.map((event) => ({
    partnerId,
    subjectId,
    version: version + 1,
    at,
    event
  }))
  return {
    aggregates: [writeOver("Invoice", loaded, next)],
    entries: decided.success.flatMap((event) => invoiceEntries(state.order, event)),
    counters: invoiceCounters(state, next),
    events,
    announcements: invoiceAnnouncements(decided.success, next, publicUrl)
  }
}
