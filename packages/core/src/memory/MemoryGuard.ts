import { Effect } from "effect"
import { clockSkewMillisMax, Guard } from "../ports/Guard.ts"
import { millisPerMinute, millisPerSecond } from "../time/Instant.ts"
import type { MemoryState } from "./MemoryState.ts"

/** What rounding may lose of a token or a millisecond: a token whose time has come is there. */
const tolerance = 1e-6

/** Rate limits, seen signatures and key use in memory. */
export const memoryGuard = (state: MemoryState): Guard["Service"] =>
  Guard.of({
    takeToken: (bucket, limit, now, tokens = 1) =>
      Effect.sync(() => {
        const millisPerToken = millisPerSecond / limit.perSecond
        const taken = Math.min(tokens, limit.capacity)
        const used = state.buckets.get(bucket) ?? { fullAt: now, usedAt: now }
        // Clocks of several processes differ a little: for one that is behind, a bucket fills up no sooner.
        const putBack = used.usedAt > now + clockSkewMillisMax ? used.usedAt - now : 0
        const fullAt = Math.max(now, used.fullAt - putBack)
        const left = limit.capacity - (fullAt - now) / millisPerToken - taken
        const usedAt = Math.max(now, used.usedAt - putBack)
        state.buckets.set(bucket, { fullAt, usedAt })
        if (left < -tolerance) {
          return { _tag: "Limited", retryAfterMillis: Math.ceil(-left * millisPerToken - tolerance) }
        }
        state.buckets.set(bucket, { fullAt: fullAt + taken * millisPerToken, usedAt })
        return { _tag: "Allowed", remaining: Math.floor(left + tolerance) }
      }),
    recordSignature: ({ binding, expiresAt, keyId, signature }) =>
      Effect.sync(() => {
        const name = JSON.stringify([keyId, signature])
        const seen = state.signatures.get(name)
        if (seen !== undefined) return seen.binding === binding ? "fresh" : "replayed"
        if (expiresAt <= state.signaturesForgottenThrough) return "forgotten"
        state.signatures.set(name, { binding, expiresAt })
        return "fresh"
      }),
    forgetThrough: (expiresAt) =>
      Effect.sync(() => {
        for (const [name, seen] of state.signatures) {
          if (seen.expiresAt <= expiresAt) state.signatures.delete(name)
        }
        state.signaturesForgottenThrough = Math.max(state.signaturesForgottenThrough, expiresAt)
      }),
    recordKeyUse: (uses) =>
      Effect.sync(() => {
        for (const { at, keyId } of uses) {
          const minute = at - (at % millisPerMinute)
          state.keyUses.set(keyId, Math.max(minute, state.keyUses.get(keyId) ?? minute))
        }
      }),
    prune: (now, limit) =>
      Effect.sync(() => {
        const expired = [...state.signatures.entries()].filter(([, { expiresAt }]) => expiresAt <= now)
        const signatures = expired.sort(([, a], [, b]) => a.expiresAt - b.expiresAt).slice(0, limit)
        for (const [name, { expiresAt }] of signatures) {
          state.signatures.delete(name)
          state.signaturesForgottenThrough = Math.max(state.signaturesForgottenThrough, expiresAt)
        }
        const full = [...state.buckets.entries()].filter(([, { fullAt }]) => fullAt <= now)
        const buckets = full.slice(0, limit - signatures.length)
        for (const [name] of buckets) state.buckets.delete(name)
        return signatures.length + buckets.length
      })
  })
