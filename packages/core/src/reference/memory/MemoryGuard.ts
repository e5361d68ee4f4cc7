import { Effect } from "effect"
import { Guard, takeFrom } from "../../kernel/ports/Guard.ts"
import { type Instant, millisPerMinute } from "../../kernel/time/Instant.ts"
import type { MemoryState } from "./MemoryState.ts"

/** Rate limits, seen signatures and key use in memory. */
export const memoryGuard = (state: MemoryState): Guard["Service"] =>
  Guard.of({
    takeToken: (bucket, limit, now, tokens = 1) =>
      Effect.sync(() => {
        const { bucket: left, decision, fullAt } = takeFrom(state.buckets.get(bucket), limit, now, tokens)
        state.buckets.set(bucket, { ...left, fullAt })
        return decision
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
        for (const { at, keyId } of uses) noteUse(state.keyUses, keyId, at)
      }),
    recordSessionUse: ({ at, sessionId }) => Effect.sync(() => noteUse(state.sessionUses, sessionId, at)),
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

const noteUse = (uses: Map<string, Instant>, id: string, at: Instant): void => {
  const minute = at - (at % millisPerMinute)
  uses.set(id, Math.max(minute, uses.get(id) ?? minute))
}
