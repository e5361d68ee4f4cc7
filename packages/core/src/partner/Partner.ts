import type { FeePayer, FeeTerms } from "../money/Fee.ts"
import type { Instant } from "../time/Instant.ts"

/** `prt_` and a UUIDv7 without dashes. Everything in the store belongs to exactly one partner. */
export type PartnerId = string

/** Whether a text is written like a partner's id. No name may be. */
export const isPartnerId = (text: string): boolean => /^prt_[0-9a-f]{32}$/.test(text)

/** What a deployment charges one partner where it differs from the default. */
export interface PartnerTerms {
  readonly feePayer?: FeePayer
  readonly invoiceFee?: FeeTerms
  /** By network name. */
  readonly payoutFees?: { readonly [network: string]: FeeTerms }
}

export interface Partner {
  readonly id: PartnerId
  /** Unique among partners; what an operator types. */
  readonly name: string
  readonly terms: PartnerTerms
  readonly createdAt: Instant
}
