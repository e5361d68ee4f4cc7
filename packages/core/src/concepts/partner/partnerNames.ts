import { globalScope } from "../../kernel/concept/ClaimScope.ts"
import { idPrefix } from "../../kernel/concept/IdPrefix.ts"

/** Names that stores keep of partners. */

export const partnerPrefix = idPrefix("prt_")
export const apiKeyPrefix = idPrefix("key_")

export const partnerClaims = {
  /** By name. */
  name: globalScope("partner.name")
}
