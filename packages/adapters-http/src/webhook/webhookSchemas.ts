/** What the webhooks of both groups answer, for the description of the API. */
import {
  deliveryStatuses,
  disablingCauses,
  type RotatedSecretView,
  type TestOutcome,
  type WebhookDeliveryView,
  type WebhookEventType
} from "@quittance/core"
import { Schema } from "effect"

const DateTime = Schema.String.annotate({ format: "date-time" })
const Url = Schema.String.annotate({ format: "uri" })

export const Secret = Schema.String.annotate({ description: "The signing secret, shown this once." })

/** How an endpoint stands beside what its partner set. */
export const endpointStanding = {
  disabledReason: Schema.NullOr(Schema.Literals(disablingCauses)).annotate({
    description:
      "Why it gets nothing: its partner said so, its receiver answered 410, or it failed for days; null while it is enabled."
  }),
  failingSince: Schema.NullOr(DateTime).annotate({ description: "Since when every attempt failed." }),
  createdAt: DateTime,
  updatedAt: DateTime
}

export const RotatedSecret = Schema.Struct({
  secret: Secret,
  previousSecretExpiresAt: DateTime.annotate({ description: "Until then the old secret signs too." })
}) satisfies Schema.Schema<RotatedSecretView>

export const TestResult = Schema.Struct({
  success: Schema.Boolean,
  message: Schema.String.annotate({ description: "What the receiver answered, or why it did not." })
}) satisfies Schema.Schema<TestOutcome>

/** A delivery of a group with these events as its log shows it. */
export const deliveryRecord = <Event extends WebhookEventType>(events: ReadonlyArray<Event>) =>
  Schema.Struct({
    id: Schema.String,
    eventId: Schema.String.annotate({ description: "What the receiver sees as webhook-id." }),
    event: Schema.Literals(events),
    url: Url,
    status: Schema.Literals(deliveryStatuses),
    attempt: Schema.Int.annotate({ description: "Attempts so far." }),
    maxAttempts: Schema.Int,
    responseCode: Schema.NullOr(Schema.Int),
    responseTimeMs: Schema.NullOr(Schema.Int),
    responseBody: Schema.NullOr(Schema.String).annotate({
      description: "What the last answer began with, at most 2 KiB."
    }),
    error: Schema.NullOr(Schema.String),
    nextAttemptAt: Schema.NullOr(DateTime),
    createdAt: DateTime,
    deliveredAt: Schema.NullOr(DateTime)
  }) satisfies Schema.Schema<Omit<WebhookDeliveryView, "event"> & { readonly event: Event }>
