/** An event that a webhook of the fiat group can be sent. New ones may be added. */
export type FiatWebhookEventName =
  | "invoice.created"
  | "invoice.paid"
  | "invoice.expired"
  | "invoice.cancelled"
  | "invoice.payment_unresolved"
  | "invoice.payment_reversed"
  | "kyc.completed"
  | "kyc.failed"

/** A webhook: where events are sent, and which. */
export interface Webhook {
  /** Its id. */
  readonly id: string
  /** Where events are sent. A URL. */
  readonly url: string
  /** The events that are sent to it. */
  readonly events: ReadonlyArray<FiatWebhookEventName>
  /** Whether events are sent to it. */
  readonly active: boolean
  /**
   * Why it is disabled: by its partner, because its receiver answered 410, or because it failed for days;
   * null while it is enabled.
   */
  readonly disabledReason: "partner" | "gone" | "failing" | null
  /** When the current series of failures began. ISO 8601 in UTC. */
  readonly failingSince: string | null
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
  /** When it last changed. ISO 8601 in UTC. */
  readonly updatedAt: string
}

/** What `client.fiat.webhooks.create` takes. */
export interface CreateWebhookRequest {
  /** An absolute https URL with a public host, of at most 2048 characters. At most 2048 characters. */
  readonly url: string
  /** The events that are sent to it. 1 to 100 of them. */
  readonly events: ReadonlyArray<FiatWebhookEventName>
  /**
   * 24 to 64 bytes: text, or whsec_ and the base64 of the bytes. Generated when left out. At most 94
   * characters.
   */
  readonly secret?: string | null | undefined
  /** Whether events are sent to it; yes unless given. */
  readonly active?: boolean | null | undefined
}

/** A webhook, in the answer to its creation. */
export interface WebhookCreated {
  /** Its id. */
  readonly id: string
  /** Where events are sent. A URL. */
  readonly url: string
  /** The events that are sent to it. */
  readonly events: ReadonlyArray<FiatWebhookEventName>
  /** Whether events are sent to it. */
  readonly active: boolean
  /**
   * Why it is disabled: by its partner, because its receiver answered 410, or because it failed for days;
   * null while it is enabled.
   */
  readonly disabledReason: "partner" | "gone" | "failing" | null
  /** When the current series of failures began. ISO 8601 in UTC. */
  readonly failingSince: string | null
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
  /** When it last changed. ISO 8601 in UTC. */
  readonly updatedAt: string
  /**
   * The signing secret, shown only once. A repeat under the same Idempotency-Key shows it again for a day,
   * unless it was rotated or the webhook deleted.
   */
  readonly secret?: string
}

/** What `client.fiat.webhooks.update` takes. */
export interface UpdateWebhookRequest {
  /** An absolute https URL with a public host, of at most 2048 characters. At most 2048 characters. */
  readonly url?: string | null | undefined
  /** The events that are sent to it. 1 to 100 of them. */
  readonly events?: ReadonlyArray<FiatWebhookEventName> | null | undefined
  /** false stops all events, true enables a disabled webhook again. */
  readonly active?: boolean | null | undefined
}

/** A new signing secret. */
export interface RotatedSecret {
  /** The signing secret, shown only once. */
  readonly secret: string
  /** Until then the old secret also signs. ISO 8601 in UTC. */
  readonly previousSecretExpiresAt: string
}

/** What `client.fiat.webhooks.test` takes. */
export interface TestWebhookRequest {
  /** An event that a webhook of the fiat group can be sent. */
  readonly event?: FiatWebhookEventName | null | undefined
}

/** What became of a sample event. */
export interface WebhookTestOutcome {
  /** Whether the receiver confirmed it. */
  readonly success: boolean
  /** The receiver's answer, or why there was none. */
  readonly message: string
}
