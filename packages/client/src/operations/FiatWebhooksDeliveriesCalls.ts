import type { CallOptions } from "../ClientOptions.ts"
import type { Listing } from "../Listing.ts"
import type {
  ListWebhookDeliveriesQuery,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList
} from "./FiatWebhooksDeliveries.ts"

/** The calls of `client.fiat.webhooks.deliveries`. */
export interface FiatWebhooksDeliveriesCalls {
  /**
   * Read the delivery log of a webhook, newest first.
   *
   * `GET /api/v1/webhooks/{id}/deliveries`, scope `payments:read`. Needs the secret of the fiat group.
   *
   * Errors of its own: `not_found` (404), `invalid_cursor` (400).
   *
   * @param id The webhook's id.
   */
  list(
    id: string,
    query?: ListWebhookDeliveriesQuery,
    options?: CallOptions
  ): Listing<WebhookDelivery, WebhookDeliveryList>

  /**
   * Read a delivery with its attempts.
   *
   * `GET /api/v1/webhooks/deliveries/{deliveryId}`, scope `payments:read`. Needs the secret of the fiat
   * group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param deliveryId The delivery's id.
   */
  get(deliveryId: string, options?: CallOptions): Promise<WebhookDeliveryDetail>

  /**
   * Send the event of a delivery again, with the full retry schedule.
   *
   * `POST /api/v1/webhooks/deliveries/{deliveryId}/redeliver`, scope `webhooks:write`. Needs the secret of
   * the fiat group.
   *
   * Errors of its own: `not_found` (404), `invalid_state` (409).
   *
   * @param deliveryId The delivery's id.
   */
  redeliver(deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>
}
