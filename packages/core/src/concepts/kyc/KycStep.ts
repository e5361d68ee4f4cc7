import { type DocumentChoice, hasBack } from "./DocumentChoice.ts"

/**
 * The documents a session requires. `basic`: an identity document and a selfie; `advanced`: also a proof of
 * address.
 */
export const kycLevels = ["basic", "advanced"] as const
export type KycLevel = (typeof kycLevels)[number]

/** One document of the person, in one file; of a document with two sides, one side. */
export const kycSteps = ["document", "document_back", "selfie", "proof_of_address"] as const
export type KycStep = (typeof kycSteps)[number]

const stepsOfLevel: { readonly [L in KycLevel]: ReadonlyArray<KycStep> } = {
  basic: ["document", "selfie"],
  advanced: ["document", "selfie", "proof_of_address"]
}

/** The steps of a level, in order. The back is asked for where the person chose a document that has one. */
export const stepsOf = (level: KycLevel, choice?: DocumentChoice | null): ReadonlyArray<KycStep> => {
  const steps = stepsOfLevel[level]
  if (choice == null || !hasBack(choice.kind)) return steps
  return steps.flatMap(
    (step): ReadonlyArray<KycStep> => (step === "document" ? [step, "document_back"] : [step])
  )
}
