import { divideHalfEven, type FeePayer, type FeeTerms, feeOn } from "../../kernel/money/Fee.ts"
import type { CryptoInvoiceTally } from "./CryptoInvoiceTally.ts"

/**
 * What the payer must send, the fee on it, and what the merchant gets, if exactly the expected amount
 * arrives.
 */
export interface CryptoInvoiceQuote {
  readonly expectedMinor: bigint
  readonly feeMinor: bigint
  readonly netMinor: bigint
}

export const quote = (amountMinor: bigint, feePayer: FeePayer, terms: FeeTerms): CryptoInvoiceQuote => {
  const fee = feeOn(amountMinor, terms)
  if (feePayer === "payer") return { expectedMinor: amountMinor + fee, feeMinor: fee, netMinor: amountMinor }
  const feeMinor = fee < amountMinor ? fee : amountMinor
  return { expectedMinor: amountMinor, feeMinor, netMinor: amountMinor - feeMinor }
}

interface FeeBasis {
  readonly feePayer: FeePayer
  readonly feeTerms: FeeTerms
  readonly feeMinor: bigint
  readonly expectedMinor: bigint
}

/** The total fee on all money received so far, never more than that money. */
const feeOnReceived = (basis: FeeBasis, receivedMinor: bigint): bigint => {
  if (basis.feePayer === "payer") {
    const counted = receivedMinor < basis.expectedMinor ? receivedMinor : basis.expectedMinor
    return divideHalfEven(basis.feeMinor * counted, basis.expectedMinor)
  }
  const fee = feeOn(receivedMinor, basis.feeTerms)
  return fee < receivedMinor ? fee : receivedMinor
}

/**
 * The fee of one more credit: the total fee including it, minus what was charged before. `before` is what the
 * earlier credits come to.
 */
export const chargeMinor = (
  basis: FeeBasis,
  before: Pick<CryptoInvoiceTally, "creditedMinor" | "chargedMinor">,
  amountMinor: bigint
): bigint => {
  const owed = feeOnReceived(basis, before.creditedMinor + amountMinor) - before.chargedMinor
  // After a reversal the remaining money may have paid more than its share. A fee is never negative and never
  // above its credit.
  if (owed < 0n) return 0n
  return owed < amountMinor ? owed : amountMinor
}
