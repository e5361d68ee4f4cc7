import { type KycStep, kycSteps } from "./KycStep.ts"

/**
 * Why a check refused: a stable code such as `document_blurry`. A code that begins with a step is about what was shown in that
 * step. Codes never carry personal data, because they outlive the redaction.
 */
export type KycReason = string

/** What is wrong with one picture, as far as a machine can see. The first three are told when it is shown, and of older checks. */
export const pictureFaults = ["too_small", "blurry", "too_dark", "repeated", "used_before"] as const
export type PictureFault = (typeof pictureFaults)[number]

export const pictureReason = (step: KycStep, fault: PictureFault): KycReason => `${step}_${fault}`

/** What reviewers choose from; the page has a sentence for each, and for those of `pictureFaults`. */
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

export const kycReasonsMax = 10

const codePattern = /^[a-z][a-z0-9_]{0,63}$/

export const isKycReason = (text: string): boolean => codePattern.test(text)

/** Whatever a checker says, as codes: what is no code could name a person, and becomes `other`. */
export const kycReasonsOf = (texts: ReadonlyArray<string>): ReadonlyArray<KycReason> =>
  [...new Set(texts.map((text) => (isKycReason(text) ? text : "other")))].slice(0, kycReasonsMax)

/** The step that a reason is about, if it is about one. */
export const stepOfReason = (reason: KycReason): KycStep | undefined =>
  kycSteps.find((step) => reason.startsWith(`${step}_`))
