import {
  type WebhookAnswer,
  WebhookHeldBack,
  type WebhookRequest,
  WebhookUnanswered
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Dispatcher } from "undici"
import { AnswerStart } from "./AnswerStart.ts"
import { afterMillis } from "./Deadline.ts"
import { noAnswer, noConnection, unansweredOf, unreachable } from "./unanswered.ts"

export interface CallLimits {
  /** The longest wait for a connection, its name and TLS included. */
  readonly connectMillisMax: number
  /** The longest call, the connection included. */
  readonly answerMillisMax: number
}

type Outcome = Effect.Effect<WebhookAnswer, WebhookHeldBack | WebhookUnanswered>

/** The error with which a call's connection is given up. It is never shown. */
const givenUp = new Error("given up")

/**
 * One call, from the moment it is passed to undici. It ends once: with its answer when enough of the body was
 * read, and, once the status has arrived, also when the body breaks off or time runs out; otherwise with a
 * failure. Anything later finds it ended and gives up its connection.
 */
export class WebhookCall implements Dispatcher.DispatchHandler {
  readonly #url: URL
  readonly #limits: CallLimits
  readonly #end: (outcome: Outcome) => void
  #timer: NodeJS.Timeout
  #controller: Dispatcher.DispatchController | undefined
  #status = 0
  #retryAfter: string | undefined
  readonly #body = new AnswerStart()
  #ended = false

  constructor(url: URL, limits: CallLimits, end: (outcome: Outcome) => void) {
    this.#url = url
    this.#limits = limits
    this.#end = end
    const { answerMillisMax, connectMillisMax } = limits
    // One timer in the normal case: it is checked a second time only if the connection was in time.
    this.#timer = afterMillis(Math.min(connectMillisMax, answerMillisMax), () => this.#connectionDue())
  }

  sendOn(dispatcher: Dispatcher, { body, headers }: WebhookRequest): void {
    const { origin, pathname, search } = this.#url
    dispatcher.dispatch({ origin, path: pathname + search, method: "POST", headers, body }, this)
  }

  /** Ends it without a result. */
  abandon(): void {
    this.#finish()
    this.#controller?.abort(givenUp)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#ended) controller.abort(givenUp)
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: { readonly "retry-after"?: string | Array<string> | undefined }
  ): void {
    // Provisional answers (1xx) precede the final one.
    if (status < 200) return
    this.#status = status
    const retryAfter = headers["retry-after"]
    this.#retryAfter = typeof retryAfter === "object" ? retryAfter[0] : retryAfter
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer): void {
    if (this.#ended || this.#body.add(piece)) return
    this.#answered()
    controller.abort(givenUp)
  }

  onResponseEnd(): void {
    if (!this.#ended) this.#answered()
  }

  onResponseError(_: Dispatcher.DispatchController | null, cause: unknown): void {
    if (this.#ended) return
    const { connectMillisMax } = this.#limits
    const isConnected = this.#controller !== undefined
    const host = this.#url.hostname
    this.#broken(
      cause instanceof WebhookHeldBack ? cause : unansweredOf({ cause, host, isConnected, connectMillisMax })
    )
  }

  #connectionDue(): void {
    const { answerMillisMax, connectMillisMax } = this.#limits
    if (this.#controller === undefined) this.#broken(unreachable(noConnection(connectMillisMax)))
    else this.#timer = afterMillis(Math.max(0, answerMillisMax - connectMillisMax), () => this.#answerDue())
  }

  #answerDue(): void {
    this.#broken(new WebhookUnanswered({ reason: noAnswer(this.#limits.answerMillisMax) }))
    this.#controller?.abort(givenUp)
  }

  #broken(failure: WebhookHeldBack | WebhookUnanswered): void {
    if (this.#status > 0) this.#answered()
    else {
      this.#finish()
      this.#end(Effect.fail(failure))
    }
  }

  #answered(): void {
    this.#finish()
    this.#end(
      Effect.succeed({
        status: this.#status,
        retryAfter: Option.fromUndefinedOr(this.#retryAfter),
        bodyStart: this.#body.text()
      })
    )
  }

  #finish(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }
}
