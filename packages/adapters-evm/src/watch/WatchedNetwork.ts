import type { Spelling } from "../Spelling.ts"
import type { TokenNode } from "./TokenNode.ts"

/** A network whose transfers of one token are read. */
export interface WatchedNetwork {
  readonly name: string
  readonly spelling: Spelling
  /** What its nodes say about the token. */
  readonly node: TokenNode
  /** Another node, or another way to ask: a transfer that it denies is not credited. */
  readonly other: TokenNode | undefined
  /** Of the token on this network. */
  readonly decimals: number
  /** The depth at which a deposit is credited; 1 is the head block. */
  readonly confirmations: number
  /** Blocks that are further behind are read in windows, and what was read remembers that; 64 by default. */
  readonly liveBlocksMax?: number
  /** How often it is looked at; a fraction of the time between blocks. */
  readonly pollMillis: number
}
