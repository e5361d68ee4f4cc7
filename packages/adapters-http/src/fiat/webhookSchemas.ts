import { WebhookCreatedView, WebhookView } from "@quittance/core"
import { fiatWebhookEvents } from "@quittance/core/adapter"
import { Schema } from "effect"

const events = Schema.Array(Schema.Literals(fiatWebhookEvents))

/** The description of a webhook as reads show it. */
export const WebhookRecord = Schema.Struct({ ...WebhookView.fields, events })

/** The description of a webhook as its creation answers it. */
export const WebhookCreated = Schema.Struct({ ...WebhookCreatedView.fields, events })
