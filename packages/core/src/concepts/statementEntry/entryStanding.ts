import { Effect, Option } from "effect"
import type { CreditorReference } from "../../kernel/money/CreditorReference.ts"
import type { CalendarDate } from "../../kernel/time/CalendarDate.ts"
import { dateAt } from "../../kernel/time/CalendarDate.ts"
import type { BankAccount } from "../bankAccount/BankAccount.ts"
import { type InvoiceOrder, type IssuedInvoice, invoice } from "../invoice/Invoice.ts"
import { invoiceClaims } from "../invoice/invoiceNames.ts"
import { referencesOf } from "./referencesOf.ts"
import type { StatedEntry } from "./StatedEntry.ts"
import type { FirstStanding } from "./StatementEntry.ts"
import type { EntryFault } from "./statementEntryNames.ts"
import type { StatementParts } from "./statementParts.ts"

/** What an entry names, and what it is recorded as. */
export interface EntryStanding {
  readonly becomes: FirstStanding
  readonly reference?: CreditorReference | undefined
  /** The invoice that it is for, where it is for one. */
  readonly invoice?: IssuedInvoice
}

const unresolved = (fault: EntryFault, reference?: CreditorReference): EntryStanding => ({
  becomes: { _tag: "unresolved", fault },
  reference
})

/**
 * What an entry says by itself: exactly one known reference names the invoice, never the amount. Whether the invoice
 * can take the money is decided where it is booked; here is only what makes it the money of another invoice or account.
 */
export const standingOf = Effect.fnUntraced(function* (
  parts: StatementParts,
  account: BankAccount,
  stated: StatedEntry
) {
  const candidates = referencesOf(stated)
  const [only] = candidates
  const alone = candidates.length === 1 ? only : undefined
  const found = yield* Effect.forEach(candidates, (reference) =>
    Effect.map(
      parts.claims.find(invoiceClaims.reference, "", reference),
      Option.map((claim) => ({ claim, reference }))
    )
  )
  const [named, ...others] = found.flatMap(Option.toArray)
  if (named === undefined) return unresolved("unknown_reference", alone)
  if (others.length > 0) return unresolved("ambiguous")
  const { claim, reference } = named
  const meant = yield* parts.states.get(invoice, claim.partnerId, claim.ownerId)
  // Several payments that the file does not tell apart are for nobody knows what.
  if (Option.isNone(meant) || stated.isBatch) return unresolved("unknown_reference", reference)
  const { state } = meant.value
  const fault = yield* faultFor(parts, account, state.order, stated.bookedOn)
  if (fault !== undefined) return unresolved(fault, reference)
  const { id: invoiceId, partnerId: partnerOfInvoice } = state.order
  const standing: EntryStanding = {
    becomes: { _tag: "matching", partnerOfInvoice, invoiceId },
    reference,
    invoice: state
  }
  return standing
})

/** Why money in this account is none of the invoice's, whatever its amount. */
const faultFor = Effect.fnUntraced(function* (
  { payments }: StatementParts,
  { account, currency, timeZone }: BankAccount,
  order: InvoiceOrder,
  bookedOn: CalendarDate
) {
  const fault = (found: EntryFault) => found
  // After a restore another invoice may have had the reference.
  if (bookedOn < dateAt(order.createdAt, timeZone)) return fault("unknown_reference")
  if (order.currency !== currency) return fault("wrong_currency")
  const all = yield* payments.ofInvoice(order.partnerId, order.id)
  const shown = all.flatMap(({ instructions }) =>
    Option.toArray(Option.map(instructions, (each) => each.account.replace(/\s/g, "")))
  )
  return shown.length > 0 && !shown.includes(account) ? fault("wrong_account") : undefined
})
