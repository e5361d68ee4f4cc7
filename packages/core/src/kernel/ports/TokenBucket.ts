import { type Instant, millisPerSecond } from "../time/Instant.ts"
import { clockSkewMillisMax, type RateDecision, type RateLimit } from "./Guard.ts"

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
