import type { DocumentFault } from "./DocumentRefused.ts"
import { type KycStep, kycSteps } from "./KycStep.ts"

/**
 * Why a check refused: a stable code such as `document_blurry`. A code that starts with a step is about that
 * step's document. Codes never contain personal data, because they outlive the redaction.
 */
export type KycReason = string

/**
 * Faults of one picture that the automatic analysis finds. They are reported when it is shown. A check has them of
 * pictures that two persons showed at once, and older checks have all of them.
 */
export const pictureFaults = ["too_small", "blurry", "too_dark", "repeated", "used_before"] as const
export type PictureFault = (typeof pictureFaults)[number]

export const pictureReason = (step: KycStep, fault: PictureFault): KycReason => `${step}_${fault}`

/** The reason of a step whose file was refused when it was shown. */
export const faultReason = (step: KycStep, fault: DocumentFault): KycReason =>
  `${step}_${fault.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`

/** The reasons for reviewers; the page has a sentence for each of them and for those of `pictureFaults`. */
export const reviewReasons = [
  "document_unreadable",
  "document_incomplete",
  "document_expired",
  "document_unsupported",
  "document_back_unreadable",
  "document_back_incomplete",
  "document_back_mismatch",
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

/** The step that a reason is about, if any. The name of the back begins with that of the front, and comes after it. */
export const stepOfReason = (reason: KycReason): KycStep | undefined =>
  kycSteps.findLast((step) => reason.startsWith(`${step}_`))

/** After these another document is needed, with both of its sides. */
const reasonsOfWhole: ReadonlySet<KycReason> = new Set(["document_expired", "document_unsupported"])

/** The steps that a reason asks for again, of those that were taken. */
export const stepsAgain = (reason: KycReason, taken: ReadonlyArray<KycStep>): ReadonlyArray<KycStep> => {
  const step = stepOfReason(reason)
  // Of a document that was shown in one file, its back is a part of it.
  const again = step === "document_back" && !taken.includes(step) ? "document" : step
  return taken.filter((each) => each === again || (each === "document_back" && reasonsOfWhole.has(reason)))
}
