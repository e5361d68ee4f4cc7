import { idPrefix } from "../../kernel/concept/IdPrefix.ts"

/** Names that stores keep of balances. */

export const adjustmentPrefix = idPrefix("adj_")
