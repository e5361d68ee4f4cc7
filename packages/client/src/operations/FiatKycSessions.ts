import type { Pagination } from "./CryptoBalanceEntries.ts"

/** What `client.fiat.kyc.sessions.list` takes. */
export interface ListKycSessionsQuery {
  /** From 1, the default. Pages shift while items are created. From 1 to 1000000000. */
  readonly page?: number | undefined
  /**
   * In place of `page`: the `pagination.nextCursor` of the last answer, under the same filters. So each item
   * comes exactly once, whatever is created or changed meanwhile.
   */
  readonly cursor?: string | undefined
  /** Items per page, by default 20. It may change from request to request. From 1 to 100. */
  readonly limit?: number | undefined
  /** Only sessions of this status. */
  readonly status?: "pending" | "in_progress" | "completed" | "failed" | "expired" | undefined
  /**
   * Created at this instant or later. A date without a time is its midnight in UTC. A `Date`, or ISO 8601
   * with an offset.
   */
  readonly from?: string | Date | undefined
  /**
   * Created before this instant. A date without a time is its midnight in UTC. A `Date`, or ISO 8601 with an
   * offset.
   */
  readonly to?: string | Date | undefined
}

/** A verification of the identity of one person. */
export interface KycSession {
  /** Its id. */
  readonly id: string
  /**
   * What the person shows. `basic`: an identity document and a selfie. `advanced`: also a proof of address.
   */
  readonly level: "basic" | "advanced"
  /** How a KYC session stands. */
  readonly status: "pending" | "in_progress" | "completed" | "failed" | "expired"
  /** The page where the person verifies. A URL. */
  readonly verificationUrl: string
  /** The language of a hosted page. `kz` is Kazakh. */
  readonly locale: "ru" | "en" | "kz"
  /** Where the person is led when the check is over. A URL. */
  readonly redirectUrl: string | null
  /** Your own data, as you sent it. */
  readonly metadata: { readonly [name: string]: unknown }
  /** How many checks refused, and pictures after the tenth that was refused at once. */
  readonly attempts: number
  /** Reason codes of the last refusal, such as document_expired. */
  readonly failureReasons: ReadonlyArray<string>
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
  /** When it last changed. ISO 8601 in UTC. */
  readonly updatedAt: string
  /** Until when the person can finish. ISO 8601 in UTC. */
  readonly expiresAt: string
  /** When the person was verified; null before, and if it failed. ISO 8601 in UTC. */
  readonly completedAt: string | null
  /** When the documents and all personal data were erased. ISO 8601 in UTC. */
  readonly redactedAt: string | null
}

/** A page of sessions, newest first. */
export interface KycSessionList {
  /** Its sessions. */
  readonly sessions: ReadonlyArray<KycSession>
  /** Where a page lies in its list. */
  readonly pagination: Pagination
}

/** What `client.fiat.kyc.sessions.create` takes. */
export interface CreateKycSessionRequest {
  /**
   * What the person shows. `basic`: an identity document and a selfie. `advanced`: also a proof of address.
   */
  readonly level: "basic" | "advanced"
  /**
   * The language of the page, by default en: a language tag such as ru, en-GB or kk-KZ. Kazakh, kk, is shown
   * as kz.
   */
  readonly locale?: string | null | undefined
  /** Where the person is led when the check is over. A URL. At most 2048 characters. */
  readonly redirectUrl?: string | null | undefined
  /** Your own data, returned unchanged: at most 50 keys and 16 KiB as JSON. */
  readonly metadata?: { readonly [name: string]: unknown } | null | undefined
  /**
   * Gets the result instead of the registered webhooks: an absolute https URL with a public host, of at most
   * 2048 characters. At most 2048 characters.
   */
  readonly webhookUrl?: string | null | undefined
  /** Another name of webhookUrl. A URL. At most 2048 characters. */
  readonly callbackUrl?: string | null | undefined
  /** Another name of webhookUrl. A URL. At most 2048 characters. */
  readonly notificationUrl?: string | null | undefined
}

/** A KYC session, in the answer to its creation. */
export interface KycSessionCreated {
  /** Its id. */
  readonly id: string
  /**
   * What the person shows. `basic`: an identity document and a selfie. `advanced`: also a proof of address.
   */
  readonly level: "basic" | "advanced"
  /** How a KYC session stands. */
  readonly status: "pending" | "in_progress" | "completed" | "failed" | "expired"
  /** The page where the person verifies. A URL. */
  readonly verificationUrl: string
  /** The language of a hosted page. `kz` is Kazakh. */
  readonly locale: "ru" | "en" | "kz"
  /** Where the person is led when the check is over. A URL. */
  readonly redirectUrl: string | null
  /** Your own data, as you sent it. */
  readonly metadata: { readonly [name: string]: unknown }
  /** How many checks refused, and pictures after the tenth that was refused at once. */
  readonly attempts: number
  /** Reason codes of the last refusal, such as document_expired. */
  readonly failureReasons: ReadonlyArray<string>
  /** When it was created. ISO 8601 in UTC. */
  readonly createdAt: string
  /** When it last changed. ISO 8601 in UTC. */
  readonly updatedAt: string
  /** Until when the person can finish. ISO 8601 in UTC. */
  readonly expiresAt: string
  /** When the person was verified; null before, and if it failed. ISO 8601 in UTC. */
  readonly completedAt: string | null
  /** When the documents and all personal data were erased. ISO 8601 in UTC. */
  readonly redactedAt: string | null
  /**
   * The secret that signs the deliveries to the session's own URL, shown only once. A repeat under the same
   * Idempotency-Key shows it again for a day.
   */
  readonly webhookSecret?: string
}
