import { NotFound, Operations, WebhookDeliveryDetailView, WebhookDeliveryView } from "@quittance/core"
import {
  component,
  eventNamed,
  eventNamesOf,
  eventsOfFamily,
  lists,
  type WebhookEventType,
  type WebhookFamily
} from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import type { Call } from "../routing/ApiOperation.ts"
import { deliveryResource, prefixedId } from "../routing/prefixedId.ts"

/**
 * The delivery log of one group of webhooks: pages with filters, a single delivery, and redelivery.
 * Deliveries of the other group are not found.
 */
export const makeDeliveryLog = Effect.fnUntraced(function* (family: WebhookFamily) {
  const { webhooks } = yield* Operations
  const events: ReadonlyArray<WebhookEventType> = eventsOfFamily[family]
  const names = eventNamesOf[family]
  const owner = family === "transit" ? "TransitWebhook" : "Webhook"
  const record = deliveryRecord(events, owner)

  /** What its operation of a group has in common with that of the other. */
  const page = {
    list: lists.webhookDeliveries,
    named: "deliveries",
    item: record,
    kinds: {
      description: "Only deliveries of this event; for a test event, also the name that was requested.",
      names,
      meant: (name: string) => eventNamed(name as (typeof names)[number])
    }
  } as const

  /** The delivery in the path, with its attempts. Keys of one group cannot read the other's log. */
  const get = Effect.fnUntraced(function* (call: Call) {
    const id = yield* prefixedId(call, deliveryResource)
    const delivery = yield* webhooks.delivery(call.caller.partnerId, id)
    return events.some((event) => event === delivery.event)
      ? delivery
      : yield* new NotFound({ what: "delivery", id })
  })

  /** Sends the delivery in the path again. */
  const redeliver = Effect.fnUntraced(function* (call: Call) {
    const { id } = yield* get(call)
    return yield* webhooks.redeliver(call.caller.partnerId, id)
  })

  return { record, detail: deliveryDetail(events, owner), page, get, redeliver, sentAgain }
})

/** What of the example of a delivery is different when it is sent again: it has ten attempts more. */
const sentAgain = {
  status: "pending",
  maxAttempts: 11,
  nextAttemptAt: "2026-01-15T12:00:00.000Z",
  deliveredAt: null
}

const eventOf = <Event extends WebhookEventType>(events: ReadonlyArray<Event>) =>
  Schema.Literals(events).annotate({ description: "The event that it tells." })

/** A delivery in the log of a group with these events, for the description of the API. */
const deliveryRecord = <Event extends WebhookEventType>(events: ReadonlyArray<Event>, owner: string) =>
  Schema.Struct({ ...WebhookDeliveryView.fields, event: eventOf(events) }).annotate(
    component(`${owner}Delivery`, "A delivery of an event, as the log has it.")
  )

/** A single delivery, with its attempts. */
const deliveryDetail = <Event extends WebhookEventType>(events: ReadonlyArray<Event>, owner: string) =>
  Schema.Struct({ ...WebhookDeliveryDetailView.fields, event: eventOf(events) }).annotate(
    component(`${owner}DeliveryDetail`, "A delivery of an event, with its attempts.")
  )
