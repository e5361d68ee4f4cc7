import { Schema } from "effect"

/** Where a message goes. */
export const WebhookRecipient = Schema.Struct({
  /** Of a registered endpoint. */
  endpointId: Schema.String,
  url: Schema.String
})
export interface WebhookRecipient extends Schema.Schema.Type<typeof WebhookRecipient> {}
