import { Context, type Effect, type Option } from "effect"
import type { Instant } from "../time/Instant.ts"
import type { StoreUnavailable } from "./Store.ts"

/** Why no money may leave on what this store says, and since when. */
export interface Hold {
  /** One sentence for an operator. */
  readonly reason: string
  readonly since: Instant
}

/**
 * Port. A store that may be older than the world stands on hold: it answers reads, and makes no payout and no deposit address
 * until an operator has released it. A hold is durable. Every process on the store sees it within a second, and its release at once.
 */
export class StoreHold extends Context.Service<
  StoreHold,
  {
    readonly current: Effect.Effect<Option.Option<Hold>, StoreUnavailable>
    /** Keeps an earlier hold as it is. */
    readonly place: (hold: Hold) => Effect.Effect<void, StoreUnavailable>
    readonly release: Effect.Effect<void, StoreUnavailable>
  }
>()("@quittance/core/ports/StoreHold") {}
