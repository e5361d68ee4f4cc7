import { Schema } from "effect"

/** A network's data of one token transfer to a deposit address. */
export const ObservedTransfer = Schema.Struct({
  txHash: Schema.String,
  /** Position of the transfer's log in its transaction: one transaction may carry several. */
  logIndex: Schema.Int,
  /** Rounded down. */
  amountMinor: Schema.BigInt,
  /** What the network's own units have beyond that, as in `TokenAmount`; nothing if it is left out. */
  rest: Schema.optionalKey(Schema.BigInt),
  confirmations: Schema.Int,
  /** When the network first showed it (the block time if there is one). */
  seenAt: Schema.Int
})
export interface ObservedTransfer extends Schema.Schema.Type<typeof ObservedTransfer> {}

/** Identifies a transfer. */
export type TransferNamed = Pick<ObservedTransfer, "txHash" | "logIndex">

/** Whether it moves nothing. Anybody can make such a transfer between any two addresses, so it is no money. */
export const movesNothing = ({
  amountMinor,
  rest = 0n
}: Pick<ObservedTransfer, "amountMinor" | "rest">): boolean => amountMinor <= 0n && rest <= 0n

export const sameTransfer = (a: TransferNamed, b: TransferNamed): boolean =>
  a.txHash === b.txHash && a.logIndex === b.logIndex
