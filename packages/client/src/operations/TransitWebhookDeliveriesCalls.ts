import type { CallOptions } from "../ClientOptions.ts"
import type { Listing } from "../Listing.ts"
import type {
  ListTransitWebhookDeliveriesQuery,
  TransitWebhookDelivery,
  TransitWebhookDeliveryDetail,
  TransitWebhookDeliveryList
} from "./TransitWebhookDeliveries.ts"

/** The calls of `client.transit.webhook.deliveries`. */
export interface TransitWebhookDeliveriesCalls {
  /**
   * Read the delivery log, newest first.
   *
   * `GET /v1/webhook/deliveries`, scope `transit:read`. Needs the public key and the secret of the transit
   * group.
   *
   * Errors of its own: `invalid_cursor` (400).
   */
  list(
    query?: ListTransitWebhookDeliveriesQuery,
    options?: CallOptions
  ): Listing<TransitWebhookDelivery, TransitWebhookDeliveryList>

  /**
   * Read a delivery with its attempts.
   *
   * `GET /v1/webhook/deliveries/{deliveryId}`, scope `transit:read`. Needs the public key and the secret of
   * the transit group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param deliveryId The delivery's id.
   */
  get(deliveryId: string, options?: CallOptions): Promise<TransitWebhookDeliveryDetail>

  /**
   * Send the event of a delivery again, with the full retry schedule.
   *
   * `POST /v1/webhook/deliveries/{deliveryId}/redeliver`, scope `transit:write`. Needs the public key and the
   * secret of the transit group.
   *
   * Errors of its own: `not_found` (404), `invalid_state` (409).
   *
   * @param deliveryId The delivery's id.
   */
  redeliver(deliveryId: string, options?: CallOptions): Promise<TransitWebhookDelivery>
}
