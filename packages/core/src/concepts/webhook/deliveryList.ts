import type { List, ListFilter, ListOwner } from "../../kernel/list/List.ts"
import { type DeliveryStatus, deliveryStatuses, type RecordedDelivery } from "./WebhookDelivery.ts"
import { listedDeliveryColumns, webhookDeliveryOf } from "./WebhookDeliveryRow.ts"
import type { WebhookEndpointId } from "./WebhookEndpoint.ts"
import { accountWebhookEvents, fiatWebhookEvents, type WebhookEventType } from "./WebhookEvents.ts"

/** `from` is inclusive and `to` exclusive on the creation instant. */
export interface DeliveryFilter extends ListFilter {
  readonly status?: DeliveryStatus
  readonly event?: WebhookEventType
}

export interface DeliveryListOwner extends ListOwner {
  readonly endpointId: WebhookEndpointId
}

/** The deliveries to an endpoint, without earlier attempts: those are read one delivery at a time. */
export const deliveryList: List<RecordedDelivery, DeliveryListOwner, DeliveryFilter> = {
  name: "webhookDeliveries",
  items: {
    tag: "WebhookDelivery",
    table: "webhook_deliveries",
    columns: listedDeliveryColumns,
    ofRow: (row) => webhookDeliveryOf(row),
    ofState: (state) => {
      const delivery = state as RecordedDelivery
      return delivery.earlierAttempts.length === 0 ? delivery : { ...delivery, earlierAttempts: [] }
    }
  },
  orderOf: ({ order }) => order,
  owner: ["partnerId", "endpointId"],
  index: "listed",
  status: { field: "state", values: deliveryStatuses, of: ({ _tag }) => _tag },
  kind: {
    filter: "event",
    field: "type",
    values: [...fiatWebhookEvents, ...accountWebhookEvents],
    of: ({ order }) => order.type
  }
}
