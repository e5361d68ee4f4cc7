import { idPrefix } from "../../kernel/concept/IdPrefix.ts"

/** Names that stores keep of how people sign in. */

export const sessionPrefix = idPrefix("ses_")
export const passkeyPrefix = idPrefix("psk_")

/** The id of a user's credentials. Not the user's own, which is that of another record. */
export const credentialsIdOf = (userId: string): string => `credentials-${userId}`

/** What the secret of a user's codes is sealed for. */
export const codeSecretContext = (userId: string): string => `codes of ${userId}`
