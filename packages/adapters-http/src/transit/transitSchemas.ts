/** What the webhook of the transit group answers, for the description of the API. */
import { TransitWebhookView, WebhookCreatedView } from "@quittance/core"
import { AccountWebhookEventName, component } from "@quittance/core/adapter"
import { Schema } from "effect"

const TransitWebhookRecord = Schema.Struct({
  ...TransitWebhookView.fields,
  events: Schema.Array(AccountWebhookEventName).annotate({
    description: "Empty means all.",
    examples: [["payment.success", "payout.completed"]]
  })
}).annotate(component("TransitWebhook", "The webhook of an account: where events are sent, and which."))

const { enabled, events } = TransitWebhookRecord.fields

/** The webhook as reads show it; before it is set it has no URL and only these three fields. */
export const TransitWebhookShown = Schema.Union([
  TransitWebhookRecord,
  Schema.Struct({ url: Schema.Null.annotate({ description: "There is none." }), events, enabled }).annotate(
    component("TransitWebhookUnset", "No webhook was set yet.")
  )
])

/** The webhook as setting it answers. */
export const TransitWebhookSet = Schema.Struct({
  ...TransitWebhookRecord.fields,
  secret: Schema.optionalKey(
    WebhookCreatedView.fields.secret.schema.annotate({
      description: "The signing secret, shown only when the webhook is set for the first time."
    })
  )
}).annotate(component("TransitWebhookSet", "The webhook of an account, in the answer to setting it."))
