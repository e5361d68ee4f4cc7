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
  /** The header `Retry-After` as it came. */
  readonly retryAfter: Option.Option<string>
  /** What the body begins with, at most 2 KiB of it as text. */
  readonly bodyStart: string
}

/**
 * All that a partner is told where no connection came about: no such name, an address that is not public, nothing that listens,
 * something that speaks no TLS. Told apart they would be a map of a network that only we can reach.
 */
export const receiverUnreachable = "the receiver could not be reached"

/**
 * No answer: the address is refused, the connection failed, or time ran out. The reason is for the partner's eyes, the detail for
 * the operator's log.
 */
export class WebhookUnanswered extends Schema.TaggedError<WebhookUnanswered>()("WebhookUnanswered", {
  reason: Schema.String,
  detail: Schema.optionalKey(Schema.String)
}) {}

/** As many calls as may be are under way to where this one leads. Nothing was sent; it may be tried again in a moment. */
export class WebhookHeldBack extends Schema.TaggedError<WebhookHeldBack>()("WebhookHeldBack", {}) {}

/**
 * Port. Calls receivers. Laws (`webhookTransportSuite` in `@quittance/testing`):
 *
 * 1. The body and headers arrive as given. A redirect is an answer and is not followed.
 * 2. A call ends, whatever the receiver does: with its status and what its body begins with, or `WebhookUnanswered`, within
 *    15 s, of which 5 s to connect, and in bounded memory.
 * 3. The address that is connected to is checked after its name was resolved: only globally reachable ones are called,
 *    however the URL spells them and whatever the name resolved to a moment before.
 * 4. Where no connection came about, the reason is `receiverUnreachable`, whyever that was.
 *
 * A transport that bounds the calls to one address, which several names may lead to, fails with `WebhookHeldBack` beyond it.
 */
export class WebhookTransport extends Context.Service<
  WebhookTransport,
  {
    readonly send: (
      request: WebhookRequest
    ) => Effect.Effect<WebhookAnswer, WebhookHeldBack | WebhookUnanswered>
  }
>()("@quittance/core/webhook/WebhookTransport") {}
