/** What the page of a KYC session shows, as facts: everything the renderer needs and nothing it could look up. */
import { type KycLevel, type KycReason, type KycStep, stepOfReason } from "@quittance/core"

/**
 * The one thing that the page says in its headline. `retrying`: a check has refused, and what it refused is asked for again.
 * `verified`, `refused` and `expired` are the end.
 */
export type VerificationStage = "asking" | "retrying" | "checking" | "verified" | "refused" | "expired"

/** `taken`: the person has shown it. `current`: it is asked for now. `ahead`: it is asked for later. */
export interface StepStanding {
  readonly step: KycStep
  readonly course: "taken" | "current" | "ahead"
}

/** Why a file that was sent was not taken. */
export const uploadProblems = [
  "noFile",
  "tooLarge",
  "unsupported",
  "unreadable",
  "tooManyPixels",
  "tooSmall",
  "tooDark",
  "blurry",
  "activePdf",
  "lockedPdf",
  "broken",
  "stale",
  "tooOften",
  "away"
] as const
export type UploadProblem = (typeof uploadProblems)[number]

export interface VerificationView {
  readonly stage: VerificationStage
  readonly level: KycLevel
  /** In the order in which they are taken. */
  readonly steps: ReadonlyArray<StepStanding>
  /** Checks that refused, and how many more may. */
  readonly attempts: number
  readonly attemptsLeft: number
  /** Codes, of the last check that refused. */
  readonly reasons: ReadonlyArray<KycReason>
  readonly problem: UploadProblem | null
  /** Proves that a form is of what is asked for now. */
  readonly formToken: string
  readonly expiresAtMillis: number
  readonly nowMillis: number
  readonly redirectUrl: string | null
}

/** The step that is asked for now, if one is. */
export const currentStep = ({ steps }: Pick<VerificationView, "steps">): KycStep | null =>
  steps.find(({ course }) => course === "current")?.step ?? null

/** Why something is asked for again: what is said of what was taken meanwhile is left out. */
export const openReasons = ({ reasons, steps }: VerificationView): ReadonlyArray<KycReason> => {
  const taken = steps.filter(({ course }) => course === "taken").map(({ step }) => step)
  return reasons.filter((reason) => taken.every((step) => step !== stepOfReason(reason)))
}

/** What has to be the same for the page to be the same, in the order in which the page's events tell it. */
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

/** Of a session whose link says nothing about it any more. */
export const overFacts: VerificationFacts = { stage: "over", step: "", attempts: 0 }

export const shownFacts = (facts: VerificationFacts): string => Object.values(facts).join("|")

/** How soon a visitor without live updates should look again, or `null` where that would throw away what they chose. */
export const reloadSeconds = ({ stage }: Pick<VerificationView, "stage">): number | null =>
  stage === "checking" ? 15 : null
