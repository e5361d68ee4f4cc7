import { Clock, Effect, Result } from "effect"
import { mayBeTooMuch } from "./mayBeTooMuch.ts"
import { countRpcFailure, type NodeState } from "./NodeState.ts"
import type { AskedEach } from "./questions.ts"
import { BlockUnknown, RpcUnavailable } from "./RpcFailure.ts"

/** A node that others replace while it does not answer. */
export interface AnsweringNode {
  readonly host: string
  /** Until when other nodes come first. */
  readonly restsUntil: number
  state: NodeState
  readonly rest: (millis: number) => Effect.Effect<void>
}

/** The node answers, but not this. */
const ofOneCall: ReadonlySet<RpcUnavailable["kind"]> = new Set(["refused", "tooLarge", "unsupported"])

/** How long other nodes come before one that did not answer. */
export const restMillisMax = 30_000

/**
 * For each call, the answer of the first node that has one. Resting nodes come last. A block is unknown only if every
 * node says so: a node that did not answer may have it.
 */
export const firstAnswers = Effect.fnUntraced(function* <Node extends AnsweringNode, Q, A, E>(
  nodes: ReadonlyArray<Node>,
  restMillis: number,
  asked: ReadonlyArray<Q>,
  ask: (node: Node, asked: ReadonlyArray<Q>) => AskedEach<A, E>
): Effect.fn.Return<ReadonlyArray<Result.Result<A, E | RpcUnavailable>>> {
  const now = yield* Clock.currentTimeMillis
  const rested = (node: Node) => Math.max(0, node.restsUntil - now)
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
    const away = unavailable.find(({ kind }) => !ofOneCall.has(kind))
    if (away !== undefined) {
      if (rested(node) === 0) yield* Effect.logWarning(`${away.host}, ${away.method}: ${away.reason}`)
      yield* node.rest(restMillis)
    }
  }
  return answers.flatMap((answer) => answer ?? [])
})

type Found<A, E> = Result.Result<A, E | RpcUnavailable>

/**
 * Which of two nodes' answers to a call counts. A call whose answer is not final goes to the next node too. A node that
 * may answer to less counts more than one that answers nothing.
 */
const worth = { none: 0, unknownBlock: 1, unavailable: 2, perhapsTooMuch: 3, final: 4 }

const worthOf = (answer: Found<unknown, unknown> | undefined): number => {
  if (answer === undefined) return worth.none
  if (Result.isSuccess(answer)) return worth.final
  if (answer.failure instanceof BlockUnknown) return worth.unknownBlock
  if (!(answer.failure instanceof RpcUnavailable)) return worth.final
  return mayBeTooMuch(answer.failure) ? worth.perhapsTooMuch : worth.unavailable
}

const unavailableIn = (answer: Found<unknown, unknown>): ReadonlyArray<RpcUnavailable> =>
  Result.isFailure(answer) && answer.failure instanceof RpcUnavailable ? [answer.failure] : []

/** The answer of the first node that has one. */
export const firstAnswer = <Node extends AnsweringNode, A, E>(
  nodes: ReadonlyArray<Node>,
  restMillis: number,
  question: (node: Node) => Effect.Effect<A, E | RpcUnavailable>
): Effect.Effect<A, E | RpcUnavailable> =>
  Effect.flatMap(
    firstAnswers(nodes, restMillis, [undefined], (node) =>
      Effect.map(Effect.result(question(node)), (answer) => [answer])
    ),
    ([answer]) => (answer === undefined ? Effect.die("no node") : Effect.fromResult(answer))
  )
