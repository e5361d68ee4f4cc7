import { assert } from "@effect/vitest"
import { type WebhookRequest, WebhookTransport, WebhookUnanswered } from "@quittance/core/adapter"
import { Effect } from "effect"

const send = (request: WebhookRequest) =>
  Effect.flatMap(WebhookTransport, (transport) => transport.send(request))

/** A call as the checks make it, unless they say otherwise. */
export const call = (url: string, more: Partial<WebhookRequest> = {}) =>
  send({ url, headers: { "content-type": "application/json", "webhook-id": "evt_1" }, body: "{}", ...more })

/** How a call without an answer ended: a sentence that reveals nothing behind it. */
export const unanswered = Effect.fnUntraced(function* (url: string) {
  const failure = yield* Effect.flip(call(url))
  assert.instanceOf(failure, WebhookUnanswered)
  assert.match(failure.reason, /^[a-zA-Z][^\n]{3,160}$/)
  assert.notMatch(failure.reason, /Error\b|\bat .*:\d+|node:|\.ts\b/)
  return failure.reason
})

/** How much of an answer's body is kept. */
export const keptBytesMax = 2 * 1024
