/** What the page of a KYC session shows, as facts: everything the renderer needs and nothing it could look up. */
import {
  type DocumentChoice,
  type KycLevel,
  type KycReason,
  type KycStep,
  stepOfReason
} from "@quittance/core/adapter"

/**
 * The stage that the headline shows. `retrying`: a check refused, and the refused steps are open again.
 * `verified`, `refused` and `expired` are final.
 */
export type VerificationStage = "asking" | "retrying" | "checking" | "verified" | "refused" | "expired"

/** `taken`: uploaded. `current`: the next one. `ahead`: a later one. */
export interface StepStanding {
  readonly step: KycStep
  readonly course: "taken" | "current" | "ahead"
}

/** Why an uploaded file was refused. */
export const uploadProblems = [
  "noFile",
  "tooLarge",
  "unsupported",
  "unreadable",
  "tooManyPixels",
  "tooCostly",
  "tooSmall",
  "tooDark",
  "blurry",
  "brokenPdf",
  "lockedPdf",
  "tooManyPages",
  "tooLargePages",
  "costlyPdf",
  "unclearPdf",
  "repeated",
  "usedBefore",
  "documentUnsaid",
  "broken",
  "stale",
  "tooOften",
  "away"
] as const
export type UploadProblem = (typeof uploadProblems)[number]

/** What was said of the identity document, and what a person may still do about pictures. */
export interface DocumentStanding {
  readonly said: DocumentChoice | null
  /** Whether another document may be shown in place of the one whose back is asked for. */
  readonly mayChange: boolean
  /** How many pictures may still be refused for nothing. */
  readonly freeLeft: number
}

export interface VerificationView {
  readonly stage: VerificationStage
  readonly level: KycLevel
  /** In the order in which they are taken. */
  readonly steps: ReadonlyArray<StepStanding>
  /** What counted as an attempt, and how many more are allowed. */
  readonly attempts: number
  readonly attemptsLeft: number
  /** Codes, of the last refusal. */
  readonly reasons: ReadonlyArray<KycReason>
  readonly problem: UploadProblem | null
  readonly document: DocumentStanding
  /** Proves that a form is for the current step. */
  readonly formToken: string
  readonly expiresAtMillis: number
  readonly nowMillis: number
  readonly redirectUrl: string | null
  /** This page's own address, for another device. */
  readonly pageUrl: string
  /** How long the files are kept after the end; `null`: until they are deleted by hand. */
  readonly keptMillis: number | null
}

/** The current step, if there is one. */
export const currentStep = ({ steps }: Pick<VerificationView, "steps">): KycStep | null =>
  steps.find(({ course }) => course === "current")?.step ?? null

/** Why a step is open again: reasons about steps uploaded since are left out. */
export const openReasons = ({
  reasons,
  steps
}: Pick<VerificationView, "reasons" | "steps">): ReadonlyArray<KycReason> => {
  const taken = steps.filter(({ course }) => course === "taken").map(({ step }) => step)
  return reasons.filter((reason) => taken.every((step) => step !== stepOfReason(reason)))
}

/** The facts that determine the page, in the order of the page's events. */
export interface VerificationFacts {
  readonly [name: string]: string | number
  readonly stage: VerificationStage | "over"
  readonly step: KycStep | ""
  readonly attempts: number
}

export const verificationFacts = (
  view: Pick<VerificationView, "stage" | "steps" | "attempts">
): VerificationFacts => ({
  stage: view.stage,
  step: currentStep(view) ?? "",
  attempts: view.attempts
})

/** For a session whose link shows nothing any more. */
export const overFacts: VerificationFacts = { stage: "over", step: "", attempts: 0 }

export const shownFacts = (facts: VerificationFacts): string => Object.values(facts).join("|")

/** When a visitor without live updates should reload, or `null` if that would discard a chosen file. */
export const reloadSeconds = ({ stage }: Pick<VerificationView, "stage">): number | null =>
  stage === "checking" ? 15 : null
