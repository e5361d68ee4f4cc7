import { Effect } from "effect"
import { Guard } from "../ports/Guard.ts"
import { millisPerMinute, millisPerSecond } from "../time/Instant.ts"
import type { MemoryState } from "./MemoryState.ts"

/** What rounding may lose of a token or a millisecond: a token whose time has come is there. */
const tolerance = 1e-6

/** Rate limits, seen signatures and key use in memory. */
export const memoryGuard = (state: MemoryState): Guard["Service"] =>
  Guard.of({
    takeToken: (bucket, limit, now) =>
      Effect.sync(() => {
        const millisPerToken = millisPerSecond / limit.perSecond
        // Clocks of several processes differ a little: for one that is behind, a bucket fills up no sooner.
        const fullAt = Math.max(now, state.buckets.get(bucket) ?? now)
        const left = limit.capacity - (fullAt - now) / millisPerToken - 1
        if (left < -tolerance) {
          return { _tag: "Limited", retryAfterMillis: Math.ceil(-left * millisPerToken - tolerance) }
        }
        state.buckets.set(bucket, fullAt + millisPerToken)
        return { _tag: "Allowed", remaining: Math.floor(left + tolerance) }
      }),
    recordSignature: ({ binding, expiresAt, keyId, signature }) =>
      Effect.sync(() => {
        const name = JSON.stringify([keyId, signature])
        const seen = state.signatures.get(name)
        if (seen === undefined) state.signatures.set(name, { binding, expiresAt })
        return seen === undefined || seen.binding === binding ? "fresh" : "replayed"
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
        const signatures = expired.slice(0, limit)
        for (const [name] of signatures) state.signatures.delete(name)
        const full = [...state.buckets.entries()].filter(([, fullAt]) => fullAt <= now)
        const buckets = full.slice(0, limit - signatures.length)
        for (const [name] of buckets) state.buckets.delete(name)
        return signatures.length + buckets.length
      })
  })
