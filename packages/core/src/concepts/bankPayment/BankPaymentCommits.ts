import { Option, Result } from "effect"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { NewEvent } from "../../kernel/transact/Draft.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { Invoice, type InvoiceCommand, type InvoiceEvent, type IssuedInvoice } from "../invoice/Invoice.ts"
import { issuedInvoice } from "../invoice/InvoiceAsOf.ts"
import { invoiceEntries } from "../invoice/InvoicePostings.ts"
import { invoiceAnnouncements } from "../invoice/invoiceAnnouncements.ts"
import { invoiceCounters } from "../invoice/invoiceCounters.ts"
import type { BankPaymentState, RecordedBankPayment } from "./BankPayment.ts"
import type { BankPaymentStatus } from "./BankRail.ts"
import { reversedAnnouncement, unresolvedAnnouncement } from "./bankPaymentAnnouncements.ts"

/** A bank payment that has been loaded or just requested exists. */
export const recordedPayment = (state: BankPaymentState): RecordedBankPayment => {
  invariant(state._tag !== "absent", "a recorded bank payment is never absent again")
  return state
}

/** What a rail says of a customer who can pay, as a command. */
export const acceptanceOf = (
  { instructions, link }: Extract<BankPaymentStatus, { readonly _tag: "Awaiting" }>,
  at: Instant
) => ({ _tag: "Accept", link, instructions: Option.fromUndefinedOr(instructions), at }) as const

/** The invoice's own part of a commit: its row, its events, and what follows from them. */
const changedInvoice = (
  { state, version }: Versioned<IssuedInvoice>,
  events: ReadonlyArray<InvoiceEvent>,
  at: Instant
) => {
  const next = issuedInvoice(events.reduce(Invoice.evolve, state))
  const { id: subjectId, partnerId } = state.order
  const records: ReadonlyArray<NewEvent> = events.map((event) => ({
    partnerId,
    subjectId,
    version: version + 1,
    at,
    event
  }))
  return {
    next,
    draft: {
      aggregates: [writeOver("Invoice", { state, version }, next)],
      entries: events.flatMap((event) => invoiceEntries(state.order, event)),
      counters: invoiceCounters(state, next),
      events: records
    }
  }
}

/** The writes for a payment that pays its invoice, after the check that the invoice takes this receipt. */
export const paidInvoice = (
  loaded: Versioned<IssuedInvoice>,
  { receipt, time }: Pick<Extract<InvoiceCommand, { readonly _tag: "Pay" }>, "receipt" | "time">,
  at: Instant,
  publicUrl: string
) => {
  const decided = Invoice.decide(loaded.state, { _tag: "Pay", receipt, time, at })
  invariant(Result.isSuccess(decided), "an invoice takes money in which it finds no fault")
  const { draft, next } = changedInvoice(loaded, decided.success, at)
  return { ...draft, announcements: invoiceAnnouncements(decided.success, next, publicUrl) }
}

/** The writes for an invoice whose money the bank took back. */
export const reversedInvoice = (
  loaded: Versioned<IssuedInvoice>,
  payment: Extract<RecordedBankPayment, { readonly _tag: "reversed" }>,
  at: Instant,
  publicUrl: string
) => {
  const decided = Invoice.decide(loaded.state, { _tag: "NoteReversed", at })
  invariant(Result.isSuccess(decided), "money that is settled paid its invoice")
  const { draft, next } = changedInvoice(loaded, decided.success, at)
  const announcements = decided.success.map((event) => reversedAnnouncement(event, next, payment, publicUrl))
  return { ...draft, announcements }
}

/**
 * The writes for a payment that its invoice cannot take. The invoice changes too: webhooks tell of it in a version of
 * its own, and a decision about an older invoice is not committed.
 */
export const notedInvoice = (
  loaded: Versioned<IssuedInvoice>,
  payment: Extract<RecordedBankPayment, { readonly _tag: "unresolved" }>,
  at: Instant,
  publicUrl: string
) => {
  const decided = Invoice.decide(loaded.state, { _tag: "NoteUnresolved", at })
  invariant(Result.isSuccess(decided), "every invoice notes money that it cannot take")
  const { draft, next } = changedInvoice(loaded, decided.success, at)
  const announcements = decided.success.map((event) =>
    unresolvedAnnouncement(event, next, payment, at, publicUrl)
  )
  return { ...draft, announcements }
}
