import { Effect } from "effect"
import { Guard } from "../ports/Guard.ts"
import { type Instant, millisPerMinute, millisPerSecond } from "../time/Instant.ts"
import type { MemoryState, TokenBucket } from "./MemoryState.ts"

/** Rate limits, seen signatures and key use in memory. */
export const memoryGuard = (state: MemoryState): Guard["Service"] =>
  Guard.of({
    takeToken: (name, limit, now) =>
      Effect.sync(() => {
        const bucket = state.buckets.get(name) ?? { tokens: limit.capacity, at: now, limit }
        const tokens = tokensAt({ ...bucket, limit }, now)
        // Clocks of several processes differ a little: time in a bucket never runs backwards.
        const at = Math.max(now, bucket.at)
        const left = tokens < 1 ? tokens : tokens - 1
        state.buckets.set(name, { tokens: left, at, limit })
        return tokens < 1
          ? {
              _tag: "Limited",
              retryAfterMillis: Math.ceil(((1 - tokens) / limit.perSecond) * millisPerSecond)
            }
          : { _tag: "Allowed", remaining: Math.floor(left) }
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
        const forgettable = [
          ...[...state.signatures]
            .filter(([, seen]) => seen.expiresAt <= now)
            .map(
              ([name]) =>
                () =>
                  state.signatures.delete(name)
            ),
          ...[...state.buckets]
            .filter(([, bucket]) => tokensAt(bucket, now) >= bucket.limit.capacity)
            .map(
              ([name]) =>
                () =>
                  state.buckets.delete(name)
            )
        ].slice(0, limit)
        for (const forget of forgettable) forget()
        return forgettable.length
      })
  })

/** What a bucket holds at an instant: refilled since, at most full. */
const tokensAt = ({ at, limit, tokens }: TokenBucket, now: Instant): number =>
  Math.min(limit.capacity, tokens + (Math.max(0, now - at) / millisPerSecond) * limit.perSecond)
