import {
  type DeliveryFilter,
  deliveryStatuses,
  eventsOfFamily,
  familyOfEvent,
  NotFound,
  type Page,
  type PageRequest,
  type RecordedDelivery,
  Settings,
  type WebhookEventType,
  WebhookDeliveries,
  webhookDeliveryView,
  type WebhookFamily
} from "@quittance/core"
import { Effect, Schema } from "effect"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import { instantParameter } from "../routing/instantParameter.ts"
import type { Call, Parameter } from "../routing/Operation.ts"
import { Pagination, pageParameters, paginationOf, readPage } from "../routing/Pagination.ts"
import { deliveryResource, prefixedId } from "../routing/prefixedId.ts"
import { readQuery } from "../routing/QueryParameters.ts"
import { deliveryRecord } from "./webhookSchemas.ts"

type FindDeliveries = (
  filter: DeliveryFilter,
  page: PageRequest
) => Effect.Effect<Page<RecordedDelivery>, ApiFailure>

/**
 * The delivery log of one group of webhooks, as its operations read it: pages with filters, and sending again. Deliveries of
 * the other group are not found.
 */
export const makeDeliveryLog = Effect.fnUntraced(function* (family: WebhookFamily) {
  const { mode, webhook } = yield* Settings
  const deliveries = yield* WebhookDeliveries
  const events: ReadonlyArray<WebhookEventType> = eventsOfFamily[family]
  const record = deliveryRecord(events)
  const attemptMax = webhook.retryPolicy[mode].delaysMillis.length
  const view = (delivery: RecordedDelivery) => webhookDeliveryView(delivery, attemptMax)

  const parameters: ReadonlyArray<Parameter> = [
    ...pageParameters,
    {
      in: "query",
      name: "status",
      required: false,
      description: "Only deliveries of this status.",
      schema: Schema.Literals(deliveryStatuses)
    },
    {
      in: "query",
      name: "event",
      required: false,
      description: "Only deliveries of this event.",
      schema: Schema.Literals(events)
    },
    instantParameter("from", "Created at this instant or later."),
    instantParameter("to", "Created before this instant.")
  ]

  /** A page of what `find` finds for the filters and the page in the query. */
  const list = Effect.fnUntraced(function* (call: Call, find: FindDeliveries) {
    const { filter, page } = yield* readQuery(call.request.query, (query) => {
      const status = query.oneOf("status", deliveryStatuses)
      const event = query.oneOf("event", events)
      const from = query.instant("from")
      const to = query.instant("to")
      const given: DeliveryFilter = {
        ...(status === undefined ? {} : { status }),
        ...(event === undefined ? {} : { event }),
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to })
      }
      return { filter: given, page: readPage(query) }
    })
    const found = yield* find(filter, page)
    return { fields: { deliveries: found.items.map(view), pagination: paginationOf(page, found) } }
  })

  /** Sends the delivery in the path again. */
  const redeliver = Effect.fnUntraced(function* (call: Call) {
    const id = yield* prefixedId(call, deliveryResource)
    const { partnerId } = call.caller
    const { order } = yield* deliveries.get(partnerId, id)
    // Keys of one group have no business in the other's log.
    if (familyOfEvent(order.type) !== family) return yield* new NotFound({ what: "delivery", id })
    return view(yield* deliveries.redeliver(partnerId, id))
  })

  const page = Schema.Struct({ deliveries: Schema.Array(record), pagination: Pagination })
  return { record, page, parameters, list, redeliver }
})
