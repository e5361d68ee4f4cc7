import { Context, Effect } from "effect"

/**
 * Whether the storage accepts writes. `full`: it has no space and recovers by itself when it has. `away`: the
 * process that writes for this one is being started again. `damaged`: its data failed a check, so this process
 * no longer writes to it; an operator has to look. `upgraded`: it is of another version of the schema now, so this process no
 * longer writes to it; the process has to be restarted with the version of the program that did that.
 */
export type StoreCondition =
  | { readonly _tag: "sound" }
  | { readonly _tag: "full" | "away" | "damaged" | "upgraded"; readonly reason: string }

export const soundStore: StoreCondition = { _tag: "sound" }

/** Provided by adapters that can detect it, which log each change once. Without it a store counts as sound. */
export const StoreHealth = Context.Reference<Effect.Effect<StoreCondition>>(
  "@quittance/core/ports/StoreHealth",
  { defaultValue: () => Effect.succeed(soundStore) }
)
