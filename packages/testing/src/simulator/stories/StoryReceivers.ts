import { WebhookTransport, WebhookUnanswered } from "@quittance/core/adapter"
import { Context, Effect, Layer, Option } from "effect"

/** A call that a receiver of webhooks got. */
export interface StoryCall {
  readonly url: string
  readonly id: string
  readonly body: string
}

/**
 * The receivers of a story, which outlive its processes: each takes everything but for the URL that ends in
 * `/hesitant`, which takes a message at its second call, and the one that ends in `/silent`, which is not there at the
 * first.
 */
export class StoryReceivers extends Context.Service<
  StoryReceivers,
  { readonly calls: ReadonlyArray<StoryCall> }
>()("@quittance/testing/simulator/StoryReceivers") {}

/** The receivers of one story and the way to them: the same for every process that is built with this layer. */
export const storyReceivers = (): Layer.Layer<StoryReceivers | WebhookTransport> => {
  const calls: Array<StoryCall> = []
  const send: WebhookTransport["Service"]["send"] = ({ body, headers, url }) =>
    Effect.suspend(() => {
      const id = headers["webhook-id"] ?? ""
      const isFirst = !calls.some((call) => call.url === url && call.id === id)
      calls.push({ url, id, body })
      if (isFirst && url.endsWith("/silent"))
        return Effect.fail(new WebhookUnanswered({ reason: "the connection was refused" }))
      const status = isFirst && url.endsWith("/hesitant") ? 503 : 200
      return Effect.succeed({ status, retryAfter: Option.none(), bodyStart: "" })
    })
  return Layer.mergeAll(
    Layer.succeed(StoryReceivers, StoryReceivers.of({ calls })),
    Layer.succeed(WebhookTransport, WebhookTransport.of({ send }))
  )
}
