/** An event that the webhook of an account can be sent. New ones may be added. */
export type AccountWebhookEventName =
  | "payment.success"
  | "payment.failed"
  | "payment.received"
  | "payout.completed"
  | "payout.failed"
  | "payout.late_settlement"
  | "payout.approval_required"
  | "wallet.created"
  | "crypto.invoice.confirming"
  | "crypto.invoice.paid"
  | "crypto.invoice.underpaid"
  | "crypto.invoice.overpaid"
  | "crypto.invoice.expired"
  | "crypto.invoice.cancelled"
  | "crypto.invoice.credited"
  | "crypto.invoice.reversed"
  | "crypto.invoice.reorganised"
  | "balance.adjusted"

/** The webhook of an account: where events are sent, and which. */
export interface TransitWebhook {
  /** Where events are sent. A URL. */
  readonly url: string
  /** Empty means all. */
  readonly events: ReadonlyArray<AccountWebhookEventName>
  /** Whether events are sent to it. */
  readonly enabled: boolean
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

/** No webhook was set yet. */
export interface TransitWebhookUnset {
  /** There is none. */
  readonly url: null
  /** Empty means all. */
  readonly events: ReadonlyArray<AccountWebhookEventName>
  /** Whether events are sent to it. */
  readonly enabled: boolean
}

/** What `client.transit.webhook.set` takes. */
export interface SetTransitWebhookRequest {
  /** An absolute https URL with a public host, of at most 2048 characters. At most 2048 characters. */
  readonly url: string
  /** Empty means all. At most 100 of them. */
  readonly events?: ReadonlyArray<AccountWebhookEventName> | null | undefined
  /** Whether events are sent to it; yes unless given. */
  readonly enabled?: boolean | null | undefined
}

/** The webhook of an account, in the answer to setting it. */
export interface TransitWebhookSet {
  /** Where events are sent. A URL. */
  readonly url: string
  /** Empty means all. */
  readonly events: ReadonlyArray<AccountWebhookEventName>
  /** Whether events are sent to it. */
  readonly enabled: boolean
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
  /** The signing secret, shown only when the webhook is set for the first time. */
  readonly secret?: string
}

/** An event of the account, by any of its names. New ones may be added. */
export type AccountEventName =
  | "payment.success"
  | "payment.failed"
  | "payment.received"
  | "payout.completed"
  | "payout.failed"
  | "payout.late_settlement"
  | "payout.approval_required"
  | "wallet.created"
  | "crypto.invoice.confirming"
  | "crypto.invoice.paid"
  | "crypto.invoice.underpaid"
  | "crypto.invoice.overpaid"
  | "crypto.invoice.expired"
  | "crypto.invoice.cancelled"
  | "crypto.invoice.credited"
  | "crypto.invoice.reversed"
  | "crypto.invoice.reorganised"
  | "balance.adjusted"
  | "payment_received"

/** What `client.transit.webhook.test` takes. */
export interface TestTransitWebhookRequest {
  /** An event of the account, by any of its names. */
  readonly event: AccountEventName
}
