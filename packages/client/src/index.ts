export {
  isStale,
  type RawBody,
  type ReceivedHeaders,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookVerificationCode,
  WebhookVerificationError
} from "@quittance/webhook-receiver"
export * from "./ClientOptions.ts"
export { type Client, createClient } from "./createClient.ts"
export type { FileSource } from "./FileSource.ts"
export type { Listing } from "./Listing.ts"
export type * from "./operations/index.ts"
export type { Platform } from "./Platform.ts"
export * from "./QuittanceError.ts"
export type { RawResponse, WithRawResponse } from "./RawResponse.ts"
export * from "./RefusedError.ts"
