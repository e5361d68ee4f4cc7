import { Context, type Effect } from "effect"
import type { PartnerId } from "../concept/PartnerId.ts"
import { type Instant, millisPerMinute } from "../time/Instant.ts"
import type { StoreUnavailable } from "./Store.ts"

/** A token bucket: `capacity` at most, refilled by `perSecond`. */
export interface RateLimit {
  readonly capacity: number
  readonly perSecond: number
}

/**
 * How far the clocks of processes on one store may differ. A bucket last used later than that in the future
 * was used by a clock that has been set back since.
 */
export const clockSkewMillisMax = 5_000

/** How far the time in a signed request may be from the server's. */
export const signatureSkewMillisMax = 5 * millisPerMinute

/**
 * The instant until which a signature is remembered: twice the skew, so that processes with different clocks
 * forget it only when all of them refuse its timestamp.
 */
export const signatureExpiry = (signedAt: Instant): Instant => signedAt + 2 * signatureSkewMillisMax

/** The result of recording a signature. */
export type SignatureRecord = "fresh" | "replayed" | "forgotten"

export type RateDecision =
  | { readonly _tag: "Allowed"; readonly remaining: number }
  | { readonly _tag: "Limited"; readonly retryAfterMillis: number }

/**
 * Port. Protection of the API that is not a domain change, shared by all processes on one store. Times are
 * wall clock.
 */
export class Guard extends Context.Service<
  Guard,
  {
    /**
     * Takes tokens from a bucket, by default one; a bucket starts full. After the clock was set back by more
     * than `clockSkewMillisMax`, the bucket refills from now on.
     */
    readonly takeToken: (
      bucket: string,
      limit: RateLimit,
      now: Instant,
      /** At most the capacity is taken: an operation that costs more needs a full bucket. */
      tokens?: number
    ) => Effect.Effect<RateDecision, StoreUnavailable>
    /**
     * Records a signature durably before it returns. `replayed`: it was recorded before with another binding.
     * With the same binding it is the same request again, which is `fresh`. `forgotten`: signatures that
     * expire at this one's instant or later have been pruned, so it is unknown whether this one is new,
     * whatever the clock says now.
     */
    readonly recordSignature: (seen: {
      readonly keyId: string
      readonly signature: string
      /** The part of the request outside the signed bytes: its idempotency key. */
      readonly binding: string
      /** Derived from the signed timestamp, so recording the same signature again gives the same instant. */
      readonly expiresAt: Instant
    }) => Effect.Effect<SignatureRecord, StoreUnavailable>
    /**
     * Durably forgets every signature that expires at this instant or earlier, recorded or not. A restored
     * store needs this: it does not know which signatures it had seen, nor who sent those recorded while it
     * was on hold.
     */
    readonly forgetThrough: (expiresAt: Instant) => Effect.Effect<void, StoreUnavailable>
    /** Records when keys were used, to the minute. */
    readonly recordKeyUse: (
      uses: ReadonlyArray<{ readonly partnerId: PartnerId; readonly keyId: string; readonly at: Instant }>
    ) => Effect.Effect<void, StoreUnavailable>
    /**
     * Deletes expired signatures, the earliest first, and full buckets, at most `limit` rows; returns how
     * many. The latest expiry among deleted signatures is stored as durably as the signatures were.
     */
    readonly prune: (now: Instant, limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@quittance/core/kernel/ports/Guard") {}

/**
 * How a store keeps the signature of a request: lower-case hex at half its size, any other text as its own bytes behind
 * a mark.
 */
export const signatureBytes = (signature: string): Uint8Array =>
  /^(?:[0-9a-f]{2})+$/.test(signature) ? Buffer.from(signature, "hex") : Buffer.from(`\u0000${signature}`)
