import type { BroadcastRefused, CallReverted, Hex, Log, RpcUnavailable } from "@quittance/adapters-evm"
import type { Effect, Option } from "effect"

type Asked<A, E = never> = Effect.Effect<A, E | RpcUnavailable>

/** A block as a full node has it. */
export interface TronBlock {
  readonly number: number
  /** Its id: eight bytes of its number, then of its hash. */
  readonly id: Hex
  readonly parentId: Hex
  /** Milliseconds. */
  readonly timestamp: number
}

/** The outcome of a transaction in a block. */
export interface TransactionInfo {
  readonly id: Hex
  readonly blockNumber: number
  /** Whether the call succeeded. Too little energy, a revert and a time limit are failures. */
  readonly isSuccess: boolean
  /** Why it failed, in the node's terms (`OUT_OF_ENERGY`, `REVERT`, …); empty if it succeeded. */
  readonly result: string
  /** What the contract or the node said about a failure. */
  readonly reason?: string
  /** All that the owner paid in TRX, for energy and bandwidth, in sun. */
  readonly feeSun: bigint
  readonly energyUsed: bigint
  /** The contract that was created or called; undefined if none was. */
  readonly contract: Hex | undefined
  /** In order; the position counts within the transaction. */
  readonly logs: ReadonlyArray<Pick<Log, "address" | "data" | "topics">>
}

/** What an account has. */
export interface TronAccount {
  /** An account that never got TRX does not exist, and can own no transaction. */
  readonly isActivated: boolean
  readonly balanceSun: bigint
  /** Energy that is staked or rented, and not used up. */
  readonly energyLeft: bigint
  /** Staked bandwidth, or free bandwidth if that is more: a transaction takes all its bandwidth from one of the two. */
  readonly bandwidthLeft: bigint
}

/** Parameters that the witnesses have decided on. */
export interface ChainParameters {
  readonly energyPriceSun: bigint
  readonly bandwidthPriceSun: bigint
  /** The highest limit of fees that a transaction may have. */
  readonly maxFeeLimitSun: bigint
}

export interface EnergyCall {
  readonly owner: Hex
  readonly contract: Hex
  readonly data: Hex
}

/**
 * The requests to full nodes beyond their JSON-RPC. Addresses are 20 bytes, hashes have `0x`, everywhere inside the
 * adapter.
 */
export interface TronQuestions {
  readonly head: Asked<TronBlock>
  /** The newest block that cannot be replaced any more. */
  readonly solidHead: Asked<TronBlock>
  /** None if the node has no such block. */
  readonly block: (number: number) => Asked<Option.Option<TronBlock>>
  /** None if no block that the node knows contains it. A waiting transaction is in no block. */
  readonly info: (id: Hex) => Asked<Option.Option<TransactionInfo>>
  /** Those of all transactions of a block, in its order. */
  readonly infosOfBlock: (number: number) => Asked<ReadonlyArray<TransactionInfo>>
  /** Whether the node has the transaction in a block. Asked beside `info`, which has an index of its own. */
  readonly isInBlock: (id: Hex) => Asked<boolean>
  /** Passes signed bytes on. An accepted transaction may still never be in a block. */
  readonly broadcast: (signed: Hex) => Asked<void, BroadcastRefused>
  /** The energy that a call needs now, after the newest block. */
  readonly energyOf: (call: EnergyCall) => Asked<bigint, CallReverted>
  /** What a call would log, after the newest block; empty if the node does not say. */
  readonly logsOf: (call: EnergyCall) => Asked<TransactionInfo["logs"], CallReverted>
  readonly account: (address: Hex) => Asked<TronAccount>
  readonly parameters: Asked<ChainParameters>
}

/** The nodes of a network. A node that does not answer is replaced by the next one. */
export interface TronApi extends TronQuestions {
  /** Each node alone, for comparing the answers of several. */
  readonly nodes: ReadonlyArray<TronQuestions & { readonly host: string }>
}
