import { Effect, Option } from "effect"
import type { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Invitation } from "./Invitation.ts"
import { isUserId } from "./personNames.ts"
import { user } from "./User.ts"

/**
 * Whether the operator who gave a link out is one no more: then it opens nothing, or an operator who has to go would
 * come back by a link of their own. What members may still do is asked of their roster.
 */
export const inviterHasLeft = Effect.fnUntraced(function* (
  states: StateReader["Service"],
  { createdBy }: Pick<Invitation, "createdBy">
): Effect.fn.Return<boolean, StoreUnavailable> {
  const id = createdBy.startsWith("operator:") ? createdBy.slice("operator:".length) : ""
  if (!isUserId(id)) return false
  const found = yield* states.get(user, id, id)
  return !Option.exists(found, ({ state }) => state.isOperator)
})
