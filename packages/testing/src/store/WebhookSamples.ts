import { Ids } from "@quittance/core"
import {
  type Commit,
  type DeliveryAttempt,
  type DeliveryStatus,
  deliveryPrefix,
  emptyCommit,
  eventPrefix,
  type PartnerId,
  type PendingDelivery,
  type RecordedDelivery,
  type RegisteredEndpoint,
  type WebhookDeliveryOrder,
  type WebhookMessage,
  type WebhookOrder,
  webhookPrefix,
  writeOver
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { commit, newEvent, start } from "./StoreSamples.ts"

/** Webhook endpoints, messages and deliveries for store checks. `new…` writes nothing. */

/** An enabled fiat endpoint for every event. */
export const newEndpoint = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  more: Partial<WebhookOrder> = {}
): Effect.fn.Return<RegisteredEndpoint, never, Ids> {
  const ids = yield* Ids
  const id = yield* ids.prefixed(webhookPrefix)
  const order: WebhookOrder = { id, partnerId, family: "fiat", createdAt: start, ...more }
  return {
    _tag: "enabled",
    order,
    target: { url: `https://example.com/${id}`, events: [] },
    sealedSecret: `sealed secret of ${id}`,
    retiring: Option.none(),
    failingSince: Option.none(),
    updatedAt: order.createdAt
  }
})

export const writeEndpoint = Effect.fnUntraced(function* (
  state: RegisteredEndpoint,
  version = 0,
  previous = state
) {
  const { id, partnerId } = state.order
  const events = [yield* newEvent(partnerId, id, { version: version + 1 })]
  const write = writeOver("WebhookEndpoint", { state: previous, version }, state)
  yield* commit({ aggregates: [write], events })
})

/** The message about an invoice that was paid. */
export const newMessage = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  more: Partial<WebhookMessage> = {}
): Effect.fn.Return<WebhookMessage, never, Ids> {
  const ids = yield* Ids
  const id = yield* ids.prefixed(eventPrefix)
  const body = JSON.stringify({ id, type: "invoice.paid" })
  return { id, partnerId, type: "invoice.paid", createdAt: start, body, ...more }
})

/** The commit of the event that a message reports. */
export const posting = Effect.fnUntraced(function* (
  message: WebhookMessage,
  fanOut: "queued" | "none" = "queued"
): Effect.fn.Return<Commit, never, Ids> {
  const { createdAt, id, partnerId } = message
  const events = [yield* newEvent(partnerId, "adj_sample", { id, at: createdAt })]
  return { ...emptyCommit, outbox: [{ _tag: "Posted", message, fanOut }], events }
})

/** A delivery of a message, not yet attempted and due at once. */
export const newDelivery = Effect.fnUntraced(function* (
  { order: { id: endpointId }, target }: RegisteredEndpoint,
  { createdAt, id: eventId, partnerId, type }: WebhookMessage,
  more: Partial<WebhookDeliveryOrder> = {}
): Effect.fn.Return<PendingDelivery, never, Ids> {
  const ids = yield* Ids
  const id = yield* ids.prefixed(deliveryPrefix)
  const order: WebhookDeliveryOrder = { id, partnerId, endpointId, eventId, type, createdAt, ...more }
  return {
    _tag: "pending",
    order,
    dueAt: order.createdAt,
    attempts: 0,
    attemptsBefore: 0,
    url: target.url,
    lastAttempt: Option.none(),
    earlierAttempts: [],
    error: Option.none(),
    updatedAt: order.createdAt
  }
})

/** The same delivery after an attempt, which ended it or will be repeated. */
export const deliveryIn = (status: DeliveryStatus, delivery: RecordedDelivery): RecordedDelivery => {
  const { attemptsBefore, order, url } = delivery
  const at = order.createdAt + 5
  const error = status === "delivered" ? Option.none<string>() : Option.some("the receiver answered 500")
  const attempt: DeliveryAttempt = {
    at,
    url,
    responseCode: Option.some(status === "delivered" ? 200 : 500),
    responseMillis: 5,
    responseStart: Option.some(""),
    error
  }
  const recorded = {
    order,
    attempts: delivery.attempts + 1,
    attemptsBefore,
    url,
    lastAttempt: Option.some(attempt),
    earlierAttempts: [],
    error,
    updatedAt: at
  }
  switch (status) {
    case "pending":
      return { _tag: status, ...recorded, dueAt: at + 5_000 }
    case "delivered":
      return { _tag: status, ...recorded, deliveredAt: at }
    case "failed":
    case "cancelled":
      return { _tag: status, ...recorded }
  }
}

/** The commit of deliveries that were all decided on one version, at which they were these. It needs no event. */
export const writingDeliveries = (
  deliveries: ReadonlyArray<RecordedDelivery>,
  version = 0,
  previous = deliveries
): Commit => ({
  ...emptyCommit,
  aggregates: deliveries.map((state, index) =>
    writeOver("WebhookDelivery", { state: previous[index] ?? state, version }, state)
  )
})

export const writeDeliveries = (...deliveries: ReadonlyArray<RecordedDelivery>) =>
  commit(writingDeliveries(deliveries))

/** Fans a message out: writes its deliveries in that status. */
export const newFannedOut = Effect.fnUntraced(function* (
  endpoint: RegisteredEndpoint,
  statuses: ReadonlyArray<DeliveryStatus>,
  more: Partial<WebhookMessage> = {}
) {
  const message = yield* newMessage(endpoint.order.partnerId, more)
  yield* commit(yield* posting(message, "none"))
  const deliveries = yield* Effect.forEach(statuses, (status) =>
    Effect.map(newDelivery(endpoint, message), (fresh) => deliveryIn(status, fresh))
  )
  yield* writeDeliveries(...deliveries)
  return { message, deliveries }
})

export const fanOut = (
  { id: messageId, partnerId }: Pick<WebhookMessage, "id" | "partnerId">,
  through: string
) => commit({ outbox: [{ _tag: "FannedOut", partnerId, messageId, through }], events: [] })
