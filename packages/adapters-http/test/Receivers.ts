import { type WebhookRequest, WebhookTransport, WebhookUnanswered } from "@quittance/core"
import { Effect, Layer, Option } from "effect"

/** What a receiver does: answers with a status, never answers, or is not there. */
type Behaviour = number | "hangs" | "away"

const bodyStart = "received"

/** Receivers of webhooks in this process. Who was not told otherwise answers 200. */
export const makeReceivers = () => {
  const calls: Array<WebhookRequest> = []
  const behaviours = new Map<string, Behaviour>()
  const { promise: hanging, resolve: hang } = Promise.withResolvers<void>()
  const send: WebhookTransport["Service"]["send"] = (request) =>
    Effect.suspend(() => {
      calls.push(request)
      const behaviour = behaviours.get(request.url) ?? 200
      if (behaviour === "hangs") return Effect.andThen(Effect.sync(hang), Effect.never)
      return behaviour === "away"
        ? Effect.fail(new WebhookUnanswered({ reason: "the connection was refused" }))
        : Effect.succeed({ status: behaviour, retryAfter: Option.none(), bodyStart })
    })
  return {
    /** Every call so far, the oldest first. */
    calls,
    /** Until a receiver hangs. */
    hanging,
    /** From now on the receiver at this URL behaves so. */
    set: (url: string, behaviour: Behaviour) => void behaviours.set(url, behaviour),
    layer: Layer.succeed(WebhookTransport, { send })
  }
}
