import type { CallOptions } from "../ClientOptions.ts"
import type { RotatedSecret, WebhookTestOutcome } from "./FiatWebhooks.ts"
import type {
  SetTransitWebhookRequest,
  TestTransitWebhookRequest,
  TransitWebhook,
  TransitWebhookSet,
  TransitWebhookUnset
} from "./TransitWebhook.ts"
import type { TransitWebhookDeliveriesCalls } from "./TransitWebhookDeliveriesCalls.ts"

/** The calls of `client.transit.webhook`. */
export interface TransitWebhookCalls {
  /** The calls of `client.transit.webhook.deliveries`. */
  readonly deliveries: TransitWebhookDeliveriesCalls

  /**
   * Read the webhook.
   *
   * `GET /v1/webhook`, scope `transit:read`. Needs the public key and the secret of the transit group.
   */
  get(options?: CallOptions): Promise<TransitWebhook | TransitWebhookUnset>

  /**
   * Set the webhook; the first answer includes its signing secret.
   *
   * `PUT /v1/webhook`, scope `transit:write`. Needs the public key and the secret of the transit group.
   *
   * Errors of its own: `invalid_url` (400).
   */
  set(request: SetTransitWebhookRequest, options?: CallOptions): Promise<TransitWebhookSet>

  /**
   * Send a sample event now; answers after the receiver did.
   *
   * `POST /v1/webhook/test`, scope `transit:write`. Needs the public key and the secret of the transit group.
   *
   * Errors of its own: `webhook_not_configured` (400).
   */
  test(request: TestTransitWebhookRequest, options?: CallOptions): Promise<WebhookTestOutcome>

  /**
   * Create a new signing secret; the old one keeps signing beside it for a day.
   *
   * `POST /v1/webhook/rotate-secret`, scope `transit:write`. Needs the public key and the secret of the
   * transit group.
   *
   * Errors of its own: `webhook_not_configured` (400).
   */
  rotateSecret(options?: CallOptions): Promise<RotatedSecret>
}
