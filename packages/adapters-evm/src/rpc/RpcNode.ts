import { Clock, Effect, Option, Schema } from "effect"
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

const Envelope = Schema.Struct({
  jsonrpc: Schema.Literal("2.0"),
  id: Schema.NullOr(Schema.Union([Schema.Number, Schema.String])),
  result: Schema.optionalKey(Schema.Unknown),
  error: Schema.optionalKey(Schema.NullOr(Schema.Struct({ code: Schema.Number, message: Schema.String })))
})
const decodeEnvelope = Schema.decodeUnknownOption(Envelope)

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

  constructor(url: NodeUrl, chainId: number | undefined, limits: NodeLimits, fetch: Fetch) {
    this.host = url.host
    this.state = { host: url.host, answers: undefined, lastFailure: undefined }
    this.#url = url
    this.#chainId = chainId
    this.#limits = limits
    this.#fetch = fetch
  }

  /** Asks, after the node proved that it belongs to the network. */
  ask<A>(question: Question<A>): Effect.Effect<A, NodeError | RpcUnavailable> {
    const asked = this.#ask(question)
    const isChecked = this.#isChecked || this.#chainId === undefined
    return isChecked ? asked : Effect.andThen(this.#checkChain(), asked)
  }

  /** Lets it rest, and prove itself again: it may be another node after that. */
  rest(millis: number): Effect.Effect<void> {
    return Effect.map(Clock.currentTimeMillis, (now) => {
      this.restsUntil = now + millis
      this.#isChecked = false
    })
  }

  #checkChain(): Effect.Effect<void, RpcUnavailable> {
    const method = "eth_chainId"
    return this.#ask({ method, parameters: [], answer: Count }).pipe(
      Effect.catchTag("NodeError", (error) => Effect.fail(unavailableOf(error))),
      Effect.flatMap((found) => {
        if (found !== this.#chainId)
          return this.#fails(method, "wrongChain", `it is chain ${found}, not ${this.#chainId}`)
        this.#isChecked = true
        return Effect.void
      })
    )
  }

  #ask<A>({ answer, fits, method, parameters }: Question<A>): Effect.Effect<A, NodeError | RpcUnavailable> {
    const decode = Schema.decodeUnknownOption(answer)
    return Effect.flatMap(this.#result(method, parameters), (result) => {
      const decoded = decode(result)
      if (Option.isNone(decoded)) return this.#fails(method, "malformed", "it is not what the method answers")
      if (fits?.(decoded.value) === false)
        return this.#fails(method, "malformed", "it answers another question")
      return Effect.succeed(decoded.value)
    })
  }

  /** What the node answers, not decoded yet. */
  #result(
    method: string,
    parameters: ReadonlyArray<unknown>
  ): Effect.Effect<unknown, NodeError | RpcUnavailable> {
    const { answerMillisMax } = this.#limits
    return Effect.suspend(() => {
      const id = ++this.#lastId
      const request = { jsonrpc: "2.0", id, method, params: parameters }
      return Effect.tryPromise({
        try: (signal) => this.#post(JSON.stringify(request), signal),
        catch: (cause) => this.#failure(method, "unreachable", connectionReason(cause))
      }).pipe(
        Effect.timeoutOrElse({
          duration: answerMillisMax,
          orElse: () => this.#fails(method, "timeout", `no answer in ${answerMillisMax} ms`)
        }),
        Effect.flatMap((response) => this.#resultIn(response, method, id))
      )
    })
  }

  #resultIn(
    { status, text, type }: NodeResponse,
    method: string,
    id: number
  ): Effect.Effect<unknown, NodeError | RpcUnavailable> {
    if (text === undefined)
      return this.#fails(method, "tooLarge", `the answer has more than ${this.#limits.answerBytesMax} bytes`)
    const envelope = Option.getOrUndefined(Option.flatMap(parsed(text), decodeEnvelope))
    // Errors come with many a status, and without the id if the node did not read so far.
    if (envelope?.error && (envelope.id === id || envelope.id === null))
      return Effect.fail(this.#nodeError(method, envelope.error.code, envelope.error.message))
    if (status === 429) return this.#fails(method, "limited", "status 429")
    if (status === 401 || status === 403)
      return this.#fails(method, "status", `it wants a login or refuses it (status ${status})`)
    if (status !== 200) return this.#fails(method, "status", `status ${status}`)
    if (envelope === undefined && type.startsWith("text/html"))
      return this.#fails(method, "malformed", "it answers a web page, not JSON-RPC")
    if (envelope?.id !== id || envelope.error || !("result" in envelope))
      return this.#fails(method, "malformed", `no JSON-RPC answer to the question (${type})`)
    return Effect.succeed(envelope.result)
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

  #nodeError(method: string, code: number, message: string): NodeError {
    return new NodeError({ host: this.host, method, code, reason: this.#shown(message) })
  }

  #failure(method: string, kind: RpcUnavailable["kind"], reason: string): RpcUnavailable {
    return new RpcUnavailable({ host: this.host, method, kind, reason: this.#shown(reason) })
  }

  #fails(method: string, kind: RpcUnavailable["kind"], reason: string): Effect.Effect<never, RpcUnavailable> {
    return Effect.fail(this.#failure(method, kind, reason))
  }

  #shown(reason: string): string {
    return this.#url.conceal(reason).slice(0, reasonLengthMax)
  }
}

const parsed = (text: string): Option.Option<unknown> => {
  try {
    return Option.some(JSON.parse(text))
  } catch {
    return Option.none()
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
