/** What the webhook of the transit group answers, for the description of the API. */
import { TransitWebhookView, WebhookCreatedView } from "@quittance/core"
import { accountWebhookEvents } from "@quittance/core/adapter"
import { Schema } from "effect"

const TransitWebhookRecord = Schema.Struct({
  ...TransitWebhookView.fields,
  events: Schema.Array(Schema.Literals(accountWebhookEvents)).annotate({
    description: "Empty means all.",
    examples: [["payment.success", "payout.completed"]]
  })
})

const { enabled, events } = TransitWebhookRecord.fields

/** The webhook as reads show it; before it is set it has no URL and only these three fields. */
export const TransitWebhookShown = Schema.Union([
  TransitWebhookRecord,
  Schema.Struct({ url: Schema.Null, events, enabled }).annotate({ title: "TransitWebhookUnset" })
])

/** The webhook as setting it answers. */
export const TransitWebhookSet = Schema.Struct({
  ...TransitWebhookRecord.fields,
  secret: Schema.optionalKey(
    WebhookCreatedView.fields.secret.schema.annotate({
      description: "The signing secret, shown only when the webhook is set for the first time."
    })
  )
})
