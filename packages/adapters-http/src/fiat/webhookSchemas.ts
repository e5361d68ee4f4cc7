import { fiatWebhookEvents, type WebhookView } from "@quittance/core"
import { Schema } from "effect"
import { endpointStanding, Secret } from "../webhook/webhookSchemas.ts"

/** The description of a webhook as reads show it. */
export const WebhookRecord = Schema.Struct({
  id: Schema.String,
  url: Schema.String.annotate({ format: "uri" }),
  events: Schema.Array(Schema.Literals(fiatWebhookEvents)),
  active: Schema.Boolean,
  ...endpointStanding
}) satisfies Schema.Schema<Narrowed>

/** The description of a webhook as its creation answers it. */
export const WebhookCreated = Schema.Struct({ ...WebhookRecord.fields, secret: Secret })

/** The view leaves the events texts. */
type Narrowed = Omit<WebhookView, "events"> & {
  readonly events: ReadonlyArray<(typeof fiatWebhookEvents)[number]>
}
