import { Context, Option } from "effect"
import type { Mode } from "../setting/Mode.ts"

/**
 * The mode the store was created in, for adapters that record it. `Quittance` refuses a store of the other
 * mode, because simulated entries in the books of real money could not be distinguished. A store without a
 * mode works with both.
 */
export const StoreMode = Context.Reference<Option.Option<Mode>>("@quittance/core/kernel/ports/StoreMode", {
  defaultValue: () => Option.none()
})
