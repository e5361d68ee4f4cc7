import type { Pagination } from "./CryptoBalanceEntries.ts"
import type { FiatWebhookEventName } from "./FiatWebhooks.ts"

/** What `client.fiat.webhooks.deliveries.list` takes. */
export interface ListWebhookDeliveriesQuery {
  /** From 1, the default. Pages shift while items are created. From 1 to 1000000000. */
  readonly page?: number | undefined
  /**
   * In place of `page`: the `pagination.nextCursor` of the last answer, under the same filters. So each item
   * comes exactly once, whatever is created or changed meanwhile.
   */
  readonly cursor?: string | undefined
  /** Items per page, by default 20. It may change from request to request. From 1 to 100. */
  readonly limit?: number | undefined
  /** Only deliveries of this status. */
  readonly status?: "pending" | "delivered" | "failed" | "cancelled" | undefined
  /** Only deliveries of this event; for a test event, also the name that was requested. */
  readonly event?: FiatWebhookEventName | undefined
  /**
   * Created at this instant or later. A date without a time is its midnight in UTC. A `Date`, or ISO 8601
   * with an offset.
   */
  readonly from?: string | Date | undefined
  /**
   * Created before this instant. A date without a time is its midnight in UTC. A `Date`, or ISO 8601 with an
   * offset.
   */
  readonly to?: string | Date | undefined
}

/** A delivery of an event, as the log has it. */
export interface WebhookDelivery {
  /** Its id. */
  readonly id: string
  /** The webhook-id header that the receiver gets. */
  readonly eventId: string
  /** The event that it tells. */
  readonly event: FiatWebhookEventName
  /** Where events are sent. A URL. */
  readonly url: string
  /** How a delivery stands. */
  readonly status: "pending" | "delivered" | "failed" | "cancelled"
  /** Attempts so far. */
  readonly attempt: number
  /** How many attempts are made at most. At least 1. */
  readonly maxAttempts: number
  /** The HTTP status of the last answer; null if there was none. From 100 to 999. */
  readonly responseCode: number | null
  /** How long the last attempt took, in milliseconds; null before the first. */
  readonly responseTimeMs: number | null
  /** The beginning of the last answer, at most 2 KiB. */
  readonly responseBody: string | null
  /** Why the last attempt failed; null if it did not. */
  readonly error: string | null
  /** When the last attempt began: when it was sent; null before the first. ISO 8601 in UTC. */
  readonly lastAttemptAt: string | null
  /** When the next attempt is due, if there is one. ISO 8601 in UTC. */
  readonly nextAttemptAt: string | null
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
  /** When the receiver confirmed it; null before. ISO 8601 in UTC. */
  readonly deliveredAt: string | null
}

/** A page of deliveries, newest first. */
export interface WebhookDeliveryList {
  /** Its deliveries. */
  readonly deliveries: ReadonlyArray<WebhookDelivery>
  /** Where a page lies in its list. */
  readonly pagination: Pagination
}

/** An attempt of a delivery. */
export interface DeliveryAttempt {
  /** Which attempt it is, counted from 1. At least 1. */
  readonly number: number
  /** When it began. ISO 8601 in UTC. */
  readonly at: string
  /** The HTTP status of the answer; null if there was none. From 100 to 999. */
  readonly responseCode: number | null
  /** How long it took, in milliseconds. */
  readonly responseTimeMs: number
  /** The beginning of the answer, at most 2 KiB. */
  readonly responseBody: string | null
  /** Why it failed; null if it did not. */
  readonly error: string | null
}

/** A delivery of an event, with its attempts. */
export interface WebhookDeliveryDetail {
  /** Its id. */
  readonly id: string
  /** The webhook-id header that the receiver gets. */
  readonly eventId: string
  /** The event that it tells. */
  readonly event: FiatWebhookEventName
  /** Where events are sent. A URL. */
  readonly url: string
  /** How a delivery stands. */
  readonly status: "pending" | "delivered" | "failed" | "cancelled"
  /** Attempts so far. */
  readonly attempt: number
  /** How many attempts are made at most. At least 1. */
  readonly maxAttempts: number
  /** The HTTP status of the last answer; null if there was none. From 100 to 999. */
  readonly responseCode: number | null
  /** How long the last attempt took, in milliseconds; null before the first. */
  readonly responseTimeMs: number | null
  /** The beginning of the last answer, at most 2 KiB. */
  readonly responseBody: string | null
  /** Why the last attempt failed; null if it did not. */
  readonly error: string | null
  /** When the last attempt began: when it was sent; null before the first. ISO 8601 in UTC. */
  readonly lastAttemptAt: string | null
  /** When the next attempt is due, if there is one. ISO 8601 in UTC. */
  readonly nextAttemptAt: string | null
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
  /** When the receiver confirmed it; null before. ISO 8601 in UTC. */
  readonly deliveredAt: string | null
  /** Oldest first; the last 20 are kept. */
  readonly attempts: ReadonlyArray<DeliveryAttempt>
}
