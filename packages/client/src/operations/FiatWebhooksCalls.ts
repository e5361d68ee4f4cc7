import type { CallOptions, KeyedCallOptions } from "../ClientOptions.ts"
import type {
  CreateWebhookRequest,
  RotatedSecret,
  TestWebhookRequest,
  UpdateWebhookRequest,
  Webhook,
  WebhookCreated,
  WebhookTestOutcome
} from "./FiatWebhooks.ts"
import type { FiatWebhooksDeliveriesCalls } from "./FiatWebhooksDeliveriesCalls.ts"

/** The calls of `client.fiat.webhooks`. */
export interface FiatWebhooksCalls {
  /** The calls of `client.fiat.webhooks.deliveries`. */
  readonly deliveries: FiatWebhooksDeliveriesCalls

  /**
   * Register a webhook.
   *
   * With the same `idempotencyKey` and fields it gives the same answer again, and nothing is done twice.
   *
   * `POST /api/v1/webhooks`, scope `webhooks:write`. Needs the secret of the fiat group.
   *
   * Errors of its own: `invalid_url` (400), `validation_failed` (422), `duplicate` (409), `limit_reached`
   * (409), `idempotency_conflict` (409).
   */
  create(request: CreateWebhookRequest, options?: KeyedCallOptions): Promise<WebhookCreated>

  /**
   * List all webhooks, oldest first.
   *
   * `GET /api/v1/webhooks`, scope `payments:read`. Needs the secret of the fiat group.
   */
  list(options?: CallOptions): Promise<ReadonlyArray<Webhook>>

  /**
   * Read a webhook.
   *
   * `GET /api/v1/webhooks/{id}`, scope `payments:read`. Needs the secret of the fiat group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The webhook's id.
   */
  get(id: string, options?: CallOptions): Promise<Webhook>

  /**
   * Change a webhook; omitted fields stay as they are.
   *
   * `PATCH /api/v1/webhooks/{id}`, scope `webhooks:write`. Needs the secret of the fiat group.
   *
   * Errors of its own: `not_found` (404), `invalid_url` (400), `validation_failed` (422), `duplicate` (409).
   *
   * @param id The webhook's id.
   */
  update(id: string, request: UpdateWebhookRequest, options?: CallOptions): Promise<Webhook>

  /**
   * Delete a webhook; its waiting deliveries are given up.
   *
   * `DELETE /api/v1/webhooks/{id}`, scope `webhooks:write`. Needs the secret of the fiat group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The webhook's id.
   */
  delete(id: string, options?: CallOptions): Promise<void>

  /**
   * Create a new signing secret; the old one keeps signing beside it for a day.
   *
   * `POST /api/v1/webhooks/{id}/rotate-secret`, scope `webhooks:write`. Needs the secret of the fiat group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The webhook's id.
   */
  rotateSecret(id: string, options?: CallOptions): Promise<RotatedSecret>

  /**
   * Send a sample event now; answers after the receiver did.
   *
   * `POST /api/v1/webhooks/{id}/test`, scope `webhooks:write`. Needs the secret of the fiat group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The webhook's id.
   */
  test(id: string, request?: TestWebhookRequest, options?: CallOptions): Promise<WebhookTestOutcome>
}
