import { Clock, Effect, Array as Lists, Result } from "effect"
import { type Answer, answerIn, answersIn } from "./answers.ts"
import { Count } from "./ChainData.ts"
import { type Expected, type Fetch, NodeHttp, type NodeLimits, type NodeResponse } from "./NodeHttp.ts"
import type { NodeState } from "./NodeState.ts"
import type { NodeUrl } from "./NodeUrl.ts"
import { unavailableOf } from "./nodeErrors.ts"
import { NodeError, type RpcUnavailable } from "./RpcFailure.ts"
import { reasonIn } from "./revertReason.ts"
import { rpcSpan } from "./rpcSpan.ts"

/** One request to a node. */
export interface Question<A> extends Expected<A> {
  readonly parameters: ReadonlyArray<unknown>
}

/**
 * How many calls one batch carries: providers advise 30 or fewer. Nodes may process a batch in any order. Geth keeps
 * 64 transactions of an account that arrive before their turn, so two batches may be on their way at once.
 */
const batchSizeMax = 25
const batchesAtOnce = 2

/** How many calls of a batch are open at once at a node that accepts no batches. */
const singlyAtOnce = 8

type Asked<A> = Effect.Effect<A, NodeError | RpcUnavailable>
type Found<A> = Result.Result<A, NodeError | RpcUnavailable>

interface Request {
  readonly jsonrpc: "2.0"
  readonly id: number
  readonly method: string
  readonly params: ReadonlyArray<unknown>
}

/** The failure of a batch of which no call was answered. */
const failureOfAll = (found: ReadonlyArray<Found<unknown>>): unknown => {
  const [first] = found
  return first !== undefined && Result.isFailure(first) && found.every(Result.isFailure)
    ? first.failure
    : undefined
}

/** A node of a network, over HTTP. */
export class RpcNode {
  readonly host: string
  /** Until when other nodes come first, because it did not answer. */
  restsUntil = 0
  state: NodeState
  protected readonly http: NodeHttp
  /** Undefined if it need not belong to a chain. */
  readonly #chainId: number | undefined
  #lastId = 0
  #isChecked = false
  #takesBatches = true

  constructor(url: NodeUrl, chainId: number | undefined, limits: NodeLimits, fetch: Fetch) {
    this.host = url.host
    this.state = { host: url.host, answers: undefined, lastFailure: undefined }
    this.http = new NodeHttp(url, limits, fetch)
    this.#chainId = chainId
  }

  /** Asks, after the node proved that it belongs to the network. */
  ask<A>(question: Question<A>): Asked<A> {
    return Effect.andThen(this.proven, this.#ask(question))
  }

  /**
   * Sends several calls in as few requests as the node accepts. Each call has its own answer, in the order of the
   * calls.
   */
  askAll<A>(questions: ReadonlyArray<Question<A>>): Effect.Effect<ReadonlyArray<Found<A>>> {
    const batches = Lists.chunksOf(questions, batchSizeMax)
    const asked = Effect.forEach(batches, (batch) => this.#askBatch(batch), { concurrency: batchesAtOnce })
    const all = Effect.map(asked, (found) => found.flat())
    return Effect.matchEffect(this.proven, {
      onFailure: (failure) => Effect.succeed(questions.map(() => Result.fail(failure))),
      onSuccess: () => all
    })
  }

  /** Lets it rest. Afterwards it must prove its network again, because it may be another node. */
  rest(millis: number): Effect.Effect<void> {
    return Effect.map(Clock.currentTimeMillis, (now) => {
      this.restsUntil = now + millis
      this.#isChecked = false
      this.#takesBatches = true
    })
  }

  /** Fails if the node does not belong to the network. This is checked once, until it rests. */
  protected readonly proven: Effect.Effect<void, RpcUnavailable> = Effect.suspend(() =>
    this.#isChecked || this.#chainId === undefined ? Effect.void : this.#checkChain()
  )

  #checkChain(): Effect.Effect<void, RpcUnavailable> {
    const method = "eth_chainId"
    return this.#ask({ method, parameters: [], answer: Count }).pipe(
      Effect.catchTag("NodeError", (error) => Effect.fail(unavailableOf(error))),
      Effect.flatMap((found) => {
        if (found !== this.#chainId)
          return Effect.fail(
            this.http.failure(method, "wrongChain", `it is chain ${found}, not ${this.#chainId}`)
          )
        this.#isChecked = true
        return Effect.void
      })
    )
  }

  #ask<A>(question: Question<A>): Asked<A> {
    return Effect.suspend(() => {
      const { method } = question
      const request = this.#request(question)
      const answered = Effect.flatMap(this.http.post(method, request), (response) =>
        Effect.fromResult(
          Result.flatMap(this.#resultIn(response, method, request.id), (result) =>
            this.http.decoded(question, result)
          )
        )
      )
      return rpcSpan<A>({ host: this.host, method, calls: 1 })(answered)
    })
  }

  /** A batch that is not answered as a whole is sent call by call, and so are later batches. */
  #askBatch<A>(questions: ReadonlyArray<Question<A>>): Effect.Effect<ReadonlyArray<Found<A>>> {
    return Effect.suspend(() => {
      const [first] = questions
      const singly = Effect.forEach(questions, (question) => Effect.result(this.#ask(question)), {
        concurrency: singlyAtOnce
      })
      if (first === undefined || questions.length === 1 || !this.#takesBatches) return singly
      const { method } = first
      const all = (failure: RpcUnavailable) => Effect.succeed(questions.map(() => Result.fail(failure)))
      const asked = questions.map((question) => ({ question, request: this.#request(question) }))
      const requests = asked.map(({ request }) => request)
      const answered = Effect.matchEffect(this.http.post(method, requests), {
        onFailure: all,
        onSuccess: (response) => {
          const answers = answersIn(response.text, requests)
          if (answers !== undefined)
            return Effect.succeed(
              asked.map(({ question, request }) =>
                Result.flatMap(this.#resultOf(answers.get(request.id), response, question.method), (result) =>
                  this.http.decoded(question, result)
                )
              )
            )
          const trouble = this.#trouble(response, method)
          if (trouble !== undefined) return all(trouble)
          this.#takesBatches = false
          return singly
        }
      })
      return rpcSpan<ReadonlyArray<Found<A>>>(
        { host: this.host, method, calls: questions.length },
        failureOfAll
      )(answered)
    })
  }

  /** Why the node answers no request now. */
  #trouble(response: NodeResponse, method: string): RpcUnavailable | undefined {
    const found = this.#resultIn(response, method, null)
    if (Result.isSuccess(found)) return undefined
    const failure = found.failure._tag === "NodeError" ? unavailableOf(found.failure) : found.failure
    return failure.kind === "limited" || response.status >= 500 ? failure : undefined
  }

  #request({ method, parameters }: Pick<Question<unknown>, "method" | "parameters">): Request {
    return { jsonrpc: "2.0", id: ++this.#lastId, method, params: parameters }
  }

  /** The node's answer to one call, not decoded yet. */
  #resultIn(response: NodeResponse, method: string, id: number | null): Found<unknown> {
    const { text } = response
    if (text === undefined) return Result.fail(this.http.tooLarge(method))
    const answer = answerIn(text)
    // Errors come with many a status, and without the id if the node did not read so far.
    if (answer?.error && (answer.id === id || answer.id === null))
      return this.#resultOf(answer, response, method)
    const failure = this.http.statusFailure(response, method)
    if (failure !== undefined) return Result.fail(failure)
    if (answer === undefined && response.type.startsWith("text/html"))
      return Result.fail(this.http.failure(method, "malformed", "it answers with a web page, not JSON-RPC"))
    return this.#resultOf(answer?.id === id && !answer.error ? answer : undefined, response, method)
  }

  #resultOf(answer: Answer | undefined, { status, type }: NodeResponse, method: string): Found<unknown> {
    if (answer?.error) {
      const { code } = answer.error
      const reason = this.http.shown(reasonIn(answer.error))
      return Result.fail(new NodeError({ host: this.host, method, code, status, reason }))
    }
    if (answer === undefined || !("result" in answer))
      return Result.fail(this.http.failure(method, "malformed", `no JSON-RPC answer (${type})`))
    return Result.succeed(answer.result)
  }
}
