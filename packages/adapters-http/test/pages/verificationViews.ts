/** One set of facts per state that the verification page can show. */
import {
  type KycReason,
  type KycStep,
  kycSteps,
  pictureFaults,
  pictureReason,
  reviewReasons
} from "@quittance/core/adapter"
import type { StepStanding, UploadProblem, VerificationView } from "../../src/pages/VerificationView.ts"

/** Steps up to this one were taken; none is asked for without it. */
const stepsAt = (current: KycStep, steps: ReadonlyArray<KycStep>): ReadonlyArray<StepStanding> =>
  steps.map((step, index) => {
    const before = index - steps.indexOf(current)
    return { step, course: before < 0 ? "taken" : before === 0 ? "current" : "ahead" }
  })

const advancedSteps = ["document", "selfie", "proof_of_address"] as const
const basicSteps = ["document", "selfie"] as const
const allTaken = (steps: ReadonlyArray<KycStep>): ReadonlyArray<StepStanding> =>
  steps.map((step) => ({ step, course: "taken" }))

export const asking: VerificationView = {
  stage: "asking",
  level: "basic",
  steps: stepsAt("document", basicSteps),
  attempts: 0,
  attemptsLeft: 3,
  reasons: [],
  problem: null,
  document: { said: null, mayChange: false, freeLeft: 10 },
  formToken: "Zm9ybSB0b2tlbiBvZiB0ZXN0cw",
  expiresAtMillis: 1_800_000_000_000 + 24 * 3_600_000,
  nowMillis: 1_800_000_000_000,
  redirectUrl: "https://shop.example/account?from=verification",
  pageUrl: "https://pay.example/verify/0123456789abcdef0123456789abcdef",
  keptMillis: 30 * 24 * 3_600_000
}

const selfie: VerificationView = { ...asking, steps: stepsAt("selfie", basicSteps) }
const advanced = { level: "advanced", steps: stepsAt("proof_of_address", advancedSteps) } as const

/** A check has refused for these reasons, and this step is asked for again. */
const retrying = (
  steps: ReadonlyArray<StepStanding>,
  ...reasons: ReadonlyArray<KycReason>
): VerificationView => ({ ...asking, stage: "retrying", steps, reasons, attempts: 1, attemptsLeft: 2 })

export const withProblem = (problem: UploadProblem): VerificationView => ({ ...selfie, problem })

export const everyReason: ReadonlyArray<KycReason> = [
  ...kycSteps.flatMap((step) => pictureFaults.map((fault) => pictureReason(step, fault))),
  ...reviewReasons
]

export const verificationViews = {
  document: asking,
  documentAlmostLate: { ...asking, expiresAtMillis: asking.nowMillis + 872_000 },
  documentBack: {
    ...asking,
    steps: stepsAt("document_back", ["document", "document_back", "selfie"]),
    document: { said: { kind: "identity_card", country: "KZ" }, mayChange: true, freeLeft: 10 }
  },
  documentDark: {
    ...asking,
    problem: "tooDark",
    document: { said: { kind: "identity_card", country: "KZ" }, mayChange: false, freeLeft: 2 }
  },
  selfie,
  selfieRefused: withProblem("unsupported"),
  documentStale: { ...asking, problem: "stale" },
  proofOfAddress: { ...asking, ...advanced },
  retryingSelfie: retrying(stepsAt("selfie", basicSteps), "selfie_blurry"),
  retryingAll: {
    ...retrying(
      stepsAt("document", advancedSteps),
      "document_incomplete",
      "selfie_mismatch",
      "their_own_code"
    ),
    level: "advanced",
    attempts: 2,
    attemptsLeft: 1
  },
  retryingWithoutReason: retrying(stepsAt("document", basicSteps)),
  checking: { ...asking, stage: "checking", steps: allTaken(basicSteps) },
  checkingAdvanced: { ...asking, stage: "checking", level: "advanced", steps: allTaken(advancedSteps) },
  verified: { ...asking, stage: "verified", steps: allTaken(basicSteps) },
  verifiedWithoutLink: {
    ...asking,
    stage: "verified",
    steps: allTaken(basicSteps),
    redirectUrl: null
  },
  refused: {
    ...asking,
    stage: "refused",
    steps: allTaken(basicSteps),
    attempts: 3,
    attemptsLeft: 0,
    reasons: ["document_expired", "suspected_fraud"]
  },
  expired: { ...asking, stage: "expired", steps: basicSteps.map((step) => ({ step, course: "ahead" })) }
} satisfies Readonly<Record<string, VerificationView>>

export const verificationViewList: ReadonlyArray<readonly [name: string, view: VerificationView]> =
  Object.entries(verificationViews)
