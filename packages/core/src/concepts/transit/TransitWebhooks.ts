import { Clock, Context, Effect, Layer, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import { type InvalidUrl, type ProviderMissing, WebhookNotConfigured } from "../../kernel/input/Refusals.ts"
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
    ) => Effect.Effect<Page<RecordedDelivery>, StoreUnavailable>
  }
>()("@quittance/core/concepts/transit/TransitWebhooks") {
  static readonly layer = Layer.effect(
    TransitWebhooks,
    Effect.gen(function* () {
      const endpoints = yield* WebhookEndpoints
      const tests = yield* WebhookTests
      const states = yield* StateReader
      const lists = yield* ListReader

      const get = (partnerId: PartnerId) =>
        Effect.map(
          states.indexed(webhookEndpoint, "registered", { equal: [partnerId, "transit"] }),
          ([found]) => Option.map(Option.fromUndefinedOr(found), ({ state }) => state)
        )

      const configured = Effect.fnUntraced(function* (partnerId: PartnerId) {
        const found = yield* get(partnerId)
        return Option.isSome(found) ? found.value : yield* new WebhookNotConfigured()
      })

      const put = Effect.fnUntraced(function* (
        partnerId: PartnerId,
        target: WebhookTarget,
        standing: "enabled" | "disabled"
      ) {
        const found = yield* get(partnerId)
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

      const set = Effect.fn("TransitWebhooks.set")(function* (partnerId: PartnerId, input: unknown) {
        const { enabled, events, url } = yield* Effect.fromResult(decodeTransitWebhook(input))
        const target = { url, events: [...new Set(events ?? [])] }
        return yield* put(partnerId, target, (enabled ?? true) ? "enabled" : "disabled").pipe(
          // Another caller set it for the first time concurrently: then this is a change.
          Effect.retry({ times: 3, while: ({ _tag }) => _tag === "ClaimTaken" }),
          Effect.catchTags({ ClaimTaken: Effect.die, NotFound: Effect.die })
        )
      })

      const test = Effect.fn("TransitWebhooks.test")(function* (partnerId: PartnerId, input: unknown) {
        const { event } = yield* Effect.fromResult(decodeTransitWebhookTest(input))
        const endpoint = yield* configured(partnerId)
        return yield* tests.send(endpoint, event)
      })

      return TransitWebhooks.of({
        get,
        set,
        rotateSecret: (partnerId) =>
          Effect.flatMap(configured(partnerId), ({ order }) =>
            Effect.catchTag(endpoints.rotateSecret(partnerId, order.id), "NotFound", Effect.die)
          ),
        test,
        deliveries: Effect.fnUntraced(function* (partnerId, filter, page) {
          const endpoint = yield* get(partnerId)
          if (Option.isNone(endpoint)) return { items: [], total: 0 }
          const owner = { partnerId, endpointId: endpoint.value.order.id }
          return yield* lists.page(deliveryList, owner, filter, page, yield* Clock.currentTimeMillis)
        })
      })
    })
  )
}
