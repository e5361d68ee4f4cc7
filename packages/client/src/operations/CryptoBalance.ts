/** How a fee is computed: `percent` of the amount plus `fixed`, not below `min` and not above `max`. */
export interface FeeTerms {
  /** The part of the amount, in percent, with at most 2 decimals. From 0 to 100. */
  readonly percent: number
  /** What is added to it, in USDT. */
  readonly fixed: number
  /** The least that is charged, in USDT. */
  readonly min: number
  /** The most that is charged, in USDT; null if there is no such limit. */
  readonly max: number | null
}

/** The fees of the caller. */
export interface BalanceTerms {
  /** Who pays the fee of an invoice. `merchant`: less is credited. `payer`: the customer sends more. */
  readonly feePayer: "merchant" | "payer"
  /** How a fee is computed: `percent` of the amount plus `fixed`, not below `min` and not above `max`. */
  readonly invoiceFee: FeeTerms
  /** Invoice fees of networks with their own fee, instead of `invoiceFee`. */
  readonly invoiceFees: { readonly [name: string]: FeeTerms }
  /** The fees of payouts, by the name of their network. */
  readonly payoutFees: { readonly [name: string]: FeeTerms }
}

/** The balance in USDT, and the terms of the caller. */
export interface CryptoBalance {
  /** What a payout can take: received − paidOut + adjustments. */
  readonly available: number
  /** Credited from invoices and deposits, after fees. */
  readonly received: number
  /** Payouts that did not fail, with their fees. */
  readonly paidOut: number
  /** Corrections, with their sign. */
  readonly adjustments: number
  /** The part of `paidOut` whose payouts are still PENDING. */
  readonly pending: number
  /** The currency of the amounts. */
  readonly currency: "USDT"
  /** The fees of the caller. */
  readonly terms: BalanceTerms
}
