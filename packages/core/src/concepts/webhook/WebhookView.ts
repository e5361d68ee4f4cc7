import { Option, Schema } from "effect"
import {
  CreatedAt,
  count,
  DateTime,
  exampleTexts,
  moment,
  prefixedIdField,
  UpdatedAt,
  Url
} from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { instantView } from "../../kernel/money/Money.ts"
import { eventPrefix } from "../../kernel/ports/Store.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import {
  deliveryStatuses,
  earlierAttemptsMax,
  knownAttempts,
  type RecordedDelivery
} from "./WebhookDelivery.ts"
import { disablingCauses, type RegisteredEndpoint } from "./WebhookEndpoint.ts"
import { deliveryPrefix, webhookPrefix } from "./webhookNames.ts"

const Secret = Schema.String.annotate({
  description: "The signing secret, shown only once.",
  examples: [exampleTexts.secret]
})

const ReceiverUrl = Url.annotate({ description: "Where events are sent.", examples: [exampleTexts.receiver] })

const Status = Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 999 }))

/** The status of an endpoint besides its partner's settings. */
const standing = {
  disabledReason: Schema.NullOr(
    Schema.Literals(disablingCauses).annotate(
      component(
        "DisabledReason",
        "Why a webhook is disabled. `partner`: by its partner. `gone`: its receiver answered 410. `failing`: it failed for days."
      )
    )
  ).annotate({
    description:
      "Why it is disabled: by its partner, because its receiver answered 410, or because it failed for days; null while it is enabled."
  }),
  failingSince: Schema.NullOr(DateTime).annotate({
    description: "When the current series of failures began."
  }),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt
}

/** A fiat webhook as the API shows it. The secret is returned separately, once. */
export const WebhookView = Schema.Struct({
  id: prefixedIdField(webhookPrefix),
  url: ReceiverUrl,
  events: Schema.Array(Schema.String),
  active: Schema.Boolean.annotate({ description: "Whether events are sent to it.", examples: [true] }),
  ...standing
})
export interface WebhookView extends Schema.Schema.Type<typeof WebhookView> {}

/** The answer to a creation, with the secret: always the first time, and in a replay while it may be shown. */
export const WebhookCreatedView = Schema.Struct({
  ...WebhookView.fields,
  secret: Schema.optionalKey(
    Secret.annotate({
      description:
        "The signing secret, shown only once. A repeat under the same Idempotency-Key shows it again for a day, unless it was rotated or the webhook deleted."
    })
  )
})
export interface WebhookCreatedView extends Schema.Schema.Type<typeof WebhookCreatedView> {}

/** The status of an endpoint, for both groups. */
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

export const webhookCreatedView = ({
  endpoint,
  secret
}: {
  readonly endpoint: RegisteredEndpoint
  readonly secret: Option.Option<string>
}): WebhookCreatedView => ({
  ...webhookView(endpoint),
  ...Option.match(secret, { onNone: () => ({}), onSome: (shown) => ({ secret: shown }) })
})

/** The webhook of an account in the transit group as the API shows it. No events means all. */
export const TransitWebhookView = Schema.Struct({
  url: ReceiverUrl,
  events: Schema.Array(Schema.String),
  enabled: Schema.Boolean.annotate({ description: "Whether events are sent to it.", examples: [true] }),
  ...standing
})
export interface TransitWebhookView extends Schema.Schema.Type<typeof TransitWebhookView> {}

export const transitWebhookView = (endpoint: RegisteredEndpoint): TransitWebhookView => ({
  url: endpoint.target.url,
  events: endpoint.target.events,
  enabled: endpoint._tag === "enabled",
  ...standingView(endpoint)
})

/** The answer for an account that never set its webhook. */
export const noTransitWebhook = { url: null, events: [], enabled: false } as const

/** A new secret, shown once. */
export const RotatedSecretView = Schema.Struct({
  secret: Secret,
  previousSecretExpiresAt: DateTime.annotate({ description: "Until then the old secret also signs." })
}).annotate(component("RotatedSecret", "A new signing secret."))
export interface RotatedSecretView extends Schema.Schema.Type<typeof RotatedSecretView> {}

export const rotatedSecretView = ({
  previousSecretExpiresAt,
  secret
}: {
  readonly secret: string
  readonly previousSecretExpiresAt: Instant
}): RotatedSecretView => ({ secret, previousSecretExpiresAt: instantView(previousSecretExpiresAt) })

/** A delivery as the log shows it. */
export const WebhookDeliveryView = Schema.Struct({
  id: prefixedIdField(deliveryPrefix),
  eventId: prefixedIdField(eventPrefix).annotate({
    description: "The webhook-id header that the receiver gets."
  }),
  event: Schema.String,
  url: ReceiverUrl,
  status: Schema.Literals(deliveryStatuses).annotate({
    ...component("DeliveryStatus", "How a delivery stands."),
    examples: ["delivered"]
  }),
  attempt: count("Attempts so far.", 1),
  maxAttempts: count("How many attempts are made at most.", 10, 1),
  responseCode: Schema.NullOr(Status).annotate({
    description: "The HTTP status of the last answer; null if there was none.",
    examples: [200]
  }),
  responseTimeMs: Schema.NullOr(count("Of the last attempt, in milliseconds.")).annotate({
    description: "How long the last attempt took, in milliseconds; null before the first.",
    examples: [38]
  }),
  responseBody: Schema.NullOr(Schema.String).annotate({
    description: "The beginning of the last answer, at most 2 KiB.",
    examples: ["ok"]
  }),
  error: Schema.NullOr(Schema.String).annotate({
    description: "Why the last attempt failed; null if it did not."
  }),
  lastAttemptAt: Schema.NullOr(DateTime).annotate({
    description: "When the last attempt began: when it was sent; null before the first.",
    examples: ["2026-01-15T12:00:01.000Z"]
  }),
  nextAttemptAt: Schema.NullOr(DateTime).annotate({
    description: "When the next attempt is due, if there is one."
  }),
  createdAt: CreatedAt,
  deliveredAt: Schema.NullOr(DateTime).annotate({
    description: "When the receiver confirmed it; null before.",
    examples: ["2026-01-15T12:00:01.000Z"]
  })
})
export interface WebhookDeliveryView extends Schema.Schema.Type<typeof WebhookDeliveryView> {}

/** A single delivery: the fields of the log, and the attempts that are kept. */
export const WebhookDeliveryDetailView = Schema.Struct({
  ...WebhookDeliveryView.fields,
  attempts: Schema.Array(
    Schema.Struct({
      number: count("Which attempt it is, counted from 1.", 1, 1),
      at: moment("When it began."),
      responseCode: Schema.NullOr(Status).annotate({
        description: "The HTTP status of the answer; null if there was none.",
        examples: [200]
      }),
      responseTimeMs: count("How long it took, in milliseconds.", 38),
      responseBody: Schema.NullOr(Schema.String).annotate({
        description: "The beginning of the answer, at most 2 KiB.",
        examples: ["ok"]
      }),
      error: Schema.NullOr(Schema.String).annotate({ description: "Why it failed; null if it did not." })
    }).annotate(component("DeliveryAttempt", "An attempt of a delivery."))
  ).annotate({ description: `Oldest first; the last ${earlierAttemptsMax + 1} are kept.` })
})
export interface WebhookDeliveryDetailView extends Schema.Schema.Type<typeof WebhookDeliveryDetailView> {}

export const webhookDeliveryDetailView = (
  delivery: RecordedDelivery,
  attemptMax: number
): WebhookDeliveryDetailView => ({
  ...webhookDeliveryView(delivery, attemptMax),
  attempts: knownAttempts(delivery).map(
    ({ at, error, number, responseCode, responseMillis, responseStart }) => ({
      number,
      at: instantView(at),
      responseCode: Option.getOrNull(responseCode),
      responseTimeMs: responseMillis,
      responseBody: Option.getOrNull(responseStart),
      error: Option.getOrNull(error)
    })
  )
})

/** `attemptMax` is the length of the schedule; a redelivery restarts it. */
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
    lastAttemptAt: last === undefined ? null : instantView(last.at),
    nextAttemptAt: delivery._tag === "pending" ? instantView(delivery.dueAt) : null,
    createdAt: instantView(order.createdAt),
    deliveredAt: delivery._tag === "delivered" ? instantView(delivery.deliveredAt) : null
  }
}
