import { Context, type Effect, type Option, Schema } from "effect"

/** One HTTP POST. */
export interface WebhookRequest {
  readonly url: string
  readonly headers: { readonly [name: string]: string }
  /** UTF-8. */
  readonly body: string
}

export interface WebhookAnswer {
  readonly status: number
  /** The header `Retry-After`, unmodified. */
  readonly retryAfter: Option.Option<string>
  /** The beginning of the body, at most 2 KiB as text. */
  readonly bodyStart: string
}

/**
 * All a partner reads if no connection was made: the name is unknown, the address is not public, nothing
 * listens, or there is no TLS. Different reasons would reveal a map of a network that only we can reach.
 */
export const receiverUnreachable = "the receiver could not be reached"

/**
 * No answer: the address is refused, the connection failed, or time ran out. The reason is for the partner,
 * the detail for the operator's log.
 */
export class WebhookUnanswered extends Schema.TaggedError<WebhookUnanswered>()("WebhookUnanswered", {
  reason: Schema.String,
  detail: Schema.optionalKey(Schema.String)
}) {
  get code() {
    return "webhook_unanswered" as const
  }
}

/**
 * The limit of concurrent calls to this address is reached. Nothing was sent; the caller may try again
 * shortly.
 */
export class WebhookHeldBack extends Schema.TaggedError<WebhookHeldBack>()("WebhookHeldBack", {}) {
  get code() {
    return "webhook_held_back" as const
  }
}

/**
 * Port. Calls receivers. Laws (`webhookTransportSuite` in `@quittance/testing`):
 *
 * 1. The body and headers arrive as given. A redirect is an answer and is not followed.
 * 2. A call always ends, with the status and the beginning of the body, or with `WebhookUnanswered`, within 15 s, of
 *    which at most 5 s to connect, and in bounded memory.
 * 3. The address is checked after name resolution: only globally reachable addresses are called, however the URL spells
 *    them and whatever the name resolved to before.
 * 4. If no connection was made, the reason is always `receiverUnreachable`.
 *
 * A transport that limits the calls to one address, which several names may share, fails with
 * `WebhookHeldBack` beyond the limit.
 */
export class WebhookTransport extends Context.Service<
  WebhookTransport,
  {
    readonly send: (
      request: WebhookRequest
    ) => Effect.Effect<WebhookAnswer, WebhookHeldBack | WebhookUnanswered>
  }
>()("@quittance/core/concepts/webhook/WebhookTransport") {}
