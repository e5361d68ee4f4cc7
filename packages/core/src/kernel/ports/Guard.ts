import { Context, type Effect } from "effect"
import type { PartnerId } from "../concept/PartnerId.ts"
import { type Instant, millisPerMinute, millisPerSecond } from "../time/Instant.ts"
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
    /** Records when a person's session was used, to the minute. */
    readonly recordSessionUse: (use: {
      readonly partnerId: PartnerId
      readonly sessionId: string
      readonly at: Instant
    }) => Effect.Effect<void, StoreUnavailable>
    /**
     * Deletes expired signatures, the earliest first, and full buckets, at most `limit` rows; returns how
     * many. The latest expiry among deleted signatures is stored as durably as the signatures were.
     */
    readonly prune: (now: Instant, limit: number) => Effect.Effect<number, StoreUnavailable>
  }
>()("@quittance/core/kernel/ports/Guard") {}

/** What a bucket held when it was used last. */
export interface TokenBucket {
  readonly tokens: number
  readonly usedAt: Instant
}

/** The part of a token or a millisecond that rounding may lose: a token whose time has come is available. */
const tolerance = 1e-6

/**
 * Takes tokens from a bucket, as `Guard.takeToken` promises; undefined is a bucket that was never used. From `fullAt`
 * on nothing is lost by forgetting it.
 */
export const takeFrom = (
  stored: TokenBucket | undefined,
  { capacity, perSecond }: RateLimit,
  now: Instant,
  wanted: number
): { readonly bucket: TokenBucket; readonly fullAt: Instant; readonly decision: RateDecision } => {
  const taken = Math.min(wanted, capacity)
  const { tokens: kept, usedAt: last } = stored ?? { tokens: capacity, usedAt: now }
  // Clocks of several processes differ a little: time in a bucket never runs backwards, unless the clock was set back.
  const from = last > now + clockSkewMillisMax ? now : last
  const usedAt = Math.max(now, from)
  const tokens = Math.min(capacity, kept + ((usedAt - from) / millisPerSecond) * perSecond)
  const missing = taken - tokens
  const isThere = missing < tolerance
  const left = isThere ? Math.max(0, tokens - taken) : tokens
  const fullAt = usedAt + Math.ceil(((capacity - left) / perSecond) * millisPerSecond)
  return {
    bucket: { tokens: left, usedAt },
    fullAt: Math.min(fullAt, Number.MAX_SAFE_INTEGER),
    decision: isThere
      ? { _tag: "Allowed", remaining: Math.floor(left + tolerance) }
      : {
          _tag: "Limited",
          retryAfterMillis: Math.ceil((missing / perSecond) * millisPerSecond - tolerance)
        }
  }
}
