import { Clock, Context, Effect, Layer, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import { type InvalidUrl, type ProviderMissing, WebhookNotConfigured } from "../../kernel/input/Refusals.ts"
import type { InvalidCursor } from "../../kernel/list/ListCursor.ts"
import { ListReader } from "../../kernel/list/ListReader.ts"
import type { Page, PageRequest } from "../../kernel/ports/Page.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { type DeliveryFilter, deliveryList } from "../webhook/deliveryList.ts"
import type { RecordedDelivery } from "../webhook/WebhookDelivery.ts"
import { type RegisteredEndpoint, type WebhookTarget, webhookEndpoint } from "../webhook/WebhookEndpoint.ts"
import { type RotatedSecret, WebhookEndpoints } from "../webhook/WebhookEndpoints.ts"
import { decodeTransitWebhook, decodeTransitWebhookTest } from "../webhook/WebhookRequest.ts"
import { type TestOutcome, WebhookTests } from "../webhook/WebhookTests.ts"

/** The one webhook of an account in the transit group. Inputs are untrusted. */
export class TransitWebhooks extends Context.Service<
  TransitWebhooks,
  {
    /** None before it is set. */
    readonly get: (partnerId: PartnerId) => Effect.Effect<Option.Option<RegisteredEndpoint>, StoreUnavailable>
    /** The same, once it is set. */
    readonly configured: (
      partnerId: PartnerId
    ) => Effect.Effect<RegisteredEndpoint, StoreUnavailable | WebhookNotConfigured>
    /**
     * Sets URL, events (all if omitted or empty) and whether it is enabled. The first call returns its
     * secret.
     */
    readonly set: (
      partnerId: PartnerId,
      input: unknown
    ) => Effect.Effect<
      { readonly endpoint: RegisteredEndpoint; readonly secret: Option.Option<string> },
      InvalidInput | InvalidUrl | StoreUnavailable
    >
    readonly rotateSecret: (
      partnerId: PartnerId
    ) => Effect.Effect<RotatedSecret, StoreUnavailable | WebhookNotConfigured>
    /** Sends one sample event of the given name now and returns the result. */
    readonly test: (
      partnerId: PartnerId,
      input: unknown
    ) => Effect.Effect<TestOutcome, InvalidInput | ProviderMissing | StoreUnavailable | WebhookNotConfigured>
    /** The delivery log, newest first; empty before the webhook was set. */
    readonly deliveries: (
      partnerId: PartnerId,
      filter: DeliveryFilter,
      page: PageRequest
    ) => Effect.Effect<Page<RecordedDelivery>, InvalidCursor | StoreUnavailable>
  }
>()("@quittance/core/concepts/transit/TransitWebhooks") {
  static readonly layer = Layer.effect(
    TransitWebhooks,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return TransitWebhooks.of({
        get: (partnerId) => readTransitWebhook(parts, partnerId),
        configured: (partnerId) => configuredTransitWebhook(parts, partnerId),
        set: (partnerId, input) => setTransitWebhook(parts, partnerId, input),
        rotateSecret: (partnerId) => rotateTransitSecret(parts, partnerId),
        test: (partnerId, input) => testTransitWebhook(parts, partnerId, input),
        deliveries: (partnerId, filter, page) => pageOfTransitDeliveries(parts, partnerId, filter, page)
      })
    })
  )
}

/** The services that the transit webhook uses, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    endpoints: yield* WebhookEndpoints,
    tests: yield* WebhookTests,
    states: yield* StateReader,
    lists: yield* ListReader
  }
})
type Parts = Effect.Success<typeof makeParts>

const readTransitWebhook = ({ states }: Parts, partnerId: PartnerId) =>
  Effect.map(states.indexed(webhookEndpoint, "registered", { equal: [partnerId, "transit"] }), ([found]) =>
    Option.map(Option.fromUndefinedOr(found), ({ state }) => state)
  )

const configuredTransitWebhook = Effect.fnUntraced(function* (parts: Parts, partnerId: PartnerId) {
  const found = yield* readTransitWebhook(parts, partnerId)
  return Option.isSome(found) ? found.value : yield* new WebhookNotConfigured()
})

const putTransitWebhook = Effect.fnUntraced(function* (
  parts: Parts,
  partnerId: PartnerId,
  target: WebhookTarget,
  standing: "enabled" | "disabled"
) {
  const { endpoints } = parts
  const found = yield* readTransitWebhook(parts, partnerId)
  if (Option.isSome(found)) {
    const changed = endpoints.change(partnerId, found.value.order.id, target, Option.some(standing))
    return { endpoint: yield* changed, secret: Option.none<string>() }
  }
  const registered = yield* endpoints.register({
    partnerId,
    family: "transit",
    target,
    switch: standing,
    secret: undefined
  })
  return { endpoint: registered.endpoint, secret: Option.some(registered.secret) }
})

const setTransitWebhook = Effect.fn("TransitWebhooks.set")(function* (
  parts: Parts,
  partnerId: PartnerId,
  input: unknown
) {
  const { enabled, events, url } = yield* Effect.fromResult(decodeTransitWebhook(input))
  const target = { url, events: [...new Set(events ?? [])] }
  return yield* putTransitWebhook(parts, partnerId, target, (enabled ?? true) ? "enabled" : "disabled").pipe(
    // Another caller set it for the first time concurrently: then this is a change.
    Effect.retry({ times: 3, while: ({ _tag }) => _tag === "ClaimTaken" }),
    Effect.catchTags({ ClaimTaken: Effect.die, NotFound: Effect.die })
  )
})

const rotateTransitSecret = (parts: Parts, partnerId: PartnerId) =>
  Effect.flatMap(configuredTransitWebhook(parts, partnerId), ({ order }) =>
    Effect.catchTag(parts.endpoints.rotateSecret(partnerId, order.id), "NotFound", Effect.die)
  )

const testTransitWebhook = Effect.fn("TransitWebhooks.test")(function* (
  parts: Parts,
  partnerId: PartnerId,
  input: unknown
) {
  const { event } = yield* Effect.fromResult(decodeTransitWebhookTest(input))
  const endpoint = yield* configuredTransitWebhook(parts, partnerId)
  return yield* parts.tests.send(endpoint, event)
})

const pageOfTransitDeliveries = Effect.fnUntraced(function* (
  parts: Parts,
  partnerId: PartnerId,
  filter: DeliveryFilter,
  page: PageRequest
) {
  const endpoint = yield* readTransitWebhook(parts, partnerId)
  // Nothing is delivered to no endpoint.
  const endpointId = Option.match(endpoint, { onNone: () => "", onSome: ({ order }) => order.id })
  const owner = { partnerId, endpointId }
  return yield* parts.lists.page(deliveryList, owner, filter, page, yield* Clock.currentTimeMillis)
})
