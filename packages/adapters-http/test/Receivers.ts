import { type WebhookRequest, WebhookTransport, WebhookUnanswered } from "@quittance/core/adapter"
import { Effect, Layer, Option } from "effect"

/** What a receiver does: answers with a status, or is not there. */
type Behaviour = number | "away"

const bodyStart = "received"

/** Receivers of webhooks in this process. Who was not told otherwise answers 200. */
export const makeReceivers = () => {
  const calls: Array<WebhookRequest> = []
  const behaviours = new Map<string, Behaviour>()
  const send: WebhookTransport["Service"]["send"] = (request) =>
    Effect.suspend(() => {
      calls.push(request)
      const behaviour = behaviours.get(request.url) ?? 200
      return behaviour === "away"
        ? Effect.fail(new WebhookUnanswered({ reason: "the connection was refused" }))
        : Effect.succeed({ status: behaviour, retryAfter: Option.none(), bodyStart })
    })
  return {
    /** Every call so far, the oldest first. */
    calls,
    /** From now on the receiver at this URL behaves so. */
    set: (url: string, behaviour: Behaviour) => void behaviours.set(url, behaviour),
    layer: Layer.succeed(WebhookTransport, { send })
  }
}
