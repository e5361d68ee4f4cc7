import { Clock, Context, Effect, Layer, type Option, Result } from "effect"
import type { Hex } from "../hex.ts"
import type { Block, FeeHistory, Log, Receipt, SlotUse, Transaction } from "./ChainData.ts"
import type { LogFilter } from "./LogFilter.ts"
import { countRpcFailure, type NodeState } from "./NodeState.ts"
import { type NodeUrlRefused, readNodeUrl } from "./NodeUrl.ts"
import * as questions from "./questions.ts"
import type { AskedEach, ContractCall, HeadTag, RangeLogs, StateTag } from "./questions.ts"
import {
  BlockUnknown,
  type BroadcastRefused,
  type CallReverted,
  RpcUnavailable,
  type TooMuch
} from "./RpcFailure.ts"
import { type Fetch, RpcNode } from "./RpcNode.ts"

type Asked<A, E = never> = Effect.Effect<A, E | RpcUnavailable>

/** What can be asked of a network. Each answer is one node's, and two answers may be of two nodes that have seen different blocks. */
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
  /** Each of these is passed to the next node if one does not answer it. */
  readonly receipts: (hashes: ReadonlyArray<Hex>) => AskedEach<Option.Option<Receipt>>
  readonly broadcasts: (signed: ReadonlyArray<Hex>) => AskedEach<Hex, BroadcastRefused>
  readonly estimates: (calls: ReadonlyArray<ContractCall>) => AskedEach<bigint, CallReverted>
  readonly feeHistory: (blocks: number, percentiles: ReadonlyArray<number>) => Asked<FeeHistory>
  readonly call: (call: ContractCall, tag: StateTag) => Asked<Hex, CallReverted>
  readonly estimateGas: (call: ContractCall) => Asked<bigint, CallReverted>
  readonly code: (address: Hex, tag: StateTag) => Asked<Hex>
  readonly balance: (account: Hex, tag: StateTag) => Asked<bigint>
}

export interface RpcOptions {
  /** One or more nodes of the network, the preferred one first. */
  readonly urls: readonly [string, ...ReadonlyArray<string>]
  /** A node of another chain is not used. */
  readonly chainId: number
  /** The longest wait for an answer of one node; 10 s. */
  readonly answerMillisMax?: number
  /** The longest answer that is read; 16 MiB. */
  readonly answerBytesMax?: number
  /** How long other nodes are asked before one that did not answer; 30 s. */
  readonly restMillis?: number
  readonly fetch?: Fetch
}

/**
 * The nodes of one network over JSON-RPC. A node that does not answer, or answers what cannot be, is replaced by the next one. Nodes are
 * not believed more than can be checked: an answer is decoded strictly and must belong to its question. That logs are
 * left out cannot be seen.
 */
export class Rpc extends Context.Service<
  Rpc,
  Questions & {
    /** Each node alone, for those who compare what several say. */
    readonly nodes: ReadonlyArray<
      Questions & { readonly host: string; readonly state: Effect.Effect<NodeState> }
    >
  }
>()("@quittance/adapters-evm/Rpc") {
  static readonly make = (options: RpcOptions): Effect.Effect<Rpc["Service"], NodeUrlRefused> =>
    Effect.gen(function* () {
      const { answerBytesMax = 16 * 1024 * 1024, answerMillisMax = 10_000, chainId, urls } = options
      const { fetch = globalThis.fetch, restMillis = 30_000 } = options
      const nodes: Array<RpcNode> = []
      for (const url of urls) {
        const read = yield* Effect.fromResult(readNodeUrl(url))
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
      Effect.flatMap(
        firstAnswers(nodes, restMillis, [parameters], (node) =>
          Effect.map(Effect.result(question(node, ...parameters)), (answer) => [answer])
        ),
        ([answer]) => (answer === undefined ? Effect.die("no node") : Effect.fromResult(answer))
      )
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
    estimateGas: of(questions.estimateGas),
    code: of(questions.code),
    balance: of(questions.balance)
  }
}

/**
 * To each question the answer of the first node that has one. Nodes that rest are asked last. A block is unknown only if every node says
 * so: one that did not answer may have it.
 */
const firstAnswers = Effect.fnUntraced(function* <Q, A, E>(
  nodes: ReadonlyArray<RpcNode>,
  restMillis: number,
  asked: ReadonlyArray<Q>,
  ask: (node: RpcNode, asked: ReadonlyArray<Q>) => AskedEach<A, E>
): Effect.fn.Return<ReadonlyArray<Result.Result<A, E | RpcUnavailable>>> {
  const now = yield* Clock.currentTimeMillis
  const rested = (node: RpcNode) => Math.max(0, node.restsUntil - now)
  const answers: Array<Found<A, E> | undefined> = asked.map(() => undefined)
  for (const node of nodes.toSorted((a, b) => rested(a) - rested(b))) {
    const open = asked.flatMap((question, index) =>
      worthOf(answers[index]) < worth.final ? [{ question, index }] : []
    )
    if (open.length === 0) break
    const found = yield* ask(
      node,
      open.map(({ question }) => question)
    )
    for (const [at, { index }] of open.entries())
      if (worthOf(found[at]) > worthOf(answers[index])) answers[index] = found[at]
    const unavailable = found.flatMap(unavailableIn)
    node.state = { ...node.state, answers: unavailable.length < found.length }
    for (const failure of unavailable) {
      const { method, reason } = failure
      node.state = { ...node.state, lastFailure: { at: now, reason: `${method}: ${reason}` } }
      yield* countRpcFailure(failure)
    }
    const away = unavailable.find(({ kind }) => kind !== "refused" && kind !== "tooLarge")
    if (away !== undefined) {
      if (rested(node) === 0) yield* Effect.logWarning(`${away.host}, ${away.method}: ${away.reason}`)
      yield* node.rest(restMillis)
    }
  }
  return answers.flatMap((answer) => answer ?? [])
})

type Found<A, E> = Result.Result<A, E | RpcUnavailable>

/** Which of two nodes' answers to a question counts. One that is not final is asked of the next node too. */
const worth = { none: 0, unknownBlock: 1, unavailable: 2, final: 3 }

const worthOf = (answer: Found<unknown, unknown> | undefined): number => {
  if (answer === undefined) return worth.none
  if (Result.isSuccess(answer)) return worth.final
  if (answer.failure instanceof BlockUnknown) return worth.unknownBlock
  return answer.failure instanceof RpcUnavailable ? worth.unavailable : worth.final
}

const unavailableIn = (answer: Found<unknown, unknown>): ReadonlyArray<RpcUnavailable> =>
  Result.isFailure(answer) && answer.failure instanceof RpcUnavailable ? [answer.failure] : []
