import type { ChainJournal, LeasedJob, LeaseLost, StoreUnavailable } from "@quittance/core"
import type { BlockReader } from "./BlockReader.ts"
import type { NodeFailure } from "./TokenNode.ts"
import type { WatchedNetwork } from "./WatchedNetwork.ts"

/** What the parts of a look at a network share. */
export interface Watch {
  readonly network: WatchedNetwork
  readonly journal: ChainJournal["Service"]
  readonly reader: BlockReader
  /** Its lease is the right to write. */
  readonly job: LeasedJob
  /** When the look should end. */
  readonly deadline: number
}

export type WatchFailure = LeaseLost | NodeFailure | StoreUnavailable

/** Two answers about a block that cannot both be true. */
export interface Dispute {
  readonly blockNumber: number
  readonly reason: string
}
