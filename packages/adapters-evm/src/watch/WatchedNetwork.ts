import { Effect, Option, Result } from "effect"
import type { Hex } from "../hex.ts"
import type { Log, Receipt } from "../rpc/ChainData.ts"
import { distinctHosts } from "../rpc/distinctHosts.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import type { Spelling } from "../Spelling.ts"
import { type NodeFailure, type TokenNode, tokenNode } from "./TokenNode.ts"

/** A transaction's outcome, as a node shows it. */
export interface ShownReceipt {
  readonly blockHash: Hex
  /** A transaction that failed moved nothing. */
  readonly isSuccess: boolean
  /** Those of all contracts, in their order. */
  readonly logs: ReadonlyArray<Pick<Log, "address" | "data" | "logIndex" | "topics" | "transactionHash">>
}

/** A node of a watched network, alone. */
export interface WatchedNode {
  readonly host: string
  /** What it says about the token. */
  readonly node: TokenNode
  /** The same, asked in the way in which it is compared with another node. */
  readonly compared: TokenNode
  /** The receipts of transactions, each as far as a block contains it. */
  readonly receipts: (
    txHashes: ReadonlyArray<Hex>
  ) => Effect.Effect<ReadonlyArray<Result.Result<Option.Option<ShownReceipt>, NodeFailure>>>
}

/** A network whose transfers of one token are read. */
export interface WatchedNetwork {
  readonly name: string
  readonly spelling: Spelling
  /** What its nodes say about the token: one that does not answer is replaced by the next. */
  readonly node: TokenNode
  /** Another node, or another way to ask, to find what the first left out. */
  readonly other: TokenNode | undefined
  /** Each node alone, by distinct hosts, the preferred one first. */
  readonly nodes: ReadonlyArray<WatchedNode>
  /** How many of them must show the same block, and the same receipt before a transfer is credited; from 1. */
  readonly agreeing: number
  /** The contract of the token. */
  readonly token: Hex
  /** Of the token on this network. */
  readonly decimals: number
  /** The depth at which a deposit is credited; 1 is the head block. */
  readonly confirmations: number
  /** Blocks that are further behind are read in windows, and what was read remembers that; 64 by default. */
  readonly liveBlocksMax?: number
  /** How often it is looked at; a fraction of the time between blocks. */
  readonly pollMillis: number
}

/** The nodes of a network as they are watched. */
export const watchedNodes = (
  rpc: Rpc["Service"],
  token: Hex
): Pick<WatchedNetwork, "node" | "nodes" | "other" | "token"> => {
  const nodes = distinctHosts(rpc.nodes).map((each): WatchedNode => {
    const node = tokenNode(each, token)
    const receipts = (hashes: ReadonlyArray<Hex>) =>
      Effect.map(each.receipts(hashes), (found) => found.map(Result.map(Option.map(shownIn))))
    return { host: each.host, node, compared: node, receipts }
  })
  return { node: tokenNode(rpc, token), other: nodes[1]?.compared, nodes, token }
}

const shownIn = ({ blockHash, logs, status }: Receipt): ShownReceipt => ({
  blockHash,
  isSuccess: status === 1,
  logs
})
