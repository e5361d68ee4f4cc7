import type { StoreUnavailable } from "@quittance/core"
import { Guard, millisPerMinute, signatureBytes } from "@quittance/core/adapter"
import { Effect, type Scope } from "effect"
import { BulkRows, bigints, bulkStatement, type Partners, texts } from "../commit/BulkRows.ts"
import type { Connections, Statement } from "../connect/Connections.ts"
import { Grouped } from "../queue/Grouped.ts"
import { answerGuardGroup, type GuardAnswers, type GuardRequest } from "./GuardGroup.ts"

/** How many requests share a transaction. */
const groupMax = 512

const waitingMax = 20_000

/** In the order of their keys, whoever notes them. */
const noteUses = bulkStatement(
  "guard.noteUses",
  [...texts("id"), ...bigints("minute")],
  ({ ofPartner, partner, rows }) => `WITH used AS MATERIALIZED (
      SELECT keys.partner_id, keys.id, i.minute FROM api_keys AS keys
        JOIN ${rows} ON keys.partner_id = ${partner} AND keys.id = i.id
       WHERE keys.last_used_at IS NULL OR keys.last_used_at < i.minute
       ORDER BY keys.partner_id, keys.id FOR NO KEY UPDATE OF keys)
    UPDATE api_keys SET last_used_at = used.minute FROM used
     WHERE api_keys.partner_id = used.partner_id AND api_keys.id = used.id AND ${ofPartner("api_keys")}`
)
const noteSession: Statement = {
  name: "guard.noteSession",
  text: `UPDATE sessions SET last_seen_at = $3
    WHERE partner_id = $1 AND id = $2 AND (last_seen_at IS NULL OR last_seen_at < $3)`
}
const forgetAllThrough: Statement = {
  name: "guard.forgetAllThrough",
  text: "DELETE FROM seen_signatures WHERE expires_at <= $1"
}
const noteForgotten: Statement = {
  name: "guard.noteForgotten",
  text: "SELECT forget_signatures($1)"
}
/** Skips what another process is pruning. The deletion and its record are one transaction. */
const prune: Statement = {
  name: "guard.prune",
  text: `WITH expired AS MATERIALIZED (
      SELECT key_id, expires_at, signature FROM seen_signatures
       WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED),
    forgotten AS (
      DELETE FROM seen_signatures AS seen USING expired
       WHERE seen.key_id = expired.key_id AND seen.expires_at = expired.expires_at
         AND seen.signature = expired.signature
      RETURNING seen.expires_at),
    filled AS MATERIALIZED (
      SELECT bucket FROM rate_buckets WHERE full_at <= $1
       LIMIT $2 - (SELECT count(*) FROM forgotten) FOR UPDATE SKIP LOCKED),
    emptied AS (DELETE FROM rate_buckets USING filled WHERE rate_buckets.bucket = filled.bucket RETURNING 1)
    SELECT (SELECT count(*) FROM forgotten) + (SELECT count(*) FROM emptied) AS count,
      forget_signatures((SELECT max(expires_at) FROM forgotten))`
}

/**
 * Rate limits, seen signatures and key use, shared by all processes. Every signed request calls it twice, so requests
 * that arrive while a group is answered share the next one. Every answer is durable.
 */
export const postgresGuard = (
  connections: Connections,
  partners: Partners
): Effect.Effect<Guard["Service"], never, Scope.Scope> =>
  Effect.gen(function* () {
    const grouped = new Grouped<GuardRequest, GuardAnswers, StoreUnavailable>({
      lanes: 1,
      groupWeightMax: groupMax,
      waitingWeightMax: waitingMax,
      weightOf: () => 1,
      sharedOf: () => undefined,
      keysOf: () => [],
      answer: async (requests) => {
        const answers = await Effect.runPromiseExit(answerGuardGroup(connections, requests))
        return requests.map(() => answers)
      }
    })
    yield* Effect.addFinalizer(() => grouped.close)
    const noteGroup = (uses: Parameters<Guard["Service"]["recordKeyUse"]>[0]) => {
      const rows = new BulkRows(noteUses)
      for (const { at, keyId, partnerId } of uses) rows.add(partnerId, [keyId, at - (at % millisPerMinute)])
      return Effect.forEach(
        rows.calls(partners),
        ({ statement, values }) => connections.write(statement, values),
        { discard: true }
      )
    }
    return Guard.of({
      takeToken: (bucket, limit, now, tokens = 1) => {
        const request = { _tag: "TakeToken", bucket, limit, now, tokens } as const
        return Effect.map(grouped.submit(request), ({ decisionOf }) => decisionOf(request))
      },
      recordSignature: ({ binding, expiresAt, keyId, signature: text }) => {
        const signature = signatureBytes(text)
        const request = { _tag: "RecordSignature", keyId, expiresAt, signature, binding } as const
        return Effect.map(grouped.submit(request), ({ recordOf }) => recordOf(request))
      },
      forgetThrough: (expiresAt) =>
        connections.transaction(async (ask) => {
          // In the order of `prune`. What is recorded meanwhile is refused because of the note.
          ask(forgetAllThrough, [expiresAt])
          await ask(noteForgotten, [expiresAt])
        }),
      recordKeyUse: (uses) => {
        const lastUses = new Map<string, (typeof uses)[number]>()
        for (const use of uses) {
          const before = lastUses.get(use.keyId)
          if (before === undefined || before.at < use.at) lastUses.set(use.keyId, use)
        }
        const last = [...lastUses.values()]
        const groups =
          partners === "one" ? [...Map.groupBy(last, ({ partnerId }) => partnerId).values()] : [last]
        return Effect.forEach(groups, noteGroup, { discard: true })
      },
      recordSessionUse: ({ at, partnerId, sessionId }) =>
        Effect.asVoid(connections.write(noteSession, [partnerId, sessionId, at - (at % millisPerMinute)])),
      prune: (now, limit) => Effect.map(connections.write(prune, [now, limit]), ([row]) => Number(row?.count))
    })
  })
