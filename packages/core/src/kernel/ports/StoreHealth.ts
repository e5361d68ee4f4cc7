import { Context, Effect } from "effect"

/**
 * Whether the storage accepts writes. `full`: it has no space and recovers by itself when it has. `away`: it does not
 * answer or takes no writes, and recovers by itself when it does. `damaged`: its data failed a check, so this process
 * no longer writes to it; an operator has to look. `gone`: it is not the storage that was opened any more, so this
 * process neither writes nor reads it; an operator has to put it back and start the process again. `upgraded`: it is of
 * another version of the schema now, so this process no longer writes to it; it has to be started again with the
 * version of the program that did that.
 */
export type StoreCondition =
  | { readonly _tag: "sound" }
  | { readonly _tag: "full" | "away" | "damaged" | "gone" | "upgraded"; readonly reason: string }

export const soundStore: StoreCondition = { _tag: "sound" }

/** Provided by adapters that can detect it, which log each change once. Without it a store counts as sound. */
export const StoreHealth = Context.Reference<Effect.Effect<StoreCondition>>(
  "@quittance/core/kernel/ports/StoreHealth",
  { defaultValue: () => Effect.succeed(soundStore) }
)
