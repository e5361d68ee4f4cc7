import type { Option } from "effect"
import type { PartnerId } from "../partner/Partner.ts"
import type { Instant } from "../time/Instant.ts"
import type { WebhookRecipient } from "../webhook/WebhookRecipient.ts"
import type { KycLevel, KycLocale } from "./KycStep.ts"

/** `kyc_` and a UUIDv7 without dashes. */
export type KycSessionId = string

/** What is fixed when the session is created. A redaction empties `metadata`, `redirectUrl` and `person`. */
export interface KycOrder {
  readonly id: KycSessionId
  readonly partnerId: PartnerId
  /** The end of the verification URL: the time, then 128 random bits, which nobody can guess. */
  readonly token: string
  readonly level: KycLevel
  readonly locale: KycLocale
  readonly redirectUrl: Option.Option<string>
  /** A JSON object as text, echoed back unchanged. */
  readonly metadata: string
  /** Tells this partner's persons apart: a digest of the metadata, or of the id where there is none. */
  readonly person: string
  /** The endpoint that is told the result in place of the partner's webhooks. */
  readonly recipient: Option.Option<WebhookRecipient>
  readonly createdAt: Instant
  readonly expiresAt: Instant
}
