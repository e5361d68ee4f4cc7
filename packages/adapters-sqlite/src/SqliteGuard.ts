import {
  Guard,
  millisPerMinute,
  type RateDecision,
  type RateLimit,
  signatureBytes,
  type TokenBucket,
  takeFrom
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Effect } from "effect"
import type { WriteQueue } from "./WriteQueue.ts"

/** Rate limits, seen signatures and key use. Every answer is durable, like a commit's, and shares its flushes. */
export const sqliteGuard = (database: Database.Database, queue: WriteQueue): Guard["Service"] => {
  const bucketOf = database.prepare("SELECT tokens, updated_at AS usedAt FROM rate_buckets WHERE bucket = ?")
  const putBucket = database.prepare(
    `INSERT INTO rate_buckets (bucket, tokens, updated_at, full_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET tokens = excluded.tokens, updated_at = excluded.updated_at, full_at = excluded.full_at`
  )
  const bindingOf = database
    .prepare("SELECT binding FROM seen_signatures WHERE expires_at = ? AND key_id = ? AND signature = ?")
    .pluck()
  const putSignature = database.prepare(
    `INSERT INTO seen_signatures (expires_at, key_id, signature, binding)
     SELECT ?, ?, ?, ? WHERE ? > (SELECT signatures_forgotten_through FROM meta)`
  )
  const noteUse = database.prepare(
    "UPDATE api_keys SET last_used_at = @minute WHERE id = @keyId AND (last_used_at IS NULL OR last_used_at < @minute)"
  )
  const noteSession = database.prepare(
    `UPDATE sessions SET last_seen_at = @minute
      WHERE partner_id = @partnerId AND id = @sessionId AND (last_seen_at IS NULL OR last_seen_at < @minute)`
  )
  const forgetSignatures = database
    .prepare(
      `DELETE FROM seen_signatures WHERE (expires_at, key_id, signature) IN (
         SELECT expires_at, key_id, signature FROM seen_signatures WHERE expires_at <= @now ORDER BY 1, 2, 3 LIMIT @limit)
       RETURNING expires_at`
    )
    .pluck()
  const forgetAllThrough = database.prepare("DELETE FROM seen_signatures WHERE expires_at <= ?")
  const noteForgotten = database.prepare(
    "UPDATE meta SET signatures_forgotten_through = max(signatures_forgotten_through, ?)"
  )
  const forgetBuckets = database.prepare(
    "DELETE FROM rate_buckets WHERE bucket IN (SELECT bucket FROM rate_buckets WHERE full_at <= ? LIMIT ?)"
  )

  const pruneSignatures = (now: number, limit: number): number => {
    const forgotten = forgetSignatures.all({ now, limit }) as ReadonlyArray<number>
    if (forgotten.length > 0) noteForgotten.run(forgotten.reduce((last, each) => Math.max(last, each), 0))
    return forgotten.length
  }

  const takeToken = (bucket: string, limit: RateLimit, now: number, wanted: number): RateDecision => {
    const stored = bucketOf.get(bucket) as TokenBucket | undefined
    const { bucket: left, decision, fullAt } = takeFrom(stored, limit, now, wanted)
    putBucket.run(bucket, left.tokens, left.usedAt, fullAt)
    return decision
  }

  return Guard.of({
    takeToken: (bucket, limit, now, tokens = 1) =>
      queue.submit(2, () => Effect.succeed(takeToken(bucket, limit, now, tokens))),
    recordSignature: ({ binding, expiresAt, keyId, signature }) =>
      queue.submit(2, () => {
        const bytes = signatureBytes(signature)
        const seen = bindingOf.get(expiresAt, keyId, bytes)
        if (seen !== undefined) return Effect.succeed(seen === binding ? "fresh" : "replayed")
        const isKept = putSignature.run(expiresAt, keyId, bytes, binding, expiresAt).changes === 1
        return Effect.succeed(isKept ? "fresh" : "forgotten")
      }),
    forgetThrough: (expiresAt) =>
      queue.submit(1, () => {
        forgetAllThrough.run(expiresAt)
        noteForgotten.run(expiresAt)
        return Effect.void
      }),
    recordKeyUse: (uses) =>
      queue.submit(uses.length + 1, () => {
        for (const { at, keyId } of uses) noteUse.run({ keyId, minute: at - (at % millisPerMinute) })
        return Effect.void
      }),
    recordSessionUse: ({ at, partnerId, sessionId }) =>
      queue.submit(1, () => {
        noteSession.run({ partnerId, sessionId, minute: at - (at % millisPerMinute) })
        return Effect.void
      }),
    prune: (now, limit) =>
      queue.submit(limit + 1, () => {
        const signatures = pruneSignatures(now, limit)
        return Effect.succeed(signatures + forgetBuckets.run(now, limit - signatures).changes)
      })
  })
}
