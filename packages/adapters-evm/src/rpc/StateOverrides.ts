import type { Hex } from "../hex.ts"

/** What is different from the chain during one call, by address. Not every node supports it. */
export interface StateOverrides {
  readonly [address: Hex]: {
    readonly code?: Hex
    /** Single places of the storage. */
    readonly stateDiff?: { readonly [place: Hex]: Hex }
  }
}
