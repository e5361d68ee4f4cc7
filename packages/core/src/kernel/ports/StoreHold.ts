import { Context, type Effect, type Option } from "effect"
import type { Instant } from "../time/Instant.ts"
import type { StoreUnavailable } from "./Store.ts"

/** Why and since when this store may not send money. */
export interface Hold {
  /**
   * For an operator, in whole sentences: `This store is on hold: it is a backup …. Run … when you know what is
   * missing.`
   */
  readonly reason: string
  readonly since: Instant
}

/**
 * Port. A store that may be out of date is on hold: it answers reads, but creates no payout and no deposit
 * address until an operator has released it. A hold is durable. Every process on the store sees it within a
 * second, and its release at once.
 */
export class StoreHold extends Context.Service<
  StoreHold,
  {
    readonly current: Effect.Effect<Option.Option<Hold>, StoreUnavailable>
    /** An earlier hold stays unchanged. */
    readonly place: (hold: Hold) => Effect.Effect<void, StoreUnavailable>
    readonly release: Effect.Effect<void, StoreUnavailable>
  }
>()("@quittance/core/kernel/ports/StoreHold") {}
