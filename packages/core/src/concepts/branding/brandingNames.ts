import type { PartnerId } from "../../kernel/concept/PartnerId.ts"

/** Names that stores keep of what partners show to their customers. */

export const brandingIdOf = (partnerId: PartnerId): string => `branding-${partnerId}`

/** The id of a logo, by its hash. */
export const logoIdOf = (hash: string): string => `logo-${hash}`
