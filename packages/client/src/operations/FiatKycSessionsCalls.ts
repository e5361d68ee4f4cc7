import type { CallOptions, KeyedCallOptions } from "../ClientOptions.ts"
import type { Listing } from "../Listing.ts"
import type {
  CreateKycSessionRequest,
  KycSession,
  KycSessionCreated,
  KycSessionList,
  ListKycSessionsQuery
} from "./FiatKycSessions.ts"
import type { KycSessionHistory } from "./FiatKycSessionsHistory.ts"

/** The calls of `client.fiat.kyc.sessions`. */
export interface FiatKycSessionsCalls {
  /**
   * Create a KYC session; send the person to its verificationUrl.
   *
   * With the same `idempotencyKey` and fields it gives the same answer again, and nothing is done twice.
   *
   * `POST /api/v1/kyc/sessions`, scope `kyc:write`. Needs the secret of the fiat group.
   *
   * Errors of its own: `invalid_url` (400), `validation_failed` (422), `idempotency_conflict` (409).
   */
  create(request: CreateKycSessionRequest, options?: KeyedCallOptions): Promise<KycSessionCreated>

  /**
   * List KYC sessions, newest first.
   *
   * `GET /api/v1/kyc/sessions`, scope `payments:read`. Needs the secret of the fiat group.
   *
   * Errors of its own: `invalid_cursor` (400).
   */
  list(query?: ListKycSessionsQuery, options?: CallOptions): Listing<KycSession, KycSessionList>

  /**
   * Read a KYC session.
   *
   * `GET /api/v1/kyc/sessions/{id}`, scope `payments:read`. Needs the secret of the fiat group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The KYC session's id.
   */
  get(id: string, options?: CallOptions): Promise<KycSession>

  /**
   * Read what became of a KYC session, and who caused it.
   *
   * `GET /api/v1/kyc/sessions/{id}/history`, scope `payments:read`. Needs the secret of the fiat group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The KYC session's id.
   */
  history(id: string, options?: CallOptions): Promise<KycSessionHistory>

  /**
   * Permanently delete a session's documents and personal data; an unfinished session expires first.
   *
   * Done twice, it changes nothing more.
   *
   * `POST /api/v1/kyc/sessions/{id}/redact`, scope `kyc:write`. Needs the secret of the fiat group.
   *
   * Errors of its own: `not_found` (404).
   *
   * @param id The KYC session's id.
   */
  redact(id: string, options?: CallOptions): Promise<KycSession>
}
