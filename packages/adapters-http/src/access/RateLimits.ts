import {
  Guard,
  type Instant,
  type KycSessionId,
  millisPerMinute,
  millisPerSecond,
  type RateLimit
} from "@quittance/core"
import { Effect } from "effect"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"

/** Operations that share a bucket of a key. */
export type RateClass = "reads" | "writes" | "payouts" | "batches"

/** Operations without a key that share a bucket of a client's address. */
export type AddressRateClass = "signatures"

/** What buckets there are: of a key or an address for each class, and `uploads` of a verification link. */
export type RateLimitTable = { readonly [C in RateClass | AddressRateClass | "uploads"]: RateLimit }

export const defaultRateLimits: RateLimitTable = {
  reads: { capacity: 200, perSecond: 100 },
  writes: { capacity: 50, perSecond: 25 },
  payouts: { capacity: 20, perSecond: 10 },
  batches: { capacity: 6, perSecond: (6 * millisPerSecond) / millisPerMinute },
  uploads: { capacity: 20, perSecond: 1 / 3 },
  signatures: { capacity: 10, perSecond: 2 }
}

/** Failed authentication from one address. */
const failureLimit: RateLimit = { capacity: 10, perSecond: (10 * millisPerSecond) / millisPerMinute }

/** Headers of draft-ietf-httpapi-ratelimit-headers: the bucket's size over the time it takes to fill, and what is left. */
const limited = (name: string, limit: RateLimit, retryAfterMillis: number, message: string): ApiRefusal => {
  const retryAfter = String(Math.max(1, Math.ceil(retryAfterMillis / millisPerSecond)))
  return new ApiRefusal({
    code: "rate_limited",
    message: `${message}; try again in ${retryAfter} s`,
    headers: {
      "Retry-After": retryAfter,
      "RateLimit-Policy": `"${name}";q=${limit.capacity};w=${Math.ceil(limit.capacity / limit.perSecond)}`,
      RateLimit: `"${name}";r=0;t=${retryAfter}`
    }
  })
}

export interface RateLimits {
  /** Takes one request of a key out of its bucket. */
  readonly spend: (keyId: string, rate: RateClass, now: Instant) => Effect.Effect<void, ApiFailure>
  /** Takes one request of a client's address out of its bucket. */
  readonly spendOfAddress: (
    address: string,
    rate: AddressRateClass,
    now: Instant
  ) => Effect.Effect<void, ApiFailure>
  /** Takes one upload of a KYC session out of its bucket: by its id, which tells nobody its link. */
  readonly spendUpload: (sessionId: KycSessionId, now: Instant) => Effect.Effect<void, ApiFailure>
  /** Fails with the refusal, or with `rate_limited` when the address had too many of them. */
  readonly refuse: (address: string, now: Instant, refusal: ApiRefusal) => Effect.Effect<never, ApiRefusal>
}

const unlimited: RateLimits = {
  spend: () => Effect.void,
  spendOfAddress: () => Effect.void,
  spendUpload: () => Effect.void,
  refuse: (_address, _now, refusal) => Effect.fail(refusal)
}

/** Token buckets, shared by all processes on one store. Only failing requests are held back by failed authentication. */
export const makeRateLimits = Effect.fnUntraced(function* (mode: "on" | "off", limits: RateLimitTable) {
  if (mode === "off") return unlimited
  const guard = yield* Guard
  const take = Effect.fnUntraced(function* (
    name: keyof RateLimitTable,
    holder: string,
    now: Instant,
    message: string
  ) {
    const limit = limits[name]
    const decision = yield* guard.takeToken(`${name}/${holder}`, limit, now)
    if (decision._tag === "Limited") return yield* limited(name, limit, decision.retryAfterMillis, message)
  })
  const refuse = Effect.fnUntraced(function* (address: string, now: Instant, refusal: ApiRefusal) {
    const taken = guard.takeToken(`authentication/${address}`, failureLimit, now)
    // A store that is down must not turn a refusal into something else.
    const decision = yield* Effect.orElseSucceed(taken, () => undefined)
    if (decision === undefined || decision._tag === "Allowed") return yield* refusal
    return yield* limited(
      "authentication",
      failureLimit,
      decision.retryAfterMillis,
      `too many requests from this address failed to authenticate, the last one because ${refusal.message}`
    )
  })
  return {
    spend: (keyId, rate, now) => take(rate, keyId, now, `too many requests (${rate}) with this key`),
    spendOfAddress: (address, rate, now) =>
      take(rate, address, now, `too many requests (${rate}) from this address`),
    spendUpload: (sessionId, now) => take("uploads", sessionId, now, "too many uploads with this link"),
    refuse
  } satisfies RateLimits
})
