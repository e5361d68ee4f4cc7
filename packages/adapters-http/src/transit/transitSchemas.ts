/** What the transit group answers, for the description of the API. */
import {
  type TransitNetworkView,
  transitWebhookEvents,
  type TransitWebhookView,
  type TransitWalletView
} from "@quittance/core"
import { Schema } from "effect"
import { endpointStanding, Secret } from "../webhook/webhookSchemas.ts"

export const TransitNetwork = Schema.Struct({
  name: Schema.String,
  coins: Schema.Array(Schema.String)
}) satisfies Schema.Schema<TransitNetworkView>

export const TransitWalletRecord = Schema.Struct({
  id: Schema.String,
  label: Schema.String,
  network: Schema.String,
  balance: Schema.Finite.annotate({ description: "What its deposits come to." }),
  address: Schema.String,
  coins: Schema.Array(Schema.String),
  createdAt: Schema.String.annotate({ format: "date-time" })
}) satisfies Schema.Schema<TransitWalletView>

const TransitWebhookRecord = Schema.Struct({
  url: Schema.String.annotate({ format: "uri" }),
  events: Schema.Array(Schema.Literals(transitWebhookEvents)).annotate({ description: "Empty means all." }),
  enabled: Schema.Boolean,
  ...endpointStanding
}) satisfies Schema.Schema<Narrowed>

const { enabled, events } = TransitWebhookRecord.fields

/** The webhook as reads show it; before it was set it has no URL and nothing beyond these three fields. */
export const TransitWebhookShown = Schema.Union([
  TransitWebhookRecord,
  Schema.Struct({ url: Schema.Null, events, enabled })
])

/** The webhook as setting it answers. */
export const TransitWebhookSet = Schema.Struct({
  ...TransitWebhookRecord.fields,
  secret: Schema.optionalKey(
    Secret.annotate({ description: "The signing secret, shown when the webhook is set for the first time." })
  )
})

/** The view allows for no URL and leaves the events texts. */
type Narrowed = Omit<TransitWebhookView, "events" | "url"> & {
  readonly url: string
  readonly events: ReadonlyArray<(typeof transitWebhookEvents)[number]>
}
