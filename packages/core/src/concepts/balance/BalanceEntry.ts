import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { Instant } from "../../kernel/time/Instant.ts"

/**
 * What changed the `available` balance of a partner, as partners see it:
 *
 * - `payout.reserved`: amount and fee of a new payout were debited
 * - `payout.returned`: the payout failed, and its debit came back
 * - `payout.settled_late`: the payout had been taken for failed, and its money had left after all
 * - `crypto.invoice.credited`, `crypto.invoice.reversed`: money of an invoice, less the fee, and its loss on the
 *   network
 * - `transit.credited`, `transit.reversed`: the same of a deposit to a transit wallet
 * - `balance.adjusted`: a correction by the operator
 */
export const balanceEntryKinds = [
  "payout.reserved",
  "payout.returned",
  "payout.settled_late",
  "crypto.invoice.credited",
  "crypto.invoice.reversed",
  "transit.credited",
  "transit.reversed",
  "balance.adjusted"
] as const
export type BalanceEntryKind = (typeof balanceEntryKinds)[number]

/** A change of the `available` USDT balance of a partner. */
export interface BalanceEntry {
  readonly partnerId: PartnerId
  /** Stable, and the same in a copy of the store. */
  readonly id: string
  /** The instant of the journal entry. */
  readonly createdAt: Instant
  readonly kind: BalanceEntryKind
  /** The payout, crypto invoice, transit deposit or adjustment behind it. */
  readonly subjectId: string
  /** Signed; not 0. */
  readonly amountMinor: bigint
  /** That of the next older entry and this amount. */
  readonly availableAfterMinor: bigint
}
