import { Context, type Effect } from "effect"
import type { Instant } from "../time/Instant.ts"
import type { StoreUnavailable } from "./Store.ts"

/** A token bucket: `capacity` at most, refilled by `perSecond`. */
export interface RateLimit {
  readonly capacity: number
  readonly perSecond: number
}

export type RateDecision =
  | { readonly _tag: "Allowed"; readonly remaining: number }
  | { readonly _tag: "Limited"; readonly retryAfterMillis: number }

/** Port. What protects the API and is no domain change, shared by all processes on one store. Times are wall clock. */
export class Guard extends Context.Service<
  Guard,
  {
    /** Takes one token from a bucket, which starts full. */
    readonly takeToken: (
      bucket: string,
      limit: RateLimit,
      now: Instant
    ) => Effect.Effect<RateDecision, StoreUnavailable>
    /**
     * Records a signature, durably, before it answers. `replayed` when it was recorded before with another binding;
     * with the same binding it is the same request again, which is `fresh`.
     */
    readonly recordSignature: (seen: {
      readonly keyId: string
      readonly signature: string
      /** What the request said beside the signed bytes: its idempotency key. */
      readonly binding: string
      /** Follows from what is signed: whoever records a signature again brings the same instant. */
      readonly expiresAt: Instant
    }) => Effect.Effect<"fresh" | "replayed", StoreUnavailable>
    /** Notes when keys were used, to the minute. */
    readonly recordKeyUse: (
      uses: ReadonlyArray<{ readonly keyId: string; readonly at: Instant }>
    ) => Effect.Effect<void, StoreUnavailable>
    /** Forgets expired signatures and full buckets, at most `limit` rows; answers how many. */
    readonly prune: (now: Instant, limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@quittance/core/ports/Guard") {}
