import type { ChainTransactionOrder, SlotOutcome } from "./ChainTransaction.ts"

/** A transaction of a wallet that was read back from its network, because this store had forgotten it. */
export interface ReadSlot {
  readonly nonce: number
  readonly outcome: SlotOutcome
  /** Its record, if it was not a payout of this store. */
  readonly order: ChainTransactionOrder
  /** The payout that it fits; undefined if it fits none that may have been signed. */
  readonly payout: ChainTransactionOrder | undefined
}

/** The id of a transaction that belongs to no known payout. A payout's id is its reference, which has no slash. */
export const readBackId = (network: string, hash: string): string => `${network}/${hash}`

/** Whether a transfer has no other name than its transaction's hash. */
export const isReadBack = (reference: string): boolean => /\/(?:0x)?[0-9a-f]{64}$/.test(reference)

/** The facts by which two payouts look the same on a network. */
export const lookOf = ({
  amountMinor,
  recipient
}: Pick<ChainTransactionOrder, "amountMinor" | "recipient">): string => `${amountMinor} ${recipient}`
