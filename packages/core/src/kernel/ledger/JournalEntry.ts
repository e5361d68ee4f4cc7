import type { PartnerId } from "../concept/PartnerId.ts"
import { invariant } from "../machine/invariant.ts"
import type { BookCurrency } from "../money/Coin.ts"
import type { Instant } from "../time/Instant.ts"
import { type AccountName, isOneBook } from "./Account.ts"

/** One debit, one credit, one positive amount in minor units. */
export interface Posting {
  readonly debit: AccountName
  readonly credit: AccountName
  readonly amountMinor: bigint
}

/**
 * What a journal entry records. `subjectId` names the payout, invoice, bank payment, deposit, adjustment or transaction
 * behind it.
 */
export type JournalEntryKind =
  | "payout.reserved"
  | "payout.settled"
  | "payout.returned"
  | "payout.settledLate"
  | "deposit.credited"
  | "deposit.reversed"
  | "transit.credited"
  | "transit.reversed"
  | "invoice.paid"
  | "bankPayment.unresolved"
  | "bankPayment.returned"
  | "balance.adjusted"
  | "gas.spent"

export interface JournalEntry {
  /** Or the name of a network, which owns its book as a partner does. */
  readonly partnerId: PartnerId
  readonly currency: BookCurrency
  readonly kind: JournalEntryKind
  readonly subjectId: string
  readonly at: Instant
  readonly postings: ReadonlyArray<Posting>
  /** `waived` lets a correction take a limited account below zero; everything else is `enforced`. */
  readonly limit: "enforced" | "waived"
}

/** The postings with a non-zero amount: zero amounts (a zero fee) are left out, negative ones are a defect. */
export const postings = (...all: ReadonlyArray<Posting>): ReadonlyArray<Posting> => {
  for (const { amountMinor, credit, debit } of all) {
    invariant(amountMinor >= 0n, "a posting's amount is positive")
    invariant(isOneBook(debit, credit), "a posting is between accounts of one book")
  }
  return all.filter((posting) => posting.amountMinor > 0n)
}
