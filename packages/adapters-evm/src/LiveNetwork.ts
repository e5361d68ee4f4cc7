import type { StoreUnavailable } from "@quittance/core"
import type { ChainWallet } from "@quittance/core/adapter"
import type { Effect, Option } from "effect"
import type { Log } from "./rpc/ChainData.ts"
import type { Rpc } from "./rpc/Rpc.ts"
import type { RpcUnavailable } from "./rpc/RpcFailure.ts"
import type { Spelling } from "./Spelling.ts"

/** What a block says of a transaction. */
export interface Execution {
  readonly blockNumber: number
  /** Its place in the block. */
  readonly transactionIndex: number
  /** Why nothing was done; undefined if the transaction succeeded. */
  readonly failure: string | undefined
  /**
   * What the contract said about the failure, where the node tells. It proves nothing, and nodes need not agree on it.
   */
  readonly reason?: string
  /** What it cost, in 10^-18 of the coin. */
  readonly costWei: bigint
  readonly logs: ReadonlyArray<Pick<Log, "address" | "data" | "logIndex" | "topics">>
}

/**
 * A network on which the server acts by itself, of any kind, in the form that watching, sweeping and comparing need.
 * Addresses are in the spelling of core.
 */
export interface LiveNetwork {
  readonly name: string
  readonly token: {
    readonly address: string
    /** 6 or more. */
    readonly decimals: number
  }
  readonly finality: "finalized" | "safe" | number
  readonly treasury: string
  readonly spelling: Spelling
  /** Reads blocks, logs and contracts. */
  readonly rpc: Rpc["Service"]
  /** None if no block contains the transaction. */
  readonly executionOf: (hash: string) => Effect.Effect<Option.Option<Execution>, RpcUnavailable>
  /** What a wallet has of the network's own coin, in 10^-18 of it. */
  readonly coinOf: (wallet: string) => Effect.Effect<bigint, RpcUnavailable>
  /** How many of its transactions are in blocks. */
  readonly minedBy: (wallet: ChainWallet) => Effect.Effect<number, RpcUnavailable | StoreUnavailable>
}
