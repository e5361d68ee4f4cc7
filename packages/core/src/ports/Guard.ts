import { Context, type Effect } from "effect"
import { type Instant, millisPerMinute } from "../time/Instant.ts"
import type { StoreUnavailable } from "./Store.ts"

/** A token bucket: `capacity` at most, refilled by `perSecond`. */
export interface RateLimit {
  readonly capacity: number
  readonly perSecond: number
}

/** How far the clocks of processes on one store may differ. A bucket used later than that in the future was used by a clock that was put back. */
export const clockSkewMillisMax = 5_000

/** How far the time in a signed request may be from the server's. */
export const signatureSkewMillisMax = 5 * millisPerMinute

/**
 * Until when a signature is remembered: for twice the skew, so that processes whose clocks differ forget it only when all of
 * them refuse its time.
 */
export const signatureExpiry = (signedAt: Instant): Instant => signedAt + 2 * signatureSkewMillisMax

/** What becomes of a signature that is recorded. */
export type SignatureRecord = "fresh" | "replayed" | "forgotten"

export type RateDecision =
  | { readonly _tag: "Allowed"; readonly remaining: number }
  | { readonly _tag: "Limited"; readonly retryAfterMillis: number }

/** Port. What protects the API and is no domain change, shared by all processes on one store. Times are wall clock. */
export class Guard extends Context.Service<
  Guard,
  {
    /**
     * Takes tokens from a bucket, which starts full: one unless said otherwise. A clock that was put back by more than
     * `clockSkewMillisMax` refills it from now on.
     */
    readonly takeToken: (
      bucket: string,
      limit: RateLimit,
      now: Instant,
      /** At most the capacity is taken: what costs more needs a full bucket. */
      tokens?: number
    ) => Effect.Effect<RateDecision, StoreUnavailable>
    /**
     * Records a signature, durably, before it answers. `replayed` when it was recorded before with another binding;
     * with the same binding it is the same request again, which is `fresh`. `forgotten` when signatures that expire as late as
     * this one were forgotten, whatever the clock says now: nobody knows any more whether it is new.
     */
    readonly recordSignature: (seen: {
      readonly keyId: string
      readonly signature: string
      /** What the request said beside the signed bytes: its idempotency key. */
      readonly binding: string
      /** Follows from what is signed: whoever records a signature again brings the same instant. */
      readonly expiresAt: Instant
    }) => Effect.Effect<SignatureRecord, StoreUnavailable>
    /**
     * Forgets every signature that expires no later than this, recorded or not, durably: for a store that was put back, which does
     * not know what it saw, nor who sent what it recorded while it stood on hold.
     */
    readonly forgetThrough: (expiresAt: Instant) => Effect.Effect<void, StoreUnavailable>
    /** Notes when keys were used, to the minute. */
    readonly recordKeyUse: (
      uses: ReadonlyArray<{ readonly keyId: string; readonly at: Instant }>
    ) => Effect.Effect<void, StoreUnavailable>
    /**
     * Forgets expired signatures, the earliest first, and full buckets, at most `limit` rows; answers how many. Up to when
     * signatures were forgotten is kept as durably as they were.
     */
    readonly prune: (now: Instant, limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@quittance/core/ports/Guard") {}
