import { record } from "../concept/Concept.ts"
import type { RecordOf } from "../concept/Definition.ts"
import { count, flag, instant, money, text } from "../concept/Field.ts"
import type { Instant } from "../time/Instant.ts"

/**
 * A transfer of a network's token to a deposit address of this store, as the watcher saw it. It belongs to the
 * network. Crediting it to the partner of the address is a separate step (`deposit`) and a separate commit.
 */
export const chainTransfer = record({
  name: "ChainTransfer",
  noun: "transfer",
  table: "chain_transfers",
  fixed: {
    /** network/txHash/position. */
    id: text,
    /** The network's name. */
    partnerId: text,
    /** The deposit address, in canonical spelling. */
    address: text,
    sender: text,
    txHash: text,
    /**
     * Its place among the token's transfers in the receipt of its transaction. A node's log index counts within the
     * block and changes in a reorganisation, so it could name one transfer twice. Another block may execute the
     * transaction differently: a transfer that differs from the one recorded at its place gets a place that is higher
     * by `otherExecution`.
     */
    position: count,
    /** In minor units, rounded down. */
    amountMinor: money,
    /** In units of the token, decimal digits. */
    value: text,
    createdAt: instant
  },
  changing: {
    blockHash: text,
    blockNumber: count,
    /** The time of its block. */
    seenAt: instant,
    /** No longer on the network: removed by a reorganisation. */
    isDropped: flag,
    updatedAt: instant
  },
  indexes: {
    by_address: { on: ["partnerId", "address"] },
    by_block: { on: ["partnerId", "blockNumber"] }
  }
})

export interface ChainTransfer extends RecordOf<typeof chainTransfer> {}

/** More transfers than a transaction can have. */
export const otherExecution = 2 ** 20

/** Identifies the content of a transaction's log, whichever block executed it. */
export const chainTransferPlace = ({
  address,
  position,
  txHash,
  value
}: Pick<ChainTransfer, "address" | "position" | "txHash" | "value">): string =>
  `${txHash} ${position % otherExecution} ${address} ${value}`

export const chainTransferId = (network: string, txHash: string, position: number): string =>
  `${network}/${txHash}/${position}`

export type ChainTransferEvent =
  | {
      readonly _tag: "ChainTransferSeen"
      readonly blockHash: string
      readonly blockNumber: number
      readonly at: Instant
    }
  | { readonly _tag: "ChainTransferDropped"; readonly at: Instant }

declare module "../ports/Store.ts" {
  interface StatesByConcept {
    readonly ChainTransfer: ChainTransfer
  }
  interface EventsByConcept {
    readonly ChainTransfer: ChainTransferEvent
  }
}
