import type { WebhookEndpointId } from "./WebhookEndpoint.ts"

/** Where a message goes. */
export interface WebhookRecipient {
  readonly endpointId: WebhookEndpointId
  readonly url: string
}
