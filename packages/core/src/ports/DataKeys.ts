import { Context, type Effect } from "effect"
import type { Instant } from "../time/Instant.ts"
import type { StoreUnavailable } from "./Store.ts"

/** A data key, wrapped under a master key. */
export interface DataKey {
  /** Stands in everything that was sealed under it. */
  readonly id: string
  /** The master key that it is wrapped under. */
  readonly keyId: string
  readonly wrapped: string
  readonly createdAt: Instant
}

/** Port. The data keys that the secrets of a store are sealed under, each wrapped by a `KeyService`. There are a handful. */
export class DataKeys extends Context.Service<
  DataKeys,
  {
    /** In the order in which they were added. */
    readonly all: Effect.Effect<ReadonlyArray<DataKey>, StoreUnavailable>
    /** Durable when it answers. Nothing happens where there is one of that id. */
    readonly add: (key: DataKey) => Effect.Effect<void, StoreUnavailable>
    /** Puts the key in the place of the one of the same id, if that is still wrapped as `before`; answers whether it was. */
    readonly rewrap: (key: DataKey, before: string) => Effect.Effect<boolean, StoreUnavailable>
  }
>()("@quittance/core/ports/DataKeys") {}
