import { Context, type Effect } from "effect"
import type { Instant } from "../time/Instant.ts"
import type { StoreUnavailable } from "./Store.ts"

/** A data key, wrapped under a master key. */
export interface DataKey {
  /** Part of every value that was sealed under this key. */
  readonly id: string
  /** The master key that it is wrapped under. */
  readonly keyId: string
  readonly wrapped: string
  readonly createdAt: Instant
}

/**
 * Port. The data keys that seal the secrets of a store, each wrapped by a `KeyService`. There are only a
 * handful.
 */
export class DataKeys extends Context.Service<
  DataKeys,
  {
    /** In the order in which they were added. */
    readonly all: Effect.Effect<ReadonlyArray<DataKey>, StoreUnavailable>
    /** Durable when it returns. Does nothing if a key with that id exists. */
    readonly add: (key: DataKey) => Effect.Effect<void, StoreUnavailable>
    /** Replaces the key with the same id if it is still wrapped as `before`; returns whether it did. */
    readonly rewrap: (key: DataKey, before: string) => Effect.Effect<boolean, StoreUnavailable>
  }
>()("@quittance/core/kernel/ports/DataKeys") {}
