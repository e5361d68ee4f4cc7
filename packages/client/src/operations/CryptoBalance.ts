/** The `invoiceFee` of `CryptoBalanceTerms`. */
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

/** The `terms` of `CryptoBalance`. */
export interface CryptoBalanceTerms {
  /** Its fee payer. */
  readonly feePayer: "merchant" | "payer"
  /** Its invoice fee. */
  readonly invoiceFee: FeeTerms
  /** Invoice fees of networks with their own fee, instead of `invoiceFee`. */
  readonly invoiceFees: { readonly [name: string]: FeeTerms }
  /** Its payout fees. */
  readonly payoutFees: { readonly [name: string]: FeeTerms }
}

/** What `client.crypto.balance.get` gives. */
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
  /** Its terms. */
  readonly terms: CryptoBalanceTerms
}
