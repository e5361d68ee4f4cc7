import { Effect, Layer, Schema, Stream } from "effect"
import type { DocumentChoice } from "../concepts/kyc/DocumentChoice.ts"
import type { PictureType } from "../concepts/kyc/DocumentType.ts"
import {
  type CheckedDocument,
  KycChecker,
  KycCheckerUnavailable,
  type KycCheckRequest,
  type KycCheckStatus
} from "../concepts/kyc/KycChecker.ts"
import type { KycSessionId } from "../concepts/kyc/KycSessionRecord.ts"
import type { KycLevel, KycStep } from "../concepts/kyc/KycStep.ts"
import { refusalCourses } from "../concepts/kyc/KycVerdict.ts"
import type { PartnerId } from "../kernel/concept/PartnerId.ts"
import { caller, tagOnly } from "./promisedAnswer.ts"

/**
 * A picture of a check, as a checker in Promises gets it: a picture that was uploaded, or a page of a PDF,
 * which is one document a page.
 */
export interface KycCheckedDocument {
  readonly step: KycStep
  /** What the person said of the identity document, if they said something: it need not be so. */
  readonly choice?: DocumentChoice
  readonly type: PictureType
  /** Of a PDF, counted from 1; 1 for a picture. */
  readonly page: number
  readonly sizeBytes: number
  /**
   * The whole content, at most 10 MB. Rejects if it was destroyed, as after a redaction, or is unreachable
   * now.
   */
  readonly read: () => Promise<Uint8Array>
}

/** The request to a checker in Promises. `checkId` is its idempotency key. */
export interface KycCheckRequestPromised {
  readonly checkId: string
  readonly sessionId: KycSessionId
  readonly partnerId: PartnerId
  readonly level: KycLevel
  /** Identifies a person within this partner, and reveals nothing else about them. */
  readonly person: string
  readonly documents: ReadonlyArray<KycCheckedDocument>
}

/** A KYC checker in Promises. A rejected promise means that the outcome is unknown; the port states the laws. */
export interface KycCheckerPromises {
  readonly open: (
    request: KycCheckRequestPromised
  ) => Promise<KycCheckStatus | { readonly _tag: "Duplicate" }>
  readonly lookup: (checkId: string) => Promise<KycCheckStatus | { readonly _tag: "NotFound" }>
}

const running = Schema.Struct({ _tag: Schema.Literal("Running"), checkId: Schema.NonEmptyString })
const decided = Schema.Struct({
  _tag: Schema.Literal("Decided"),
  checkId: Schema.NonEmptyString,
  verdict: Schema.Union([
    tagOnly("Passed"),
    Schema.Struct({
      _tag: Schema.Literal("Refused"),
      reasons: Schema.Array(Schema.String),
      course: Schema.Literals(refusalCourses)
    })
  ])
})
const Opened = Schema.Union([running, decided, tagOnly("Duplicate")])
const Stands = Schema.Union([running, decided, tagOnly("NotFound")])

const promised = ({ documents, ...request }: KycCheckRequest): KycCheckRequestPromised => ({
  ...request,
  documents: documents.map(
    ({ choice, content, page, sizeBytes, step, type }: CheckedDocument): KycCheckedDocument => ({
      step,
      ...(choice && { choice }),
      type,
      page,
      sizeBytes,
      read: () => Effect.runPromise(Stream.mkUint8Array(content))
    })
  )
})

/** The port for a checker in Promises, for Effect layers and `kycCheckerSuite`. */
export const kycCheckerLayer = (promises: KycCheckerPromises): Layer.Layer<KycChecker> => {
  const call = caller((reason) => new KycCheckerUnavailable({ reason }))
  return Layer.succeed(KycChecker, {
    open: (request) => call(Opened, () => promises.open(promised(request))),
    lookup: (checkId) => call(Stands, () => promises.lookup(checkId))
  })
}
