import { Context, Effect, Layer, type Option, type Result } from "effect"
import type { Hex } from "../hex.ts"
import type { Block, FeeHistory, Log, Receipt, SlotUse, Transaction } from "./ChainData.ts"
import { firstAnswer, firstAnswers, restMillisMax } from "./firstAnswers.ts"
import { httpFetch } from "./httpFetch.ts"
import type { LogFilter } from "./LogFilter.ts"
import type { Fetch } from "./NodeHttp.ts"
import type { NodeState } from "./NodeState.ts"
import { type NodeUrl, type NodeUrlRefused, readNodeUrl } from "./NodeUrl.ts"
import type { AskedEach, ContractCall, HeadTag, RangeLogs, StateTag } from "./questions.ts"
import * as questions from "./questions.ts"
import type { BlockUnknown, BroadcastRefused, CallReverted, RpcUnavailable, TooMuch } from "./RpcFailure.ts"
import { RpcNode } from "./RpcNode.ts"
import type { StateOverrides } from "./StateOverrides.ts"

type Asked<A, E = never> = Effect.Effect<A, E | RpcUnavailable>

/**
 * The requests that a network answers. Each answer comes from one node, and two answers may come from nodes that have
 * seen different blocks.
 */
export interface Questions {
  readonly head: (tag: HeadTag) => Asked<Block>
  readonly block: (number: number) => Asked<Option.Option<Block>>
  readonly logsOfBlock: (
    blockHash: Hex,
    filter: LogFilter
  ) => Asked<ReadonlyArray<Log>, BlockUnknown | TooMuch>
  readonly logsOfRange: (
    from: number,
    to: number,
    filter: LogFilter
  ) => Asked<RangeLogs, BlockUnknown | TooMuch>
  readonly transactionCount: (account: Hex, tag: StateTag) => Asked<number>
  readonly receipt: (hash: Hex) => Asked<Option.Option<Receipt>>
  readonly slotsUsedIn: (number: number) => Asked<ReadonlyArray<SlotUse>>
  readonly receiptsOfBlock: (blockHash: Hex) => Asked<ReadonlyArray<Receipt>, BlockUnknown>
  readonly transaction: (hash: Hex) => Asked<Option.Option<Transaction>>
  /** If a node does not answer one of these, it goes to the next node. */
  readonly receipts: (hashes: ReadonlyArray<Hex>) => AskedEach<Option.Option<Receipt>>
  readonly broadcasts: (signed: ReadonlyArray<Hex>) => AskedEach<Hex, BroadcastRefused>
  readonly estimates: (calls: ReadonlyArray<ContractCall>) => AskedEach<bigint, CallReverted>
  readonly feeHistory: (blocks: number, percentiles: ReadonlyArray<number>) => Asked<FeeHistory>
  readonly call: (call: ContractCall, tag: StateTag, overrides?: StateOverrides) => Asked<Hex, CallReverted>
  readonly calls: (calls: ReadonlyArray<ContractCall>, tag: StateTag) => AskedEach<Hex, CallReverted>
  readonly estimateGas: (call: ContractCall) => Asked<bigint, CallReverted>
  readonly code: (address: Hex, tag: StateTag) => Asked<Hex>
  readonly balance: (account: Hex, tag: StateTag) => Asked<bigint>
}

export interface RpcOptions {
  /** One or more nodes of the network, the preferred one first. */
  readonly urls: readonly [string, ...ReadonlyArray<string>]
  /** The URL of a node, and its parts. */
  readonly readUrl?: (url: string) => Result.Result<NodeUrl, NodeUrlRefused>
  /** A node of another chain is not used. */
  readonly chainId: number
  /** The longest wait for an answer of one node; 10 s. */
  readonly answerMillisMax?: number
  /** The longest answer that is read; 16 MiB. */
  readonly answerBytesMax?: number
  /** How long other nodes come before one that did not answer; 30 s. */
  readonly restMillis?: number
  readonly fetch?: Fetch
}

/**
 * The nodes of one network over JSON-RPC. A node that does not answer, or gives an impossible answer, is replaced by
 * the next one. Nodes are trusted only as far as they can be checked: an answer is decoded strictly and must belong
 * to its request. Missing logs cannot be noticed here.
 */
export class Rpc extends Context.Service<
  Rpc,
  Questions & {
    /** Each node alone, for comparing the answers of several. */
    readonly nodes: ReadonlyArray<
      Questions & { readonly host: string; readonly state: Effect.Effect<NodeState> }
    >
  }
>()("@quittance/adapters-evm/Rpc") {
  static readonly make = (options: RpcOptions): Effect.Effect<Rpc["Service"], NodeUrlRefused> =>
    Effect.gen(function* () {
      const { answerBytesMax = 16 * 1024 * 1024, answerMillisMax = 10_000, chainId, urls } = options
      const { fetch = httpFetch, readUrl = readNodeUrl, restMillis = restMillisMax } = options
      const nodes: Array<RpcNode> = []
      for (const url of urls) {
        const read = yield* Effect.fromResult(readUrl(url))
        nodes.push(new RpcNode(read, chainId, { answerBytesMax, answerMillisMax }, fetch))
      }
      return Rpc.of({
        ...questionsTo(nodes, restMillis),
        nodes: nodes.map((node) => ({
          host: node.host,
          state: Effect.sync(() => node.state),
          ...questionsTo([node], restMillis)
        }))
      })
    })

  static readonly layer = (options: RpcOptions): Layer.Layer<Rpc, NodeUrlRefused> =>
    Layer.effect(Rpc, Rpc.make(options))
}

const questionsTo = (nodes: ReadonlyArray<RpcNode>, restMillis: number): Questions => {
  const of =
    <Q extends ReadonlyArray<unknown>, A, E>(
      question: (node: RpcNode, ...question: Q) => Effect.Effect<A, E | RpcUnavailable>
    ) =>
    (...parameters: Q) =>
      firstAnswer(nodes, restMillis, (node) => question(node, ...parameters))
  const ofEach =
    <Q, A, E>(question: (node: RpcNode, asked: ReadonlyArray<Q>) => AskedEach<A, E>) =>
    (asked: ReadonlyArray<Q>) =>
      firstAnswers(nodes, restMillis, asked, question)
  return {
    head: of(questions.head),
    block: of(questions.blockByNumber),
    logsOfBlock: of(questions.logsOfBlock),
    logsOfRange: of(questions.logsOfRange),
    transactionCount: of(questions.transactionCount),
    receipt: of(questions.receipt),
    slotsUsedIn: of(questions.slotsUsedIn),
    receiptsOfBlock: of(questions.receiptsOfBlock),
    transaction: of(questions.transaction),
    receipts: ofEach(questions.receipts),
    broadcasts: ofEach(questions.broadcasts),
    estimates: ofEach(questions.estimates),
    feeHistory: of(questions.feeHistory),
    call: of(questions.call),
    calls: (calls, tag) =>
      firstAnswers(nodes, restMillis, calls, (node, asked) => questions.calls(node, asked, tag)),
    estimateGas: of(questions.estimateGas),
    code: of(questions.code),
    balance: of(questions.balance)
  }
}
