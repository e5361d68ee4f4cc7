import { Clock, Context, Effect, Layer, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import {
  checkIdempotencyKey,
  idempotentRequest,
  makeIdempotency
} from "../../kernel/idempotency/Idempotency.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import {
  Duplicate,
  type IdempotencyConflict,
  type InvalidUrl,
  type LimitReached,
  NotFound,
  type ProviderMissing
} from "../../kernel/input/Refusals.ts"
import { ListReader } from "../../kernel/list/ListReader.ts"
import type { Page, PageRequest } from "../../kernel/ports/Page.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { Settings } from "../settings/Settings.ts"
import { type DeliveryFilter, deliveryList } from "./deliveryList.ts"
import type { RecordedDelivery } from "./WebhookDelivery.ts"
import {
  type RegisteredEndpoint,
  type WebhookEndpointId,
  type WebhookTarget,
  webhookEndpoint
} from "./WebhookEndpoint.ts"
import { type RotatedSecret, WebhookEndpoints } from "./WebhookEndpoints.ts"
import { makeWebhookRepeat } from "./WebhookRepeat.ts"
import {
  chosenIn,
  decodeWebhook,
  decodeWebhookChanges,
  decodeWebhookTest,
  webhookForm
} from "./WebhookRequest.ts"
import { type TestOutcome, WebhookTests } from "./WebhookTests.ts"

type Missing = NotFound | StoreUnavailable

/** The result of a creation. The secret is present the first time, and may be missing in a replay. */
export interface CreatedWebhook {
  readonly endpoint: RegisteredEndpoint
  readonly secret: Option.Option<string>
  readonly replayed: boolean
}

/** The webhooks of a partner's fiat group. Inputs are untrusted. A deleted webhook is not found. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    /**
     * Returns the signing secret, once. With an `idempotencyKey` the same key and fields return the same
     * webhook again, as it was registered, with its secret for a day unless it was rotated or the webhook
     * deleted; other fields are refused.
     */
    readonly create: (
      partnerId: PartnerId,
      input: unknown,
      idempotencyKey?: string
    ) => Effect.Effect<
      CreatedWebhook,
      Duplicate | IdempotencyConflict | InvalidInput | InvalidUrl | LimitReached | StoreUnavailable
    >
    /** All of them, oldest first. */
    readonly list: (
      partnerId: PartnerId
    ) => Effect.Effect<ReadonlyArray<RegisteredEndpoint>, StoreUnavailable>
    readonly get: (partnerId: PartnerId, id: WebhookEndpointId) => Effect.Effect<RegisteredEndpoint, Missing>
    /**
     * Omitted fields stay. If the webhook is made inactive, its waiting deliveries are given up; those of events
     * that it no longer subscribes to are cancelled.
     */
    readonly update: (
      partnerId: PartnerId,
      id: WebhookEndpointId,
      input: unknown
    ) => Effect.Effect<RegisteredEndpoint, Duplicate | InvalidInput | InvalidUrl | Missing>
    readonly remove: (partnerId: PartnerId, id: WebhookEndpointId) => Effect.Effect<void, Missing>
    readonly rotateSecret: (
      partnerId: PartnerId,
      id: WebhookEndpointId
    ) => Effect.Effect<RotatedSecret, Missing>
    /** Sends one sample event now, whatever the webhook subscribes to, and returns the result. */
    readonly test: (
      partnerId: PartnerId,
      id: WebhookEndpointId,
      input: unknown
    ) => Effect.Effect<TestOutcome, InvalidInput | Missing | ProviderMissing>
    /** The delivery log, newest first. */
    readonly deliveries: (
      partnerId: PartnerId,
      id: WebhookEndpointId,
      filter: DeliveryFilter,
      page: PageRequest
    ) => Effect.Effect<Page<RecordedDelivery>, Missing>
  }
>()("@quittance/core/concepts/webhook/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const { endpointsMax } = (yield* Settings).webhook
      const endpoints = yield* WebhookEndpoints
      const tests = yield* WebhookTests
      const states = yield* StateReader
      const lists = yield* ListReader
      const once = yield* makeIdempotency
      const repeat = yield* makeWebhookRepeat

      const list = (partnerId: PartnerId) =>
        Effect.map(states.indexed(webhookEndpoint, "registered", { equal: [partnerId, "fiat"] }), (all) =>
          all.map(({ state }) => state)
        )

      /** Excludes the endpoint of the account's transit group. */
      const get = Effect.fnUntraced(function* (partnerId: PartnerId, id: WebhookEndpointId) {
        const endpoint = yield* endpoints.get(partnerId, id)
        return endpoint.order.family === "fiat" ? endpoint : yield* new NotFound({ what: "webhook", id })
      })

      const refuseDuplicate = () =>
        Effect.fail(new Duplicate({ field: "url", what: "a webhook with this URL" }))

      const create = Effect.fn("Webhooks.create")(function* (
        partnerId: PartnerId,
        input: unknown,
        idempotencyKey?: string
      ) {
        yield* checkIdempotencyKey(idempotencyKey)
        // A refused URL is reported before other broken rules.
        yield* endpoints.checkUrl(input)
        const request = yield* Effect.fromResult(decodeWebhook(input))
        const chosen = chosenIn(request)
        const idempotent = idempotentRequest(idempotencyKey, webhookForm, partnerId, request)
        const secret = request.secret ?? undefined
        const registration = { partnerId, family: "fiat", ...chosen, secret } as const
        const register = endpoints.registerWithin(endpointsMax, registration, idempotent).pipe(
          Effect.map((made) => ({ ...made, secret: Option.some(made.secret) })),
          Effect.catchTag("ClaimTaken", refuseDuplicate)
        )
        const replay = (id: WebhookEndpointId) =>
          Effect.all({
            endpoint: repeat.asRegistered(partnerId, id, chosen),
            secret: repeat.firstSecret(partnerId, id)
          })
        const { replayed, value } = yield* once(idempotent, register, replay)
        return { ...value, replayed }
      })

      const update = Effect.fn("Webhooks.update")(function* (
        partnerId: PartnerId,
        id: WebhookEndpointId,
        input: unknown
      ) {
        yield* get(partnerId, id)
        yield* endpoints.checkUrl(input)
        const { active, events, url } = yield* Effect.fromResult(decodeWebhookChanges(input))
        const target: Partial<WebhookTarget> = {
          ...(url == null ? {} : { url }),
          ...(events == null ? {} : { events: [...new Set(events)] })
        }
        const standing = Option.map(Option.fromNullishOr(active), (is) => (is ? "enabled" : "disabled"))
        return yield* Effect.catchTag(
          endpoints.change(partnerId, id, target, standing),
          "ClaimTaken",
          refuseDuplicate
        )
      })

      const test = Effect.fn("Webhooks.test")(function* (
        partnerId: PartnerId,
        id: WebhookEndpointId,
        input: unknown
      ) {
        const { event } = yield* Effect.fromResult(decodeWebhookTest(input))
        const endpoint = yield* get(partnerId, id)
        const [first = "invoice.paid"] = endpoint.target.events
        return yield* tests.send(endpoint, event ?? first)
      })

      const found = <A, E>(
        partnerId: PartnerId,
        id: WebhookEndpointId,
        then: Effect.Effect<A, E>
      ): Effect.Effect<A, E | Missing> => Effect.andThen(get(partnerId, id), then)

      return Webhooks.of({
        create,
        list,
        get,
        update,
        remove: (partnerId, id) => found(partnerId, id, endpoints.remove(partnerId, id)),
        rotateSecret: (partnerId, id) => found(partnerId, id, endpoints.rotateSecret(partnerId, id)),
        test,
        deliveries: (partnerId, id, filter, page) =>
          found(
            partnerId,
            id,
            Effect.flatMap(Clock.currentTimeMillis, (now) =>
              lists.page(deliveryList, { partnerId, endpointId: id }, filter, page, now)
            )
          )
      })
    })
  )
}
