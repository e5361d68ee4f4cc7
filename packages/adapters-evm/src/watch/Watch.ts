import type { StoreUnavailable } from "@quittance/core"
import type { ChainJournal, LeasedJob, LeaseLost } from "@quittance/core/adapter"
import type { BlockReader } from "./BlockReader.ts"
import type { NodeFailure, TokenNode } from "./TokenNode.ts"
import type { WatchedNetwork } from "./WatchedNetwork.ts"

/** What the parts of a look at a network share. */
export interface Watch {
  readonly network: WatchedNetwork
  /** The node that is read. */
  readonly node: TokenNode
  /** Another node, or another way to ask, to find what it leaves out. */
  readonly other: TokenNode | undefined
  /** The host of `node`; undefined if one node replaces another. */
  readonly host: string | undefined
  readonly journal: ChainJournal["Service"]
  readonly reader: BlockReader
  /** Its lease is the right to write. */
  readonly job: LeasedJob
  /** When the look should end. */
  readonly deadline: number
}

export type WatchFailure = LeaseLost | NodeFailure | StoreUnavailable

/** Nodes have different blocks: confirmations are not counted past them. */
export interface Dispute {
  readonly blockNumber: number
  readonly reason: string
}
