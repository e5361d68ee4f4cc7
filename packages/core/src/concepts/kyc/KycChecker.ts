import { Context, type Effect, Schema } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { DocumentPicture } from "./DocumentPictures.ts"
import type { KycDocument } from "./KycDocument.ts"
import type { KycSessionId } from "./KycSessionRecord.ts"
import type { KycLevel } from "./KycStep.ts"
import type { KycVerdict } from "./KycVerdict.ts"

/**
 * A picture of a check: a picture that was uploaded, or a page of a PDF. A PDF of several pages is as many
 * documents of its step. `picture` has the measures of an uploaded picture. `choice` is what the person said of the
 * identity document, on both of its sides; a person may say nothing, or what is not so.
 */
export interface CheckedDocument
  extends DocumentPicture,
    Pick<KycDocument, "id" | "step" | "picture" | "choice" | "submittedAt"> {}

/**
 * The request to a checker. `checkId` is its idempotency key: the session, the number of the check and a
 * digest of its documents.
 */
export interface KycCheckRequest {
  readonly checkId: string
  readonly sessionId: KycSessionId
  readonly partnerId: PartnerId
  readonly level: KycLevel
  /** Identifies a person within this partner, and reveals nothing else about them. */
  readonly person: string
  readonly documents: ReadonlyArray<CheckedDocument>
}

/** The status of a check. It names the check, so that an answer for another check is not accepted. */
export type KycCheckStatus =
  | { readonly _tag: "Running"; readonly checkId: string }
  /** Final, and the same in every lookup. */
  | { readonly _tag: "Decided"; readonly checkId: string; readonly verdict: KycVerdict }

/** No answer, or one that does not say whether the check was opened: always looked up, never repeated blindly. */
export class KycCheckerUnavailable extends Schema.TaggedError<KycCheckerUnavailable>()(
  "KycCheckerUnavailable",
  { reason: Schema.String }
) {
  get code() {
    return "kyc_checker_unavailable" as const
  }
}

/**
 * Port. The service that verifies identities. An implementation must keep these laws (`kycCheckerSuite` in
 * `@quittance/testing` proves them):
 *
 * 1. One `checkId` makes at most one check, with this level and these documents, however often it is opened; a repeat
 *    returns `Duplicate` or the status.
 * 2. `lookup` sees every earlier `open` that had any effect, even if its answer was lost. `NotFound` means there was
 *    none.
 * 3. A verdict never changes. Its reasons are codes such as `document_expired`, which identify no person; in live mode
 *    other texts become `other`.
 */
export class KycChecker extends Context.Service<
  KycChecker,
  {
    readonly open: (
      request: KycCheckRequest
    ) => Effect.Effect<KycCheckStatus | { readonly _tag: "Duplicate" }, KycCheckerUnavailable>
    readonly lookup: (
      checkId: string
    ) => Effect.Effect<KycCheckStatus | { readonly _tag: "NotFound" }, KycCheckerUnavailable>
  }
>()("@quittance/core/concepts/kyc/KycChecker") {}
