import { Option, Schema } from "effect"
import { record } from "../../kernel/concept/Concept.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { added, count, flag, instant, money, optional, packed, text } from "../../kernel/concept/Field.ts"
import type { Instant } from "../../kernel/time/Instant.ts"

const hosts = packed<ReadonlyArray<string>>(Schema.Array(Schema.String))

/**
 * A transfer of a network's token to a deposit address of this store, as the watcher saw it. It belongs to the
 * network. Crediting it to the partner of the address is a separate step (`deposit`) and a separate commit.
 *
 * A log is only what one node says. A transfer waits until as many nodes as were asked for have shown the receipt of
 * its transaction, or until an operator accepts it, and nobody outside the journal is shown it before (ADR 0036).
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
    /** No longer on the network: removed by a reorganisation, or invented by a node. */
    isDropped: flag,
    /**
     * How many nodes must show its receipt: what was configured when it was first seen. None if a version recorded it
     * that did not ask for receipts: what it credited stays, and what it did not is asked for when it is read again.
     */
    askedFor: added(11, optional(count)),
    /** The hosts of the nodes that have shown its receipt in this block; none as above. */
    shownBy: added(11, optional(hosts)),
    /** Since when it has been in this block without being shown by enough; none if it does not wait. */
    waitsSince: added(11, optional(instant)),
    /** Why an operator accepted it although too few nodes showed it. */
    accepted: added(11, optional(text)),
    updatedAt: instant
  },
  indexes: {
    by_address: { on: ["partnerId", "address"] },
    by_block: { on: ["partnerId", "blockNumber"] },
    waiting: { on: ["partnerId", "blockNumber"], where: { set: ["waitsSince"] } },
    /** What earlier versions recorded. */
    unasked: { on: ["partnerId", "blockNumber"], where: { unset: ["askedFor"] } }
  }
})

export interface ChainTransfer extends RecordOf<typeof chainTransfer> {}

/** Whether enough nodes have shown it, or an operator accepted it: only then may it be credited. */
export const isAgreed = ({ askedFor, waitsSince }: Pick<ChainTransfer, "askedFor" | "waitsSince">): boolean =>
  Option.isSome(askedFor) && Option.isNone(waitsSince)

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
      /** The hosts that had shown its receipt by then; left out by versions that asked for none. */
      readonly shownBy?: ReadonlyArray<string>
      readonly at: Instant
    }
  | { readonly _tag: "ChainTransferDropped"; readonly at: Instant }
  | { readonly _tag: "ChainTransferAccepted"; readonly reason: string; readonly at: Instant }

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly ChainTransfer: ChainTransfer
  }
  interface EventsByConcept {
    readonly ChainTransfer: ChainTransferEvent
  }
}
