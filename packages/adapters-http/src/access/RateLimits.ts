import { Guard, type Instant, millisPerMinute, millisPerSecond, type RateLimit } from "@quittance/core"
import { Effect } from "effect"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"

/** Operations that share a bucket of a key. */
export type RateClass = "reads" | "writes" | "payouts" | "batches"

export const defaultRateLimits: { readonly [C in RateClass]: RateLimit } = {
  reads: { capacity: 200, perSecond: 100 },
  writes: { capacity: 50, perSecond: 25 },
  payouts: { capacity: 20, perSecond: 10 },
  batches: { capacity: 6, perSecond: (6 * millisPerSecond) / millisPerMinute }
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
  /** Fails with the refusal, or with `rate_limited` when the address had too many of them. */
  readonly refuse: (address: string, now: Instant, refusal: ApiRefusal) => Effect.Effect<never, ApiRefusal>
}

const unlimited: RateLimits = {
  spend: () => Effect.void,
  refuse: (_address, _now, refusal) => Effect.fail(refusal)
}

/** Token buckets, shared by all processes on one store. Only failing requests are held back by failed authentication. */
export const makeRateLimits = Effect.fnUntraced(function* (
  mode: "on" | "off",
  limits: { readonly [C in RateClass]: RateLimit }
) {
  if (mode === "off") return unlimited
  const guard = yield* Guard
  const spend = Effect.fnUntraced(function* (keyId: string, rate: RateClass, now: Instant) {
    const decision = yield* guard.takeToken(`${rate}/${keyId}`, limits[rate], now)
    if (decision._tag === "Allowed") return
    return yield* limited(
      rate,
      limits[rate],
      decision.retryAfterMillis,
      `too many requests (${rate}) with this key`
    )
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
  return { spend, refuse } satisfies RateLimits
})
