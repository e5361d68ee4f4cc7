import { Context, Effect } from "effect"

/**
 * Whether the storage takes writes. `full`: it has no room, and takes none until it has; it finds that out by itself.
 * `damaged`: what it is kept in does not check out, so this process writes to it no more; an operator has to look.
 */
export type StoreCondition =
  | { readonly _tag: "sound" }
  | { readonly _tag: "full" | "damaged"; readonly reason: string }

export const soundStore: StoreCondition = { _tag: "sound" }

/** Told by adapters that can know. A store that tells nothing counts as sound. */
export const StoreHealth = Context.Reference<Effect.Effect<StoreCondition>>(
  "@quittance/core/ports/StoreHealth",
  { defaultValue: () => Effect.succeed(soundStore) }
)
