import { Schema } from "effect"

/** The recipient of a message. */
export const WebhookRecipient = Schema.Struct({
  /** Of a registered endpoint. */
  endpointId: Schema.String,
  url: Schema.String
})
export interface WebhookRecipient extends Schema.Schema.Type<typeof WebhookRecipient> {}
