/** What the webhooks of both groups answer, for the description of the API. */
import { WebhookDeliveryDetailView, WebhookDeliveryView } from "@quittance/core"
import type { WebhookEventType } from "@quittance/core/adapter"
import { Schema } from "effect"

/** A delivery in the log of a group with these events. */
export const deliveryRecord = <Event extends WebhookEventType>(events: ReadonlyArray<Event>) =>
  Schema.Struct({ ...WebhookDeliveryView.fields, event: Schema.Literals(events) })

/** A single delivery, with its attempts. */
export const deliveryDetail = <Event extends WebhookEventType>(events: ReadonlyArray<Event>) =>
  Schema.Struct({ ...WebhookDeliveryDetailView.fields, event: Schema.Literals(events) })
