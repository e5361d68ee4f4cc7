/** What a session asks for. `basic`: an identity document and a selfie; `advanced`: also a proof of address. */
export const kycLevels = ["basic", "advanced"] as const
export type KycLevel = (typeof kycLevels)[number]

/** One thing that the person shows, in one file. */
export const kycSteps = ["document", "selfie", "proof_of_address"] as const
export type KycStep = (typeof kycSteps)[number]

const stepsOfLevel: { readonly [L in KycLevel]: ReadonlyArray<KycStep> } = {
  basic: ["document", "selfie"],
  advanced: ["document", "selfie", "proof_of_address"]
}

/** The steps of a level, in the order in which they are taken. */
export const stepsOf = (level: KycLevel): ReadonlyArray<KycStep> => stepsOfLevel[level]

/** The languages that the verification page speaks. `kz` is Kazakh, as in the interface; its BCP 47 tag is `kk`. */
export const kycLocales = ["ru", "en", "kz"] as const
export type KycLocale = (typeof kycLocales)[number]
