import { createHash } from "node:crypto"
import type { SettingsShape } from "@quittance/core"
import {
  type Instant,
  isInCheck,
  type KycStep,
  nextStep,
  type OpenedKycSession,
  stepsOf,
  verificationUrlOf
} from "@quittance/core/adapter"
import { Option } from "effect"
import type {
  StepStanding,
  UploadProblem,
  VerificationStage,
  VerificationView
} from "../pages/VerificationView.ts"

const stageOf = (session: OpenedKycSession): VerificationStage => {
  switch (session._tag) {
    case "pending":
    case "collecting":
      return session.attempts === 0 ? "asking" : "retrying"
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

/** The page's content for a session. It contains no metadata and nothing that was uploaded. */
export const verificationView = (
  session: OpenedKycSession,
  {
    now,
    problem = null,
    settings
  }: {
    readonly settings: Pick<SettingsShape, "kyc" | "publicUrl">
    readonly now: Instant
    readonly problem?: UploadProblem | null
  }
): VerificationView => {
  const { attempts, order, reasons } = session
  const { attemptMax, retentionMillis } = settings.kyc
  return {
    stage: stageOf(session),
    level: order.level,
    steps: stepsOf(order.level).map((step) => ({ step, course: standingOf(session, step) })),
    attempts,
    attemptsLeft: Math.max(0, attemptMax - attempts),
    reasons,
    problem,
    formToken: formTokenOf(session, nextStep(session) ?? ""),
    expiresAtMillis: order.expiresAt,
    nowMillis: now,
    redirectUrl: Option.getOrNull(order.redirectUrl),
    pageUrl: verificationUrlOf(settings.publicUrl, order.token),
    keptMillis: retentionMillis ?? null
  }
}
