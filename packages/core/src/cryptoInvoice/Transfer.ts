import type { Instant } from "../time/Instant.ts"

/** What a network shows of one token transfer to a deposit address. */
export interface ObservedTransfer {
  readonly txHash: string
  /** Position of the transfer's log in its transaction: one transaction may carry several. */
  readonly logIndex: number
  readonly amountMinor: bigint
  readonly confirmations: number
  /** When the network first showed it (block time where there is one). */
  readonly seenAt: Instant
}

/**
 * A transfer as recorded, once per (network, txHash, logIndex).
 *
 * - `seen`: on the way, not final
 * - `credited`: final, its net amount is in the balance
 * - `dropped`: reorganised away before it was credited
 * - `reversed`: reorganised away after it was credited, and written off
 */
export interface Transfer extends ObservedTransfer {
  readonly status: "seen" | "credited" | "dropped" | "reversed"
  /** The fee charged when it was credited. */
  readonly feeMinor: bigint
}

export const sameTransfer = (
  a: { readonly txHash: string; readonly logIndex: number },
  b: { readonly txHash: string; readonly logIndex: number }
): boolean => a.txHash === b.txHash && a.logIndex === b.logIndex

export const sumMinor = (transfers: ReadonlyArray<{ readonly amountMinor: bigint }>): bigint =>
  transfers.reduce((sum, transfer) => sum + transfer.amountMinor, 0n)

/** On the way or final; a dropped or reversed transfer is neither. */
export const isLive = (transfer: Transfer): boolean =>
  transfer.status === "seen" || transfer.status === "credited"

export const isCredited = (transfer: Transfer): boolean => transfer.status === "credited"
