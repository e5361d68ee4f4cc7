/** How a fee is computed: `percent` of the amount plus `fixed`, not below `min` and not above `max`. */
export interface FeeTerms {
  /** Its percent. A decimal number. */
  readonly percent: number
  /** Its fixed. A decimal number. */
  readonly fixed: number
  /** Its min. A decimal number. */
  readonly min: number
  /** Its max. A decimal number. */
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
  /** Its payout fees. */
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
  /** The part of paidOut whose payouts are still PENDING. */
  readonly pending: number
  /** Its currency. */
  readonly currency: "USDT"
  /** The fees of the caller. */
  readonly terms: BalanceTerms
}
