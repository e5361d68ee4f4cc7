import {
  emptyMemoryState,
  Guard,
  type Instant,
  type KycSessionId,
  memoryGuard,
  millisPerSecond,
  type RateLimit
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import { clientNetwork, clientSite } from "./ClientNetwork.ts"
import type { RateLimitTable } from "./rateLimitSettings.ts"

/** Operations that share a bucket of a key. */
export type RateClass = "reads" | "writes" | "payouts" | "batches"

/** Operations without a key that share a bucket of a client's address. */
export type AddressRateClass = "signatures"

/** How many networks of one IPv6 site may use their limits fully: a /48 has 65 536 of them. */
const networksOfSite = 16

/** How often full page buckets are removed, and how many at a time. */
const forgetMillis = millisPerSecond
const forgetStep = 10_000

/**
 * Headers of draft-ietf-httpapi-ratelimit-headers: the bucket's size over the time it takes to fill, and the
 * remaining tokens.
 */
const limited = (
  name: string,
  limit: RateLimit,
  retryAfterMillis: number,
  message: string,
  details?: ApiRefusal["details"]
): ApiRefusal => {
  const retryAfter = String(Math.max(1, Math.ceil(retryAfterMillis / millisPerSecond)))
  return new ApiRefusal({
    code: "rate_limited",
    message: `${message}; try again in ${retryAfter} s`,
    headers: {
      "Retry-After": retryAfter,
      "RateLimit-Policy": `"${name}";q=${limit.capacity};w=${Math.ceil(limit.capacity / limit.perSecond)}`,
      RateLimit: `"${name}";r=0;t=${retryAfter}`
    },
    ...(details === undefined ? {} : { details })
  })
}

export interface RateLimits {
  /** Takes a request's cost from its key's bucket. */
  readonly spend: (
    keyId: string,
    rate: RateClass,
    now: Instant,
    tokens: number
  ) => Effect.Effect<void, ApiFailure>
  /** Takes one request from the bucket of a client's address. */
  readonly spendOfAddress: (
    address: string,
    rate: AddressRateClass,
    now: Instant
  ) => Effect.Effect<void, ApiFailure>
  /** Takes one page, or one of its files, from the address's bucket in this process. */
  readonly spendPage: (address: string, now: Instant) => Effect.Effect<void, ApiFailure>
  /** Takes one upload of a KYC session from its bucket: by the session's id, which does not reveal its link. */
  readonly spendUpload: (sessionId: KycSessionId, now: Instant) => Effect.Effect<void, ApiFailure>
  /**
   * Fails with the refusal, or with `rate_limited` if the address had too many of them, for the reason and with the
   * details of `beyond`.
   */
  readonly refuse: (
    address: string,
    now: Instant,
    refusal: ApiRefusal,
    beyond: Pick<ApiRefusal, "message" | "details">
  ) => Effect.Effect<never, ApiRefusal>
}

const unlimited: RateLimits = {
  spend: () => Effect.void,
  spendOfAddress: () => Effect.void,
  spendPage: () => Effect.void,
  spendUpload: () => Effect.void,
  refuse: (_address, _now, refusal) => Effect.fail(refusal)
}

/** Takes from the buckets of a network and, for IPv6, of its site. */
const takeOfAddress = Effect.fnUntraced(function* (
  guard: Guard["Service"],
  name: string,
  address: string,
  limit: RateLimit,
  now: Instant
) {
  const decision = yield* guard.takeToken(`${name}/${clientNetwork(address)}`, limit, now)
  const site = clientSite(address)
  if (decision._tag === "Limited" || site === undefined) return decision
  const { capacity, perSecond } = limit
  const wide = { capacity: capacity * networksOfSite, perSecond: perSecond * networksOfSite }
  return yield* guard.takeToken(`${name}/${site}`, wide, now)
})

/**
 * Token buckets, shared by all processes on one store. Page buckets are per process, because a page is not
 * worth a write. Failed authentication limits only further failing requests.
 */
export const makeRateLimits = Effect.fnUntraced(function* (mode: "on" | "off", limits: RateLimitTable) {
  if (mode === "off") return unlimited
  const guard = yield* Guard
  const visitors = memoryGuard(emptyMemoryState())

  const spend: RateLimits["spend"] = Effect.fnUntraced(function* (keyId, rate, now, tokens) {
    const decision = yield* guard.takeToken(`${rate}/${keyId}`, limits[rate], now, tokens)
    if (decision._tag === "Allowed") return
    const { retryAfterMillis } = decision
    return yield* limited(rate, limits[rate], retryAfterMillis, `too many requests (${rate}) with this key`)
  })

  const spendOfAddress: RateLimits["spendOfAddress"] = Effect.fnUntraced(function* (address, rate, now) {
    const decision = yield* takeOfAddress(guard, rate, address, limits[rate], now)
    if (decision._tag === "Allowed") return
    const message = `too many requests (${rate}) from this address`
    return yield* limited(rate, limits[rate], decision.retryAfterMillis, message)
  })

  let forgottenAt = 0
  const spendPage: RateLimits["spendPage"] = Effect.fnUntraced(function* (address, now) {
    if (Math.abs(now - forgottenAt) >= forgetMillis) {
      forgottenAt = now
      yield* visitors.prune(now, forgetStep)
    }
    const decision = yield* takeOfAddress(visitors, "pages", address, limits.pages, now)
    if (decision._tag === "Allowed") return
    return yield* limited("pages", limits.pages, decision.retryAfterMillis, "too many pages for this address")
  })

  const spendUpload: RateLimits["spendUpload"] = Effect.fnUntraced(function* (sessionId, now) {
    const decision = yield* guard.takeToken(`uploads/${sessionId}`, limits.uploads, now)
    if (decision._tag === "Allowed") return
    const message = "too many uploads with this link"
    return yield* limited("uploads", limits.uploads, decision.retryAfterMillis, message)
  })

  const refuse: RateLimits["refuse"] = Effect.fnUntraced(function* (address, now, refusal, beyond) {
    const taken = takeOfAddress(guard, "authentication", address, limits.authentication, now)
    // An unavailable store must not replace the refusal by another error.
    const decision = yield* Effect.orElseSucceed(taken, () => undefined)
    if (decision === undefined || decision._tag === "Allowed") return yield* refusal
    return yield* limited(
      "authentication",
      limits.authentication,
      decision.retryAfterMillis,
      `too many requests from this address failed to authenticate, the last one because ${beyond.message}`,
      beyond.details
    )
  })

  return { spend, spendOfAddress, spendPage, spendUpload, refuse } satisfies RateLimits
})
