import { Effect, Option, Result, Schema } from "effect"
import { bytesOf, type Hex, hexOf, keccak } from "../hex.ts"
import {
  Block,
  Bytes,
  Count,
  FeeHistory,
  Hash,
  hexOfNumber,
  Log,
  Quantity,
  Receipt,
  SlotUse,
  Transaction
} from "./ChainData.ts"
import { answersFilter, type LogFilter } from "./LogFilter.ts"
import { broadcastFailure, callFailure, logsFailure, unavailableOf } from "./nodeErrors.ts"
import {
  BlockUnknown,
  type BroadcastRefused,
  type CallReverted,
  type NodeError,
  type RpcUnavailable,
  TooMuch
} from "./RpcFailure.ts"
import type { Question, RpcNode } from "./RpcNode.ts"
import type { StateOverrides } from "./StateOverrides.ts"

/** A node's names for the latest block, and for the blocks that it considers safe and final. */
export type HeadTag = "latest" | "safe" | "finalized"

/** The block whose state is asked about; `pending` counts the transactions that wait as well. */
export type StateTag = HeadTag | "pending" | number

export interface ContractCall {
  readonly from?: Hex
  /** Omitted if the data creates a contract. */
  readonly to?: Hex
  readonly data: Hex
  readonly value?: bigint
}

/** The logs of consecutive blocks, and the last of these blocks as the node that answered has it. */
export interface RangeLogs {
  readonly logs: ReadonlyArray<Log>
  readonly last: Block
}

type Asked<A, E = never> = Effect.Effect<A, E | RpcUnavailable>
/** Several calls at once, each with its own answer. */
export type AskedEach<A, E = never> = Effect.Effect<ReadonlyArray<Result.Result<A, E | RpcUnavailable>>>
type LogsFailure = BlockUnknown | TooMuch

/** A call whose errors have no special meaning. */
const asked = <A>(node: RpcNode, question: Question<A>): Asked<A> =>
  Effect.catchTag(node.ask(question), "NodeError", (error) => Effect.fail(unavailableOf(error)))

const askedEach = <A, E>(
  node: RpcNode,
  questions: ReadonlyArray<Question<A>>,
  failureOf: (error: NodeError) => E
): AskedEach<A, E> =>
  Effect.map(node.askAll(questions), (found) =>
    found.map(Result.mapError((failure) => (failure._tag === "NodeError" ? failureOf(failure) : failure)))
  )

const tagOf = (tag: StateTag): string => (typeof tag === "number" ? hexOfNumber(tag) : tag)

const optional = <A>(schema: Schema.Decoder<A>): Schema.Decoder<A | null> => Schema.NullOr(schema)

const same = (answered: string, asked: string): boolean => answered === asked.toLowerCase()

export const head = (node: RpcNode, tag: HeadTag): Asked<Block> =>
  asked(node, { method: "eth_getBlockByNumber", parameters: [tag, false], answer: Block })

/** None if the node has no block of this number. */
export const blockByNumber = (node: RpcNode, number: number): Asked<Option.Option<Block>> =>
  Effect.map(
    asked(node, {
      method: "eth_getBlockByNumber",
      parameters: [hexOfNumber(number), false],
      answer: optional(Block),
      fits: (block) => block === null || block.number === number
    }),
    Option.fromNullOr
  )

export const logsOfBlock = (
  node: RpcNode,
  blockHash: Hex,
  filter: LogFilter
): Asked<ReadonlyArray<Log>, LogsFailure> =>
  logs(
    node,
    { ...filter, blockHash },
    blockHash,
    (found) => found.every((log) => same(log.blockHash, blockHash)) && answersFilter(found, filter)
  )

/**
 * The logs of the blocks `from` to `to`. A node that has not seen all of them would leave out the missing ones, so
 * the last block is requested first.
 */
export const logsOfRange = Effect.fnUntraced(function* (
  node: RpcNode,
  from: number,
  to: number,
  filter: LogFilter
): Effect.fn.Return<RangeLogs, LogsFailure | RpcUnavailable> {
  const unknown = new BlockUnknown({ host: node.host, block: String(to) })
  const last = yield* blockByNumber(node, to)
  if (Option.isNone(last)) return yield* unknown
  const range = { fromBlock: hexOfNumber(from), toBlock: hexOfNumber(to) }
  const found = yield* logs(
    node,
    { ...filter, ...range },
    String(to),
    (found) =>
      found.every(({ blockNumber }) => from <= blockNumber && blockNumber <= to) &&
      answersFilter(found, filter)
  )
  // A reorganisation came between the two answers.
  if (found.some((log) => log.blockNumber === to && log.blockHash !== last.value.hash)) return yield* unknown
  return { logs: found, last: last.value }
})

const logs = (
  node: RpcNode,
  filter: object,
  block: string,
  fits: (logs: ReadonlyArray<Log>) => boolean
): Asked<ReadonlyArray<Log>, LogsFailure> =>
  node.ask({ method: "eth_getLogs", parameters: [filter], answer: Schema.Array(Log), fits }).pipe(
    Effect.catchTag("NodeError", (error) => Effect.fail(logsFailure(error, block))),
    Effect.catchTag("RpcUnavailable", (failure) =>
      Effect.fail(
        failure.kind === "tooLarge" ? new TooMuch({ host: node.host, reason: failure.reason }) : failure
      )
    )
  )

/** The number of the account's next transaction. */
export const transactionCount = (node: RpcNode, account: Hex, tag: StateTag): Asked<number> =>
  asked(node, { method: "eth_getTransactionCount", parameters: [account, tagOf(tag)], answer: Count })

const receiptOf = (hash: Hex): Question<Receipt | null> => ({
  method: "eth_getTransactionReceipt",
  parameters: [hash],
  answer: optional(Receipt),
  fits: (receipt) =>
    receipt === null ||
    (same(receipt.transactionHash, hash) &&
      receipt.logs.every(
        (log) => log.transactionHash === receipt.transactionHash && log.blockHash === receipt.blockHash
      ))
})

/** None if the node has no block that contains the transaction. */
export const receipt = (node: RpcNode, hash: Hex): Asked<Option.Option<Receipt>> =>
  Effect.map(asked(node, receiptOf(hash)), Option.fromNullOr)

export const receipts = (node: RpcNode, hashes: ReadonlyArray<Hex>): AskedEach<Option.Option<Receipt>> =>
  Effect.map(askedEach(node, hashes.map(receiptOf), unavailableOf), (found) =>
    found.map(Result.map(Option.fromNullOr))
  )

/** The transactions of a block by its number; none if the node has no such block. */
export const slotsUsedIn = (node: RpcNode, number: number): Asked<ReadonlyArray<SlotUse>> =>
  Effect.map(
    asked(node, {
      method: "eth_getBlockByNumber",
      parameters: [hexOfNumber(number), true],
      answer: optional(Schema.Struct({ number: Count, transactions: Schema.Array(SlotUse) })),
      fits: (block) => block === null || block.number === number
    }),
    (block) => block?.transactions ?? []
  )

/** The receipts of all transactions of a block. */
export const receiptsOfBlock = (node: RpcNode, blockHash: Hex): Asked<ReadonlyArray<Receipt>, BlockUnknown> =>
  Effect.flatMap(
    asked(node, {
      method: "eth_getBlockReceipts",
      parameters: [blockHash],
      answer: optional(Schema.Array(Receipt)),
      fits: (receipts) => receipts === null || receipts.every((receipt) => same(receipt.blockHash, blockHash))
    }),
    (receipts) =>
      receipts === null
        ? Effect.fail(new BlockUnknown({ host: node.host, block: blockHash }))
        : Effect.succeed(receipts)
  )

/** None if the node does not know the transaction. */
export const transaction = (node: RpcNode, hash: Hex): Asked<Option.Option<Transaction>> =>
  Effect.map(
    asked(node, {
      method: "eth_getTransactionByHash",
      parameters: [hash],
      answer: optional(Transaction),
      fits: (found) => found === null || same(found.hash, hash)
    }),
    Option.fromNullOr
  )

/** Passes signed bytes to the node, and returns the hashes of the transactions. */
export const broadcasts = (node: RpcNode, signed: ReadonlyArray<Hex>): AskedEach<Hex, BroadcastRefused> =>
  askedEach(
    node,
    signed.map((bytes) => {
      const hash = hexOf(keccak(bytesOf(bytes)))
      return {
        method: "eth_sendRawTransaction",
        parameters: [bytes],
        answer: Hash,
        fits: (answered) => answered === hash
      }
    }),
    broadcastFailure
  )

/** The fees of the last blocks, with the tips at these percentiles of the gas of each. */
export const feeHistory = (
  node: RpcNode,
  blocks: number,
  percentiles: ReadonlyArray<number>
): Asked<FeeHistory> =>
  asked(node, {
    method: "eth_feeHistory",
    parameters: [hexOfNumber(blocks), "latest", percentiles],
    answer: FeeHistory,
    fits: ({ baseFeePerGas, reward }) =>
      baseFeePerGas.length === reward.length + 1 && reward.every((tips) => tips.length === percentiles.length)
  })

const parametersOf = ({ value, ...call }: ContractCall) => ({
  ...call,
  ...(value !== undefined && { value: hexOfNumber(value) })
})

const mayRevert = <A>(answered: Effect.Effect<A, NodeError | RpcUnavailable>): Asked<A, CallReverted> =>
  Effect.catchTag(answered, "NodeError", (error) => Effect.fail(callFailure(error)))

const callOf = (call: ContractCall, tag: StateTag, overrides?: StateOverrides): Question<Hex> => ({
  method: "eth_call",
  parameters: [parametersOf(call), tagOf(tag), ...(overrides === undefined ? [] : [overrides])],
  answer: Bytes
})

export const call = (
  node: RpcNode,
  call: ContractCall,
  tag: StateTag,
  overrides?: StateOverrides
): Asked<Hex, CallReverted> => mayRevert(node.ask(callOf(call, tag, overrides)))

export const calls = (
  node: RpcNode,
  calls: ReadonlyArray<ContractCall>,
  tag: StateTag
): AskedEach<Hex, CallReverted> =>
  askedEach(
    node,
    calls.map((call) => callOf(call, tag)),
    callFailure
  )

const estimateOf = (call: ContractCall): Question<bigint> => ({
  method: "eth_estimateGas",
  parameters: [parametersOf(call), "latest"],
  answer: Quantity
})

/**
 * The gas that a transaction needs after the latest block. Waiting transactions are left out: they may make others
 * cheaper, and then vanish.
 */
export const estimateGas = (node: RpcNode, call: ContractCall): Asked<bigint, CallReverted> =>
  mayRevert(node.ask(estimateOf(call)))

export const estimates = (
  node: RpcNode,
  calls: ReadonlyArray<ContractCall>
): AskedEach<bigint, CallReverted> => askedEach(node, calls.map(estimateOf), callFailure)

/** The code of a contract; `0x` if there is none. */
export const code = (node: RpcNode, address: Hex, tag: StateTag): Asked<Hex> =>
  asked(node, { method: "eth_getCode", parameters: [address, tagOf(tag)], answer: Bytes })

/** The account's native coin, in wei. */
export const balance = (node: RpcNode, account: Hex, tag: StateTag): Asked<bigint> =>
  asked(node, { method: "eth_getBalance", parameters: [account, tagOf(tag)], answer: Quantity })
