import { assert } from "@effect/vitest"
import {
  type DeliveryFilter,
  type GivenSettings,
  type SettingsShape,
  TransitWebhooks,
  WebhookDeliveries,
  Webhooks,
  Worker
} from "@quittance/core"
import {
  deliveryList,
  ListReader,
  type RecordedDelivery,
  StateReader,
  type WebhookEndpointId,
  webhookEndpoint as webhookEndpoints
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"

/** What partners do with webhooks in tests, and what they see of them. */

export const urlOf = (name: string): string => `https://${name}.example/hooks`

/** Events of fiat invoices. */
export const invoiceEvents = [
  "invoice.created",
  "invoice.paid",
  "invoice.expired",
  "invoice.cancelled",
  "invoice.payment_unresolved",
  "invoice.payment_reversed"
]

/** Registers a fiat webhook at the receiver of that name, for all events of invoices unless said otherwise. */
export const listen = Effect.fnUntraced(function* (
  partnerId: string,
  name: string,
  fields: { readonly events?: ReadonlyArray<string>; readonly secret?: string } = {}
) {
  const webhooks = yield* Webhooks
  const { endpoint, secret } = yield* webhooks.create(partnerId, {
    url: urlOf(name),
    events: invoiceEvents,
    ...fields
  })
  return { id: endpoint.order.id, url: endpoint.target.url, secret: Option.getOrThrow(secret) }
})

/** Sets the account's webhook of the transit group, for all events unless said otherwise. */
export const listenToAccount = Effect.fnUntraced(function* (
  partnerId: string,
  name: string,
  fields: { readonly events?: ReadonlyArray<string>; readonly enabled?: boolean } = {}
) {
  const webhooks = yield* TransitWebhooks
  const { endpoint, secret } = yield* webhooks.set(partnerId, { url: urlOf(name), ...fields })
  return { id: endpoint.order.id, url: endpoint.target.url, secret: Option.getOrElse(secret, () => "") }
})

/** The worker runs from now on; time passes by the test clock. */
export const working = Effect.flatMap(Worker, (worker) => Effect.forkScoped(worker.run))

/** The delivery log of an endpoint, oldest first. */
export const logOf = (partnerId: string, endpointId: WebhookEndpointId, filter: DeliveryFilter = {}) =>
  Effect.flatMap(ListReader, (lists) =>
    Effect.map(
      lists.page(deliveryList, { partnerId, endpointId }, filter, { page: 1, limit: 2_000 }, 0),
      ({ items }): ReadonlyArray<RecordedDelivery> => items.toReversed()
    )
  )

/** The one delivery in the log of an endpoint. */
export const onlyDelivery = Effect.fnUntraced(function* (partnerId: string, endpointId: WebhookEndpointId) {
  const [delivery, ...others] = yield* logOf(partnerId, endpointId)
  assert(delivery !== undefined && others.length === 0, "there is one delivery")
  return delivery
})

/** Status and attempts of every delivery of an endpoint, oldest first. */
export const standingOf = (partnerId: string, endpointId: WebhookEndpointId) =>
  Effect.map(logOf(partnerId, endpointId), (log) => log.map(({ _tag, attempts }) => `${_tag} ${attempts}`))

export const redeliver = (partnerId: string, id: string) =>
  Effect.flatMap(WebhookDeliveries, (deliveries) => deliveries.redeliver(partnerId, id))

/** The endpoint as its partner sees it, deleted ones included. */
export const endpointOf = (partnerId: string, id: WebhookEndpointId) =>
  Effect.flatMap(StateReader, (states) =>
    Effect.map(
      Effect.flatMap(states.get(webhookEndpoints, partnerId, id), Effect.fromOption),
      ({ state }) => state
    )
  )

/** Settings that differ in how webhooks are delivered. */
export const webhookSettings = (webhook: Partial<SettingsShape["webhook"]>): GivenSettings => ({
  webhook
})

/** With the whole schedule, in place of the short one of sandboxes. */
export const live: GivenSettings = { mode: "live" }
