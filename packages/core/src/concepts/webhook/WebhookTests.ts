import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { component } from "../../kernel/description/component.ts"
import { ProviderMissing } from "../../kernel/input/Refusals.ts"
import { messageBody, type WebhookMessage } from "../../kernel/outbox/WebhookMessage.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { eventPrefix, type StoreUnavailable } from "../../kernel/ports/Store.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { Settings } from "../settings/Settings.ts"
import { ReceivingHosts } from "./ReceivingHosts.ts"
import { WebhookTopics } from "./Topic.ts"
import { makeWebhookCall } from "./WebhookCall.ts"
import { deliveryAfter, scheduledDelivery, type WebhookDeliveryCommand } from "./WebhookDelivery.ts"
import type { RegisteredEndpoint } from "./WebhookEndpoint.ts"
import { WebhookEndpoints } from "./WebhookEndpoints.ts"
import { eventNamed, type WebhookEventName } from "./WebhookEvents.ts"
import { pruneJob } from "./WebhookJobs.ts"
import { WebhookTransport } from "./WebhookTransport.ts"
import { deliveryPrefix } from "./webhookNames.ts"

/** The result of a test, in a sentence for people. */
export const TestOutcome = Schema.Struct({
  success: Schema.Boolean.annotate({ description: "Whether the receiver confirmed it.", examples: [true] }),
  message: Schema.String.annotate({
    description: "The receiver's answer, or why there was none.",
    examples: ["the receiver answered 200 after 38 ms"]
  })
}).annotate(component("WebhookTestOutcome", "What became of a sample event."))
export interface TestOutcome extends Schema.Schema.Type<typeof TestOutcome> {}

const busy: TestOutcome = {
  success: false,
  message: "too many calls to this host are under way: try again in a moment"
}

/** Sample events: sent immediately, once, and logged like any delivery. */
export class WebhookTests extends Context.Service<
  WebhookTests,
  {
    /** The event has the requested name, and is logged under the name of its type. */
    readonly send: (
      endpoint: RegisteredEndpoint,
      name: WebhookEventName
    ) => Effect.Effect<TestOutcome, ProviderMissing | StoreUnavailable>
  }
>()("@quittance/core/concepts/webhook/WebhookTests") {
  static readonly layer = Layer.effect(
    WebhookTests,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return WebhookTests.of({ send: (endpoint, name) => sendTest(parts, endpoint, name) })
    })
  )
}

/** The services that tests use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    retentionMillis: (yield* Settings).webhook.retentionMillis,
    ids: yield* Ids,
    commit: (yield* makeTransact).commit,
    endpoints: yield* WebhookEndpoints,
    topics: yield* WebhookTopics,
    hosts: yield* ReceivingHosts,
    transport: yield* Effect.serviceOption(WebhookTransport)
  }
})
type Parts = Effect.Success<typeof makeParts>

const sendTest = Effect.fn("WebhookTests.send")(function* (
  { commit, endpoints, hosts, ids, retentionMillis, topics, transport }: Parts,
  endpoint: RegisteredEndpoint,
  name: WebhookEventName
) {
  const type = eventNamed(name)
  if (Option.isNone(transport)) return yield* new ProviderMissing({ provider: "WebhookTransport" })
  const callTo = yield* Effect.provideService(makeWebhookCall, WebhookTransport, transport.value)
  const { id: endpointId, partnerId } = endpoint.order
  const createdAt = yield* Clock.currentTimeMillis
  const eventId = yield* ids.prefixed(eventPrefix)
  const body = messageBody({
    id: eventId,
    type: name,
    at: createdAt,
    version: 1,
    object: topics[type].sample(createdAt),
    besides: topics[type].sampleBesides(createdAt)
  })
  const id = yield* ids.prefixed(deliveryPrefix)
  const keys = yield* endpoints.signingKeys(endpoint)
  const { url } = endpoint.target
  const placesAt = yield* hosts.visit(endpointId)
  const called = (yield* placesAt(url).take)
    ? yield* Effect.option(callTo({ url, keys })({ eventId, body }))
    : Option.none()
  if (Option.isNone(called)) return busy
  const { attempt, fault } = called.value
  const outcome: WebhookDeliveryCommand =
    fault === undefined
      ? { _tag: "Succeed", attempt }
      : { _tag: "Fail", attempt, error: fault.error, retryAt: Option.none() }
  const message: WebhookMessage = { id: eventId, partnerId, type, createdAt, body }
  const recipient = { endpointId, url }
  const scheduled = scheduledDelivery(id, message, recipient, createdAt)
  yield* commit({
    aggregates: [{ _tag: "WebhookDelivery", state: deliveryAfter(scheduled, outcome), expectedVersion: 0 }],
    outbox: [{ _tag: "Posted", message, fanOut: "none" }],
    jobs: [pruneJob(partnerId, createdAt, retentionMillis)]
  })
  const answered = Option.match(attempt.responseCode, {
    onNone: () => "",
    onSome: (code) => `the receiver answered ${code} after ${attempt.responseMillis} ms`
  })
  const result: TestOutcome = { success: fault === undefined, message: fault?.error ?? answered }
  return result
}, Effect.scoped)
