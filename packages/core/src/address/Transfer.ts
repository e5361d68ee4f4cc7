import { Schema } from "effect"

/** A network's data of one token transfer to a deposit address. */
export const ObservedTransfer = Schema.Struct({
  txHash: Schema.String,
  /** Position of the transfer's log in its transaction: one transaction may carry several. */
  logIndex: Schema.Int,
  amountMinor: Schema.BigInt,
  confirmations: Schema.Int,
  /** When the network first showed it (the block time if there is one). */
  seenAt: Schema.Int
})
export interface ObservedTransfer extends Schema.Schema.Type<typeof ObservedTransfer> {}

/**
 * A transfer as recorded, once per (network, txHash, logIndex).
 *
 * - `seen`: in transit, not final
 * - `credited`: final, its net amount is in the balance
 * - `dropped`: removed by a reorganisation before it was credited
 * - `reversed`: removed by a reorganisation after it was credited, and written off
 */
export const Transfer = Schema.Struct({
  ...ObservedTransfer.fields,
  status: Schema.Literals(["seen", "credited", "dropped", "reversed"]),
  /** The fee charged when it was credited. */
  feeMinor: Schema.BigInt
})
export interface Transfer extends Schema.Schema.Type<typeof Transfer> {}

/** Identifies a transfer. */
export type TransferNamed = Pick<ObservedTransfer, "txHash" | "logIndex">

export const sameTransfer = (a: TransferNamed, b: TransferNamed): boolean =>
  a.txHash === b.txHash && a.logIndex === b.logIndex

export const sumMinor = (transfers: ReadonlyArray<{ readonly amountMinor: bigint }>): bigint =>
  transfers.reduce((sum, transfer) => sum + transfer.amountMinor, 0n)

/** In transit or final; a dropped or reversed transfer is neither. */
export const isLive = (transfer: Transfer): boolean =>
  transfer.status === "seen" || transfer.status === "credited"

export const isCredited = (transfer: Transfer): boolean => transfer.status === "credited"
