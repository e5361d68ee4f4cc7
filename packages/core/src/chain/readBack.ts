import type { ChainTransactionOrder, SlotOutcome } from "./ChainTransaction.ts"

/** A transaction of a wallet that was read back from its network, because this store had forgotten it. */
export interface ReadSlot {
  readonly nonce: number
  readonly outcome: SlotOutcome
  /** What it was, if it was no payout of this store. */
  readonly order: ChainTransactionOrder
  /** The payout that it fits; undefined if it fits none that may have been signed. */
  readonly payout: ChainTransactionOrder | undefined
}

/** The id of a transaction that is no known payout's. A payout's id is its reference, which has no slash. */
export const readBackId = (network: string, hash: string): string => `${network}/${hash}`

/** Whether a transfer has no other name than its transaction's hash. */
export const isReadBack = (reference: string): boolean => /\/(?:0x)?[0-9a-f]{64}$/.test(reference)

/** What makes two payouts of a network look the same on it. */
export const lookOf = ({
  amountMinor,
  recipient
}: Pick<ChainTransactionOrder, "amountMinor" | "recipient">): string => `${amountMinor} ${recipient}`
