import { createHash } from "node:crypto"
import type { SettingsShape } from "@quittance/core"
import {
  choiceOf,
  type DocumentChoice,
  freePicturesLeft,
  freePicturesMax,
  type Instant,
  isInCheck,
  type KycStep,
  mayTakeBack,
  nextStep,
  type OpenedKycSession,
  stepsOfSession,
  verificationUrlOf
} from "@quittance/core/adapter"
import { Option } from "effect"
import { isSameSecret } from "../access/StringToSign.ts"
import type { ApiRequest } from "../message/ApiMessage.ts"
import {
  openReasons,
  type StepStanding,
  type UploadProblem,
  type VerificationStage,
  type VerificationView
} from "../pages/VerificationView.ts"

const stageOf = (session: OpenedKycSession, isAgain: boolean): VerificationStage => {
  switch (session._tag) {
    case "pending":
    case "collecting":
      return isAgain ? "retrying" : "asking"
    case "submitted":
    case "opening":
    case "unknown":
    case "checking":
      return "checking"
    case "completed":
      return "verified"
    case "failed":
      return "refused"
    case "expired":
      return "expired"
  }
}

const standingOf = (session: OpenedKycSession, step: KycStep): StepStanding["course"] => {
  if (nextStep(session) === step) return "current"
  const isTaken = isInCheck(session) || session.documents.some((document) => document.step === step)
  return isTaken ? "taken" : "ahead"
}

/**
 * The token in a step's form, so that a form left open while the session continued is not accepted for the
 * current step. Only a holder of the session's own token can compute it.
 */
export const formTokenOf = ({ attempts, order }: OpenedKycSession, step: string): string =>
  createHash("sha256").update(`${order.token}\n${step}\n${attempts}`).digest("base64url").slice(0, 22)

/** Whether a request comes from the form of this step as it is now. */
export const isFormOf = ({ query }: ApiRequest, session: OpenedKycSession, step: string): boolean => {
  const expected = nextStep(session)
  const sent = new URLSearchParams(query).get("form") ?? ""
  return expected !== undefined && step === expected && isSameSecret(sent, formTokenOf(session, expected))
}

/** The page's content for a session. It contains no metadata and nothing that was uploaded. */
export const verificationView = (
  session: OpenedKycSession,
  {
    now,
    problem = null,
    said,
    settings
  }: {
    readonly settings: Pick<SettingsShape, "kyc" | "publicUrl">
    readonly now: Instant
    readonly problem?: UploadProblem | null
    /** Of the document, in the form that was refused. */
    readonly said?: DocumentChoice | undefined
  }
): VerificationView => {
  const { attempts, order, reasons } = session
  const { attemptMax, retentionMillis } = settings.kyc
  const steps = stepsOfSession(session).map((step) => ({ step, course: standingOf(session, step) }))
  // A step that is shown for the first time is not asked for again, whatever was refused of the others.
  const isAgain = attempts > 0 && (reasons.length === 0 || openReasons({ reasons, steps }).length > 0)
  return {
    stage: stageOf(session, isAgain),
    level: order.level,
    steps,
    attempts,
    attemptsLeft: Math.max(0, attemptMax - attempts),
    reasons,
    problem,
    document: {
      said: said ?? choiceOf(session.documents) ?? null,
      mayChange: mayTakeBack(session, freePicturesMax),
      freeLeft: freePicturesLeft(session, freePicturesMax)
    },
    formToken: formTokenOf(session, nextStep(session) ?? ""),
    expiresAtMillis: order.expiresAt,
    nowMillis: now,
    redirectUrl: Option.getOrNull(order.redirectUrl),
    pageUrl: verificationUrlOf(settings.publicUrl, order.token),
    keptMillis: retentionMillis ?? null
  }
}
