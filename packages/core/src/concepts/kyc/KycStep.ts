/**
 * The documents a session requires. `basic`: an identity document and a selfie; `advanced`: also a proof of
 * address.
 */
export const kycLevels = ["basic", "advanced"] as const
export type KycLevel = (typeof kycLevels)[number]

/** One document of the person, in one file. */
export const kycSteps = ["document", "selfie", "proof_of_address"] as const
export type KycStep = (typeof kycSteps)[number]

const stepsOfLevel: { readonly [L in KycLevel]: ReadonlyArray<KycStep> } = {
  basic: ["document", "selfie"],
  advanced: ["document", "selfie", "proof_of_address"]
}

/** The steps of a level, in order. */
export const stepsOf = (level: KycLevel): ReadonlyArray<KycStep> => stepsOfLevel[level]
