import { Option } from "effect"
import { instantView } from "../money/View.ts"
import type { Instant } from "../time/Instant.ts"
import type { RecordedDelivery } from "./WebhookDelivery.ts"
import type { DisablingCause, RegisteredEndpoint } from "./WebhookEndpoint.ts"

/** A fiat webhook as the API shows it. The secret is shown once, beside it. */
export interface WebhookView {
  readonly id: string
  readonly url: string
  readonly events: ReadonlyArray<string>
  readonly active: boolean
  /** Why it is not active: its partner said so, its receiver answered 410, or it failed for days. */
  readonly disabledReason: DisablingCause | null
  /** Since when every attempt failed. */
  readonly failingSince: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** What both groups show of how an endpoint stands. */
const standingView = (endpoint: RegisteredEndpoint) => ({
  disabledReason: endpoint._tag === "disabled" ? endpoint.cause : null,
  failingSince: Option.getOrNull(Option.map(endpoint.failingSince, instantView)),
  createdAt: instantView(endpoint.order.createdAt),
  updatedAt: instantView(endpoint.updatedAt)
})

export const webhookView = (endpoint: RegisteredEndpoint): WebhookView => ({
  id: endpoint.order.id,
  url: endpoint.target.url,
  events: endpoint.target.events,
  active: endpoint._tag === "enabled",
  ...standingView(endpoint)
})

/** The webhook of an account in the transit group as the API shows it. No events means all. */
export interface TransitWebhookView {
  readonly url: string | null
  readonly events: ReadonlyArray<string>
  readonly enabled: boolean
  readonly disabledReason: DisablingCause | null
  readonly failingSince: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

export const transitWebhookView = (endpoint: RegisteredEndpoint): TransitWebhookView => ({
  url: endpoint.target.url,
  events: endpoint.target.events,
  enabled: endpoint._tag === "enabled",
  ...standingView(endpoint)
})

/** What an account shows that never set its webhook. */
export const noTransitWebhook = { url: null, events: [], enabled: false } as const

/** A new secret as it is shown, once. */
export interface RotatedSecretView {
  readonly secret: string
  readonly previousSecretExpiresAt: string
}

export const rotatedSecretView = ({
  previousSecretExpiresAt,
  secret
}: {
  readonly secret: string
  readonly previousSecretExpiresAt: Instant
}): RotatedSecretView => ({ secret, previousSecretExpiresAt: instantView(previousSecretExpiresAt) })

/** A delivery as the log shows it. */
export interface WebhookDeliveryView {
  readonly id: string
  readonly eventId: string
  readonly event: string
  readonly url: string
  readonly status: RecordedDelivery["_tag"]
  /** Attempts so far. */
  readonly attempt: number
  readonly maxAttempts: number
  readonly responseCode: number | null
  readonly responseTimeMs: number | null
  /** What the last answer began with, at most 2 KiB. */
  readonly responseBody: string | null
  readonly error: string | null
  readonly nextAttemptAt: string | null
  readonly createdAt: string
  readonly deliveredAt: string | null
}

/** `attemptMax` is the length of the schedule; a redelivery starts it anew. */
export const webhookDeliveryView = (delivery: RecordedDelivery, attemptMax: number): WebhookDeliveryView => {
  const { attempts, attemptsBefore, lastAttempt, order } = delivery
  const last = Option.getOrUndefined(lastAttempt)
  return {
    id: order.id,
    eventId: order.eventId,
    event: order.type,
    url: delivery.url,
    status: delivery._tag,
    attempt: attempts,
    maxAttempts: attemptsBefore + attemptMax,
    responseCode: last === undefined ? null : Option.getOrNull(last.responseCode),
    responseTimeMs: last?.responseMillis ?? null,
    responseBody: last === undefined ? null : Option.getOrNull(last.responseStart),
    error: Option.getOrNull(delivery.error),
    nextAttemptAt: delivery._tag === "pending" ? instantView(delivery.dueAt) : null,
    createdAt: instantView(order.createdAt),
    deliveredAt: delivery._tag === "delivered" ? instantView(delivery.deliveredAt) : null
  }
}
