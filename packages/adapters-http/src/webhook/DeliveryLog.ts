import {
  type DeliveryFilter,
  deliveryStatuses,
  eventNamed,
  eventNamesOf,
  eventsOfFamily,
  NotFound,
  type Page,
  type PageRequest,
  type WebhookEventType,
  type WebhookFamily,
  Operations,
  type WebhookDeliveryView
} from "@quittance/core"
import { Effect, Schema } from "effect"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import { instantParameter } from "../routing/instantParameter.ts"
import type { Call, Parameter } from "../routing/ApiOperation.ts"
import { Pagination, pageParameters, paginationOf, readPage } from "../routing/Pagination.ts"
import { deliveryResource, prefixedId } from "../routing/prefixedId.ts"
import { readQuery } from "../routing/QueryParameters.ts"
import { deliveryDetail, deliveryRecord } from "./webhookSchemas.ts"

type ReadDeliveries = (
  filter: DeliveryFilter,
  page: PageRequest
) => Effect.Effect<Page<WebhookDeliveryView>, ApiFailure>

/**
 * The delivery log of one group of webhooks: pages with filters, a single delivery, and redelivery.
 * Deliveries of the other group are not found.
 */
export const makeDeliveryLog = Effect.fnUntraced(function* (family: WebhookFamily) {
  const { webhooks } = yield* Operations
  const events: ReadonlyArray<WebhookEventType> = eventsOfFamily[family]
  const names = eventNamesOf[family]
  const record = deliveryRecord(events)

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
      description: "Only deliveries of this event; for a test event, also the name that was requested.",
      schema: Schema.Literals(names)
    },
    instantParameter("from", "Created at this instant or later."),
    instantParameter("to", "Created before this instant.")
  ]

  /** A page of what `read` finds for the filters and the page in the query. */
  const list = Effect.fnUntraced(function* (call: Call, read: ReadDeliveries) {
    const { filter, page } = yield* readQuery(call.request.query, (query) => {
      const status = query.oneOf("status", deliveryStatuses)
      const event = query.oneOf("event", names)
      const from = query.instant("from")
      const to = query.instant("to")
      const given: DeliveryFilter = {
        ...(status === undefined ? {} : { status }),
        ...(event === undefined ? {} : { event: eventNamed(event) }),
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to })
      }
      return { filter: given, page: readPage(query) }
    })
    const found = yield* read(filter, page)
    return { fields: { deliveries: found.items, pagination: paginationOf(page, found) } }
  })

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

  const page = Schema.Struct({ deliveries: Schema.Array(record), pagination: Pagination })
  return { record, detail: deliveryDetail(events), page, parameters, list, get, redeliver }
})
