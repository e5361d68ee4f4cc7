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
import type { InvalidCursor } from "../../kernel/list/ListCursor.ts"
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
    ) => Effect.Effect<Page<RecordedDelivery>, InvalidCursor | Missing>
  }
>()("@quittance/core/concepts/webhook/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return Webhooks.of({
        create: (partnerId, input, idempotencyKey) => createWebhook(parts, partnerId, input, idempotencyKey),
        list: (partnerId) => listWebhooks(parts, partnerId),
        get: (partnerId, id) => readWebhook(parts, partnerId, id),
        update: (partnerId, id, input) => updateWebhook(parts, partnerId, id, input),
        remove: (partnerId, id) => removeWebhook(parts, partnerId, id),
        rotateSecret: (partnerId, id) => rotateWebhookSecret(parts, partnerId, id),
        test: (partnerId, id, input) => testWebhook(parts, partnerId, id, input),
        deliveries: (partnerId, id, filter, page) => pageOfDeliveries(parts, partnerId, id, filter, page)
      })
    })
  )
}

/** The services that webhooks use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    endpointsMax: (yield* Settings).webhook.endpointsMax,
    endpoints: yield* WebhookEndpoints,
    tests: yield* WebhookTests,
    states: yield* StateReader,
    lists: yield* ListReader,
    once: yield* makeIdempotency,
    repeat: yield* makeWebhookRepeat
  }
})
type Parts = Effect.Success<typeof makeParts>

const listWebhooks = ({ states }: Parts, partnerId: PartnerId) =>
  Effect.map(states.indexed(webhookEndpoint, "registered", { equal: [partnerId, "fiat"] }), (all) =>
    all.map(({ state }) => state)
  )

/** Excludes the endpoint of the account's transit group. */
const readWebhook = Effect.fnUntraced(function* (
  { endpoints }: Parts,
  partnerId: PartnerId,
  id: WebhookEndpointId
) {
  const endpoint = yield* endpoints.get(partnerId, id)
  return endpoint.order.family === "fiat" ? endpoint : yield* new NotFound({ what: "webhook", id })
})

const refuseDuplicate = () => Effect.fail(new Duplicate({ field: "url", what: "a webhook with this URL" }))

const createWebhook = Effect.fn("Webhooks.create")(function* (
  { endpoints, endpointsMax, once, repeat }: Parts,
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

const updateWebhook = Effect.fn("Webhooks.update")(function* (
  parts: Parts,
  partnerId: PartnerId,
  id: WebhookEndpointId,
  input: unknown
) {
  const { endpoints } = parts
  yield* readWebhook(parts, partnerId, id)
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

const testWebhook = Effect.fn("Webhooks.test")(function* (
  parts: Parts,
  partnerId: PartnerId,
  id: WebhookEndpointId,
  input: unknown
) {
  const { event } = yield* Effect.fromResult(decodeWebhookTest(input))
  const endpoint = yield* readWebhook(parts, partnerId, id)
  const [first = "invoice.paid"] = endpoint.target.events
  return yield* parts.tests.send(endpoint, event ?? first)
})

const onceFound = <A, E>(
  parts: Parts,
  partnerId: PartnerId,
  id: WebhookEndpointId,
  then: Effect.Effect<A, E>
): Effect.Effect<A, E | Missing> => Effect.andThen(readWebhook(parts, partnerId, id), then)

const removeWebhook = (parts: Parts, partnerId: PartnerId, id: WebhookEndpointId) =>
  onceFound(parts, partnerId, id, parts.endpoints.remove(partnerId, id))

const rotateWebhookSecret = (parts: Parts, partnerId: PartnerId, id: WebhookEndpointId) =>
  onceFound(parts, partnerId, id, parts.endpoints.rotateSecret(partnerId, id))

const pageOfDeliveries = (
  parts: Parts,
  partnerId: PartnerId,
  id: WebhookEndpointId,
  filter: DeliveryFilter,
  page: PageRequest
) =>
  onceFound(
    parts,
    partnerId,
    id,
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      parts.lists.page(deliveryList, { partnerId, endpointId: id }, filter, page, now)
    )
  )
