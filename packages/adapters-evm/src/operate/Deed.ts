import type { ChainTransactionOrder, SlotOutcome } from "@quittance/core/adapter"

/** What a transaction did that the journal does not know. */
export interface Deed {
  readonly wallet: string
  readonly nonce: number
  /** When its block was made. */
  readonly at: number
  /** Its place in the block. */
  readonly transactionIndex: number
  readonly outcome: SlotOutcome
  /** Its record if it was not a payout of this store. */
  readonly order: ChainTransactionOrder
  /** Whether it moved exactly what its order says, as a payout does. */
  readonly isPayment: boolean
  /** In words, after "it". */
  readonly did: string
}
