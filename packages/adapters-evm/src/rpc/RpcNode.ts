import { Array as Lists, Clock, Effect, Option, Result, Schema } from "effect"
import { type Answer, answerIn, answersIn } from "./answers.ts"
import { Count } from "./ChainData.ts"
import type { NodeUrl } from "./NodeUrl.ts"
import type { NodeState } from "./NodeState.ts"
import { unavailableOf } from "./nodeErrors.ts"
import { NodeError, RpcUnavailable } from "./RpcFailure.ts"

/** Fetches as the platform does; tests pass their own. */
export type Fetch = (url: string, request: RequestInit) => Promise<Response>

export interface NodeLimits {
  /** The longest wait for an answer, the connection included. */
  readonly answerMillisMax: number
  /** The longest answer that is read. */
  readonly answerBytesMax: number
}

/** One question to a node. */
export interface Question<A> {
  readonly method: string
  readonly parameters: ReadonlyArray<unknown>
  /** What the answer must be. */
  readonly answer: Schema.Decoder<A>
  /** Whether it answers this question: nodes and their caches mix answers up. */
  readonly fits?: (answer: A) => boolean
}

/** How much of what a node says is shown. */
const reasonLengthMax = 200

/**
 * How many questions one request carries: providers advise 30 and fewer. Nodes may take those of a batch in any order, and Geth keeps 64
 * transactions of an account that came before their turn, which is why two batches may be on their way at once.
 */
const batchSizeMax = 25
const batchesAtOnce = 2

/** How many of a batch's questions are open at once at a node that takes no batches. */
const singlyAtOnce = 8

type Asked<A> = Effect.Effect<A, NodeError | RpcUnavailable>
type Found<A> = Result.Result<A, NodeError | RpcUnavailable>

interface Request {
  readonly jsonrpc: "2.0"
  readonly id: number
  readonly method: string
  readonly params: ReadonlyArray<unknown>
}

interface NodeResponse {
  readonly status: number
  /** Undefined if it is too long. */
  readonly text: string | undefined
  /** Its content type. */
  readonly type: string
}

/** A node of a network, over HTTP. */
export class RpcNode {
  readonly host: string
  /** Until when other nodes are asked first, because it did not answer. */
  restsUntil = 0
  state: NodeState
  readonly #url: NodeUrl
  /** Undefined if it need not belong to a chain. */
  readonly #chainId: number | undefined
  readonly #limits: NodeLimits
  readonly #fetch: Fetch
  #lastId = 0
  #isChecked = false
  #takesBatches = true

  constructor(url: NodeUrl, chainId: number | undefined, limits: NodeLimits, fetch: Fetch) {
    this.host = url.host
    this.state = { host: url.host, answers: undefined, lastFailure: undefined }
    this.#url = url
    this.#chainId = chainId
    this.#limits = limits
    this.#fetch = fetch
  }

  /** Asks, after the node proved that it belongs to the network. */
  ask<A>(question: Question<A>): Asked<A> {
    const asked = this.#ask(question)
    const isChecked = this.#isChecked || this.#chainId === undefined
    return isChecked ? asked : Effect.andThen(this.#checkChain(), asked)
  }

  /** Asks several questions in as few requests as the node takes. Each has its own answer, in the order of the questions. */
  askAll<A>(questions: ReadonlyArray<Question<A>>): Effect.Effect<ReadonlyArray<Found<A>>> {
    const batches = Lists.chunksOf(questions, batchSizeMax)
    const asked = Effect.forEach(batches, (batch) => this.#askBatch(batch), { concurrency: batchesAtOnce })
    const all = Effect.map(asked, (found) => found.flat())
    if (this.#isChecked || this.#chainId === undefined) return all
    return Effect.matchEffect(this.#checkChain(), {
      onFailure: (failure) => Effect.succeed(questions.map(() => Result.fail(failure))),
      onSuccess: () => all
    })
  }

  /** Lets it rest, and prove itself again: it may be another node after that. */
  rest(millis: number): Effect.Effect<void> {
    return Effect.map(Clock.currentTimeMillis, (now) => {
      this.restsUntil = now + millis
      this.#isChecked = false
      this.#takesBatches = true
    })
  }

  #checkChain(): Effect.Effect<void, RpcUnavailable> {
    const method = "eth_chainId"
    return this.#ask({ method, parameters: [], answer: Count }).pipe(
      Effect.catchTag("NodeError", (error) => Effect.fail(unavailableOf(error))),
      Effect.flatMap((found) => {
        if (found !== this.#chainId)
          return Effect.fail(
            this.#failure(method, "wrongChain", `it is chain ${found}, not ${this.#chainId}`)
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
      return Effect.flatMap(this.#response(method, request), (response) =>
        Effect.fromResult(
          Result.flatMap(this.#resultIn(response, method, request.id), (result) =>
            this.#decoded(question, result)
          )
        )
      )
    })
  }

  /** A batch that is not answered as a whole is asked one by one, and so are the later ones. */
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
      return Effect.matchEffect(this.#response(method, requests), {
        onFailure: all,
        onSuccess: (response) => {
          const answers = answersIn(response.text, requests)
          if (answers !== undefined)
            return Effect.succeed(
              asked.map(({ question, request }) =>
                Result.flatMap(this.#resultOf(answers.get(request.id), response, question.method), (result) =>
                  this.#decoded(question, result)
                )
              )
            )
          const trouble = this.#trouble(response, method)
          if (trouble !== undefined) return all(trouble)
          this.#takesBatches = false
          return singly
        }
      })
    })
  }

  /** Why the node answers nothing now, whatever is asked. */
  #trouble(response: NodeResponse, method: string): RpcUnavailable | undefined {
    const found = this.#resultIn(response, method, null)
    if (Result.isSuccess(found)) return undefined
    const failure = found.failure._tag === "NodeError" ? unavailableOf(found.failure) : found.failure
    return failure.kind === "limited" || response.status >= 500 ? failure : undefined
  }

  #request({ method, parameters }: Pick<Question<unknown>, "method" | "parameters">): Request {
    return { jsonrpc: "2.0", id: ++this.#lastId, method, params: parameters }
  }

  #decoded<A>({ answer, fits, method }: Question<A>, result: unknown): Result.Result<A, RpcUnavailable> {
    const decoded = Schema.decodeUnknownOption(answer)(result)
    if (Option.isNone(decoded))
      return Result.fail(this.#failure(method, "malformed", "it is not what the method answers"))
    if (fits?.(decoded.value) === false)
      return Result.fail(this.#failure(method, "malformed", "it answers another question"))
    return Result.succeed(decoded.value)
  }

  #response(
    method: string,
    body: Request | ReadonlyArray<Request>
  ): Effect.Effect<NodeResponse, RpcUnavailable> {
    const { answerMillisMax } = this.#limits
    return Effect.tryPromise({
      try: (signal) => this.#post(JSON.stringify(body), signal),
      catch: (cause) => this.#failure(method, "unreachable", connectionReason(cause))
    }).pipe(
      Effect.timeoutOrElse({
        duration: answerMillisMax,
        orElse: () => Effect.fail(this.#failure(method, "timeout", `no answer in ${answerMillisMax} ms`))
      })
    )
  }

  /** What the node answers to one question, not decoded yet. */
  #resultIn(response: NodeResponse, method: string, id: number | null): Found<unknown> {
    const { status, text } = response
    if (text === undefined) {
      const reason = `the answer has more than ${this.#limits.answerBytesMax} bytes`
      return Result.fail(this.#failure(method, "tooLarge", reason))
    }
    const answer = answerIn(text)
    // Errors come with many a status, and without the id if the node did not read so far.
    if (answer?.error && (answer.id === id || answer.id === null))
      return this.#resultOf(answer, response, method)
    if (status === 429) return Result.fail(this.#failure(method, "limited", "status 429"))
    if (status === 401 || status === 403)
      return Result.fail(this.#failure(method, "status", `it wants a login or refuses it (status ${status})`))
    if (status !== 200) return Result.fail(this.#failure(method, "status", `status ${status}`))
    if (answer === undefined && response.type.startsWith("text/html"))
      return Result.fail(this.#failure(method, "malformed", "it answers a web page, not JSON-RPC"))
    return this.#resultOf(answer?.id === id && !answer.error ? answer : undefined, response, method)
  }

  #resultOf(answer: Answer | undefined, { type }: NodeResponse, method: string): Found<unknown> {
    if (answer?.error) {
      const { code, message } = answer.error
      return Result.fail(new NodeError({ host: this.host, method, code, reason: this.#shown(message) }))
    }
    if (answer === undefined || !("result" in answer))
      return Result.fail(this.#failure(method, "malformed", `no JSON-RPC answer to the question (${type})`))
    return Result.succeed(answer.result)
  }

  async #post(body: string, signal: AbortSignal): Promise<NodeResponse> {
    const { headers, url } = this.#url
    const response = await this.#fetch(url, { method: "POST", headers, body, signal, redirect: "manual" })
    const type = response.headers.get("content-type") ?? "no content type"
    return { status: response.status, text: await this.#text(response), type }
  }

  /** Undefined if it is too long; the rest is not read then. */
  async #text({ body }: Response): Promise<string | undefined> {
    const pieces: Array<Uint8Array> = []
    let length = 0
    for await (const piece of body ?? []) {
      length += piece.length
      if (length > this.#limits.answerBytesMax) return undefined
      pieces.push(piece)
    }
    return Buffer.concat(pieces).toString()
  }

  #failure(method: string, kind: RpcUnavailable["kind"], reason: string): RpcUnavailable {
    return new RpcUnavailable({ host: this.host, method, kind, reason: this.#shown(reason) })
  }

  #shown(reason: string): string {
    return this.#url.conceal(reason).slice(0, reasonLengthMax)
  }
}

const SystemFailure = Schema.Struct({ cause: Schema.Struct({ code: Schema.String }) })
const decodeSystemFailure = Schema.decodeUnknownOption(SystemFailure)

/** Only the code: messages may contain the URL. */
const connectionReason = (cause: unknown): string =>
  Option.match(decodeSystemFailure(cause), {
    onNone: () => "no connection",
    onSome: ({ cause }) => `no connection (${cause.code})`
  })
