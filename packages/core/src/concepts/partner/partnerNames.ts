import { idPrefix } from "../../kernel/concept/IdPrefix.ts"

/** Names that stores keep of partners. */

export const partnerPrefix = idPrefix("prt_")
export const apiKeyPrefix = idPrefix("key_")
