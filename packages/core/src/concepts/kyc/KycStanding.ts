import { Option } from "effect"
import type { Instant } from "../../kernel/time/Instant.ts"
import { choiceOf } from "./KycDocument.ts"
import type { OpenedKycSession } from "./KycSessionRecord.ts"
import { type KycStep, stepsOf } from "./KycStep.ts"

/** How a KYC session stands: its status, whom it waits for, and with what. */

/** A session that came to its end. */
export type EndedKycSession = Extract<OpenedKycSession, { readonly endedAt: Instant }>

export const kycStatuses = ["pending", "in_progress", "completed", "failed", "expired"] as const
/** As the API shows it. */
export type KycStatus = (typeof kycStatuses)[number]

/** The status of each state. */
export const kycStatusOfState = {
  pending: "pending",
  collecting: "in_progress",
  submitted: "in_progress",
  opening: "in_progress",
  unknown: "in_progress",
  checking: "in_progress",
  completed: "completed",
  failed: "failed",
  expired: "expired"
} as const satisfies { readonly [State in OpenedKycSession["_tag"]]: KycStatus }

export const kycStatus = ({ _tag }: OpenedKycSession): KycStatus => kycStatusOfState[_tag]

/** Whether a session waits for its person, so that it can expire. */
export const awaitsPerson = (
  session: OpenedKycSession
): session is Extract<OpenedKycSession, { readonly _tag: "pending" | "collecting" }> =>
  session._tag === "pending" || session._tag === "collecting"

export const isEnded = (session: OpenedKycSession): session is EndedKycSession => "endedAt" in session

/** Whether everything was shown and the answer of a check is awaited. */
export const isInCheck = (session: OpenedKycSession): boolean => !awaitsPerson(session) && !isEnded(session)

/** The steps of a session, in order: what its person said of the document decides whether its back is one. */
export const stepsOfSession = ({ documents, order }: OpenedKycSession): ReadonlyArray<KycStep> =>
  stepsOf(order.level, choiceOf(documents))

/** The first step that nothing was shown in. */
export const missingStep = (session: OpenedKycSession): KycStep | undefined =>
  stepsOfSession(session).find((step) => !session.documents.some((shown) => shown.step === step))

/** The step that is to be taken next, if the session waits for one. */
export const nextStep = (session: OpenedKycSession): KycStep | undefined =>
  awaitsPerson(session) ? missingStep(session) : undefined

/** How many more pictures may be refused, or taken back, for nothing. */
export const freePicturesLeft = ({ discarded }: OpenedKycSession, freeMax: number): number =>
  Math.max(0, freeMax - Option.getOrElse(discarded, () => 0))

/** Whether the person may show another document in place of the one whose front was shown. */
export const mayTakeBack = (session: OpenedKycSession, freeMax: number): boolean =>
  nextStep(session) === "document_back" && freePicturesLeft(session, freeMax) > 0
