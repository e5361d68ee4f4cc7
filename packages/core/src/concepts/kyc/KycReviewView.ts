import { Option } from "effect"
import type { Locale } from "../../kernel/input/Locale.ts"
import { instantView } from "../../kernel/money/Money.ts"
import type { DocumentKind } from "./DocumentChoice.ts"
import type { DocumentType } from "./DocumentType.ts"
import type { KycDocument } from "./KycDocument.ts"
import type { KycSessionState } from "./KycSession.ts"
import type { OpenedKycSession } from "./KycSessionRecord.ts"
import { isEnded, isInCheck, type KycStatus, kycStatus } from "./KycStanding.ts"
import type { KycLevel, KycStep } from "./KycStep.ts"
import type { Picture } from "./Picture.ts"

/** The document of a step with its measures, without the content. */
export interface KycReviewDocumentView {
  readonly step: KycStep
  readonly type: DocumentType
  readonly sizeBytes: number
  readonly submittedAt: string
  /** What it is, as its person said, and the country that issued it; null if nothing was said. */
  readonly kind: DocumentKind | null
  readonly country: string | null
  /** None for a PDF. The units are those of `Picture`. */
  readonly picture: Omit<Picture, "fingerprint"> | null
  /** Of a PDF, in their order; null for a picture, and for a PDF from before pages were drawn at upload. */
  readonly pages: ReadonlyArray<Omit<Picture, "fingerprint"> & { readonly sizeBytes: number }> | null
}

/** A KYC session as reviewers see it. */
export interface KycReviewView {
  readonly id: string
  readonly partnerId: string
  readonly level: KycLevel
  readonly locale: Locale
  readonly status: KycStatus
  /** The session's state within its status. */
  readonly state: Exclude<KycSessionState["_tag"], "absent">
  /** Since when the check waits for its answer; null if no check waits. */
  readonly waitingSince: string | null
  /** Why the answer of the check is missing, as a code. */
  readonly lost: string | null
  readonly documents: ReadonlyArray<KycReviewDocumentView>
  /** How many checks refused, and pictures beyond the free ones. */
  readonly attempts: number
  /** Reason codes of the last refusal. */
  readonly failureReasons: ReadonlyArray<string>
  /** The operator who gave the last answer, if no checker did. */
  readonly decidedBy: string | null
  /** The operator's internal comment. */
  readonly comment: string | null
  /** The partner's data about the person. */
  readonly metadata: { readonly [key: string]: unknown }
  readonly createdAt: string
  readonly expiresAt: string
  readonly updatedAt: string
  readonly endedAt: string | null
  readonly redactedAt: string | null
}

const measuresView = ({ brightness, height, sharpness, width }: Picture): Omit<Picture, "fingerprint"> => ({
  width,
  height,
  sharpness,
  brightness
})

const documentView = ({
  choice,
  pages,
  picture,
  sizeBytes,
  step,
  submittedAt,
  type
}: KycDocument): KycReviewDocumentView => ({
  step,
  type,
  sizeBytes,
  submittedAt: instantView(submittedAt),
  kind: choice?.kind ?? null,
  country: choice?.country ?? null,
  picture: Option.getOrNull(Option.map(picture, measuresView)),
  pages: pages?.map((page) => ({ ...measuresView(page.picture), sizeBytes: page.sizeBytes })) ?? null
})

const orNull = (at: Option.Option<number>): string | null => Option.getOrNull(Option.map(at, instantView))

export const kycReviewView = (session: OpenedKycSession): KycReviewView => {
  const { order } = session
  return {
    id: order.id,
    partnerId: order.partnerId,
    level: order.level,
    locale: order.locale,
    status: kycStatus(session),
    state: session._tag,
    waitingSince: isInCheck(session) ? orNull(session.checkSince) : null,
    lost: Option.getOrNull(session.lost),
    documents: session.documents.map(documentView),
    attempts: session.attempts,
    failureReasons: session.reasons,
    decidedBy: Option.getOrNull(session.decidedBy),
    comment: Option.getOrNull(session.comment),
    metadata: JSON.parse(order.metadata) as { readonly [key: string]: unknown },
    createdAt: instantView(order.createdAt),
    expiresAt: instantView(order.expiresAt),
    updatedAt: instantView(session.updatedAt),
    endedAt: isEnded(session) ? instantView(session.endedAt) : null,
    redactedAt: orNull(session.redactedAt)
  }
}
