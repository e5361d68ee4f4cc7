import { type KycStep, kycSteps } from "./KycStep.ts"

/**
 * Why a check refused: a stable code such as `document_blurry`. A code that starts with a step is about that
 * step's document. Codes never contain personal data, because they outlive the redaction.
 */
export type KycReason = string

/**
 * Faults of one picture that the automatic analysis finds. The first three are reported at upload, and for
 * older checks.
 */
export const pictureFaults = ["too_small", "blurry", "too_dark", "repeated", "used_before"] as const
export type PictureFault = (typeof pictureFaults)[number]

export const pictureReason = (step: KycStep, fault: PictureFault): KycReason => `${step}_${fault}`

/** The reasons for reviewers; the page has a sentence for each of them and for those of `pictureFaults`. */
export const reviewReasons = [
  "document_unreadable",
  "document_incomplete",
  "document_expired",
  "document_unsupported",
  "selfie_unclear",
  "selfie_mismatch",
  "proof_of_address_unreadable",
  "proof_of_address_outdated",
  "proof_of_address_mismatch",
  "suspected_fraud",
  "other"
] as const satisfies ReadonlyArray<KycReason>

/** For a document that cannot be shown to anybody. */
export const unreadableReason = (step: KycStep): KycReason => `${step}_unreadable`

export const kycReasonsMax = 10

const codePattern = /^[a-z][a-z0-9_]{0,63}$/

export const isKycReason = (text: string): boolean => codePattern.test(text)

/** A checker's reasons as codes: a text that is not a code could name a person, and becomes `other`. */
export const kycReasonsOf = (texts: ReadonlyArray<string>): ReadonlyArray<KycReason> =>
  [...new Set(texts.map((text) => (isKycReason(text) ? text : "other")))].slice(0, kycReasonsMax)

/** The step that a reason is about, if any. */
export const stepOfReason = (reason: KycReason): KycStep | undefined =>
  kycSteps.find((step) => reason.startsWith(`${step}_`))
