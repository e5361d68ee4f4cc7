import { Effect, Option, Result, Schema } from "effect"
import type { NodeUrl } from "./NodeUrl.ts"
import { RpcUnavailable } from "./RpcFailure.ts"

/** As much of a `Response` as is read. */
export interface NodeAnswer {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly body: AsyncIterable<Uint8Array> | null
}

/** Fetches as the platform does; tests pass their own. */
export type Fetch = (url: string, request: RequestInit) => Promise<NodeAnswer>

export interface NodeLimits {
  /** The longest wait for an answer, the connection included. */
  readonly answerMillisMax: number
  /** The longest answer accepted. */
  readonly answerBytesMax: number
}

/** The limits of an answer. */
export interface Expected<A> {
  readonly method: string
  readonly answer: Schema.Decoder<A>
  /** Whether it answers this request: nodes and their caches mix answers up. */
  readonly fits?: (answer: A) => boolean
}

export interface NodeResponse {
  readonly status: number
  /** Undefined if it is too long. */
  readonly text: string | undefined
  /** Its content type. */
  readonly type: string
}

/** How much of a node's message is shown. */
const reasonLengthMax = 200

/** Requests to a node over HTTP, in any protocol. Time and bytes are limited, and no failure shows a key. */
export class NodeHttp {
  readonly host: string
  readonly #url: NodeUrl
  readonly #limits: NodeLimits
  readonly #fetch: Fetch

  constructor(url: NodeUrl, limits: NodeLimits, fetch: Fetch) {
    this.host = url.host
    this.#url = url
    this.#limits = limits
    this.#fetch = fetch
  }

  post(method: string, body: unknown, url = this.#url.url): Effect.Effect<NodeResponse, RpcUnavailable> {
    const { answerMillisMax } = this.#limits
    return Effect.tryPromise({
      try: (signal) => this.#post(url, JSON.stringify(body), signal),
      catch: (cause) => this.#broken(method, cause)
    }).pipe(
      Effect.timeoutOrElse({
        duration: answerMillisMax,
        orElse: () => Effect.fail(this.failure(method, "timeout", `no answer in ${answerMillisMax} ms`))
      })
    )
  }

  tooLarge(method: string): RpcUnavailable {
    return this.failure(method, "tooLarge", `the answer has more than ${this.#limits.answerBytesMax} bytes`)
  }

  /** Why the status shows that a response is not an answer; undefined if it may be one. */
  statusFailure({ status }: NodeResponse, method: string): RpcUnavailable | undefined {
    if (status === 429) return this.failure(method, "limited", "status 429")
    // Providers say so to who asks too much, and to who is not allowed to ask.
    if (status === 403)
      return this.failure(
        method,
        "limited",
        "it refuses requests for now, because there were too many or because of the login (status 403)"
      )
    if (status === 401)
      return this.failure(method, "login", "it wants a login, or refuses the one that it got (status 401)")
    return status === 200 ? undefined : this.failure(method, "status", `status ${status}`)
  }

  decoded<A>({ answer, fits, method }: Expected<A>, result: unknown): Result.Result<A, RpcUnavailable> {
    const decoded = Schema.decodeUnknownOption(answer)(result)
    if (Option.isNone(decoded))
      return Result.fail(this.failure(method, "malformed", "it is not an answer of this method"))
    if (fits?.(decoded.value) === false)
      return Result.fail(this.failure(method, "malformed", "it answers another request"))
    return Result.succeed(decoded.value)
  }

  failure(method: string, kind: RpcUnavailable["kind"], reason: string): RpcUnavailable {
    return new RpcUnavailable({ host: this.host, method, kind, reason: this.shown(reason) })
  }

  /** A node's message, without secrets. */
  shown(reason: string): string {
    return this.#url.conceal(reason).slice(0, reasonLengthMax)
  }

  /** Why there is no response, or only a part of one. */
  #broken(method: string, cause: unknown): RpcUnavailable {
    const code = Option.getOrUndefined(decodeSystemFailure(cause))?.cause.code
    const suffix = code === undefined ? "" : ` (${code})`
    return cause instanceof CutOff || cutOffCodes.has(code ?? "")
      ? this.failure(method, "cutOff", `the connection ended before the answer did${suffix}`)
      : this.failure(method, "unreachable", `no connection${suffix}`)
  }

  async #post(url: string, body: string, signal: AbortSignal): Promise<NodeResponse> {
    const { headers } = this.#url
    const response = await this.#fetch(url, { method: "POST", headers, body, signal, redirect: "manual" })
    const type = response.headers.get("content-type") ?? "no content type"
    return { status: response.status, text: await this.#text(response), type }
  }

  /** Undefined if it is too long; the rest is not read then. */
  async #text({ body }: NodeAnswer): Promise<string | undefined> {
    const pieces: Array<Uint8Array> = []
    let length = 0
    try {
      for await (const piece of body ?? []) {
        length += piece.length
        if (length > this.#limits.answerBytesMax) return undefined
        pieces.push(piece)
      }
    } catch {
      throw new CutOff()
    }
    return Buffer.concat(pieces).toString()
  }
}

/** The answer began and did not end. */
class CutOff extends Error {}

/** A node that was reached, and that ended the connection. */
const cutOffCodes = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"])

/** Only the code is used: messages may contain the URL. */
const SystemFailure = Schema.Struct({ cause: Schema.Struct({ code: Schema.String }) })
const decodeSystemFailure = Schema.decodeUnknownOption(SystemFailure)
