import { Context, Option } from "effect"
import type { Mode } from "../setting/Mode.ts"

/**
 * What the store was made as, told by adapters that keep it. `Quittance` builds on no store of the other mode, because
 * simulations in the books of real money could not be told apart from it. A store without a mode goes with both.
 */
export const StoreMode = Context.Reference<Option.Option<Mode>>("@quittance/core/ports/StoreMode", {
  defaultValue: () => Option.none()
})
