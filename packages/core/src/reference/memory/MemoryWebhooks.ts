import { Effect, Option } from "effect"
import { deliveryList } from "../../concepts/webhook/deliveryList.ts"
import type { PendingDelivery, RecordedDelivery } from "../../concepts/webhook/WebhookDelivery.ts"
import type { WebhookEndpointId } from "../../concepts/webhook/WebhookEndpoint.ts"
import { WebhookReader } from "../../concepts/webhook/WebhookReader.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import { resourceIdOf } from "../../kernel/outbox/WebhookMessage.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { byCreation, byText, find } from "./MemoryLookup.ts"
import { isFinished } from "./MemoryOutbox.ts"
import type { MemoryState } from "./MemoryState.ts"

/** Webhook endpoints, the outbox and deliveries in memory. */
export const memoryWebhookReader = (state: MemoryState): WebhookReader["Service"] =>
  WebhookReader.of({
    listeners: (partnerId, family) =>
      Effect.sync(() => ({
        endpoints: Option.isSome(
          find(
            state.aggregates.WebhookEndpoint,
            ({ _tag, order }) =>
              _tag === "enabled" && order.partnerId === partnerId && order.family === family
          )
        ),
        subscribers: [...state.aggregates.Subscriber.values()].flatMap(
          ({ state: { events, id, removedAt } }) => (Option.isNone(removedAt) ? [{ id, events }] : [])
        )
      })),
    disabledCount: Effect.sync(
      () =>
        [...state.aggregates.WebhookEndpoint.values()].filter(
          ({ state: endpoint }) =>
            endpoint._tag === "disabled" && endpoint.cause !== "partner" && endpoint.order.family !== "kyc"
        ).length
    ),
    waiting: (partnerId, limit) =>
      Effect.sync(() =>
        [...state.webhookMessages.values()]
          .filter((message) => message.partnerId === partnerId && state.outbox.has(message.id))
          .sort((a, b) => byText(a.id, b.id))
          .slice(0, limit)
          .map(({ createdAt, id, type }) => ({
            message: { id, partnerId, type, createdAt },
            through: state.outbox.get(id) ?? ""
          }))
      ),
    delivery: (partnerId, id) =>
      Effect.sync(() =>
        find(
          state.aggregates.WebhookDelivery,
          ({ order }) => order.id === id && order.partnerId === partnerId
        )
      ),
    body: (partnerId, messageId) =>
      Effect.sync(() => {
        const message = state.webhookMessages.get(messageId)
        return message?.partnerId === partnerId ? Option.some(message.body) : Option.none()
      }),
    partnerOfDelivery: (id) =>
      Effect.sync(() =>
        Option.fromUndefinedOr(state.aggregates.WebhookDelivery.get(id)?.state.order.partnerId)
      ),
    due: (partnerId, endpointId, now, limit, besides = new Set()) =>
      Effect.sync(() =>
        pendingOf(state, partnerId, endpointId)
          .filter((delivery) => delivery.state.dueAt <= now && !besides.has(delivery.state.order.id))
          .slice(0, limit)
          .map((delivery) => ({ ...delivery, body: bodyOf(state, delivery.state) }))
      ),
    pendingBesides: (partnerId, endpointId, events, limit) =>
      Effect.sync(() =>
        pendingOf(state, partnerId, endpointId)
          .filter((delivery) => !events.includes(delivery.state.order.type))
          .sort((a, b) => byCreation(a.state.order, b.state.order))
          .slice(0, limit)
      ),
    nextDueAt: (partnerId, endpointId) =>
      Effect.sync(() => Option.fromUndefinedOr(pendingOf(state, partnerId, endpointId)[0]?.state.dueAt)),
    backlog: (partnerId) =>
      Effect.sync(() => {
        const pending = [...state.aggregates.WebhookDelivery.values()].filter(
          ({ state: { _tag, order } }) => _tag === "pending" && order.partnerId === partnerId
        )
        const ofEndpoints = Map.groupBy(pending, (delivery) => delivery.state.order.endpointId)
        return new Map([...ofEndpoints].map(([id, some]) => [id, some.length]))
      }),
    messagesAbout: (partnerId, resourceId) =>
      Effect.sync(() =>
        [...state.webhookMessages.values()]
          .filter(
            (message) =>
              message.partnerId === partnerId && Option.contains(resourceIdOf(message.body), resourceId)
          )
          .map(({ id }) => id)
          .sort(byText)
      ),
    deliveriesOf: (partnerId, eventIds, limit) =>
      Effect.sync(() =>
        [...state.aggregates.WebhookDelivery.values()]
          .map((delivery) => deliveryList.items.ofState(delivery.state, {}))
          .filter(({ order }) => order.partnerId === partnerId && eventIds.includes(order.eventId))
          .sort((a, b) => byCreation(b.order, a.order))
          .slice(0, limit)
      ),
    finishedBefore: (partnerId, before, limit) =>
      Effect.sync(() =>
        [...state.webhookMessages.values()]
          .filter(
            (message) =>
              message.partnerId === partnerId && message.createdAt < before && isFinished(state, message)
          )
          .sort(byCreation)
          .slice(0, limit)
          .map(({ id }) => id)
      )
  })

const deliveriesOf = (
  state: MemoryState,
  partnerId: PartnerId,
  endpointId: WebhookEndpointId
): ReadonlyArray<Versioned<RecordedDelivery>> =>
  [...state.aggregates.WebhookDelivery.values()].filter(
    ({ state: { order } }) => order.partnerId === partnerId && order.endpointId === endpointId
  )

/** The earliest due first, then in the order of ids. */
const pendingOf = (
  state: MemoryState,
  partnerId: PartnerId,
  endpointId: WebhookEndpointId
): ReadonlyArray<Versioned<PendingDelivery>> =>
  deliveriesOf(state, partnerId, endpointId)
    .flatMap(({ state: delivery, version }) =>
      delivery._tag === "pending" ? [{ state: delivery, version }] : []
    )
    .sort(({ state: a }, { state: b }) => a.dueAt - b.dueAt || byText(a.order.id, b.order.id))

const bodyOf = (state: MemoryState, { order }: PendingDelivery): string => {
  const message = state.webhookMessages.get(order.eventId)
  invariant(message !== undefined, "a message is kept while a delivery of it is pending")
  return message.body
}
