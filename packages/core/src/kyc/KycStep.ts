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

/** The languages of the verification page. `kz` is Kazakh, as in the API; its BCP 47 tag is `kk`. */
export const kycLocales = ["ru", "en", "kz"] as const
export type KycLocale = (typeof kycLocales)[number]
