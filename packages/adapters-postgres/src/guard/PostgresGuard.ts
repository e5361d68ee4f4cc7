import { Guard, millisPerMinute, signatureBytes, type StoreUnavailable } from "@quittance/core"
import { Effect, type Scope } from "effect"
import type { Connections, Statement } from "../connect/Connections.ts"
import { Grouped } from "../queue/Grouped.ts"
import { answerGuardGroup, type GuardAnswers, type GuardRequest } from "./GuardGroup.ts"

/** How many requests share a transaction. */
const groupMax = 512

const waitingMax = 20_000

/** In the order of their keys, whoever notes them. */
const noteUses: Statement = {
  name: "guard.noteUses",
  text: `WITH used AS MATERIALIZED (
      SELECT keys.partner_id, keys.id, each.minute
        FROM unnest($1::text[], $2::text[], $3::bigint[]) AS each (partner_id, id, minute)
        JOIN api_keys AS keys ON keys.partner_id = each.partner_id AND keys.id = each.id
       WHERE keys.last_used_at IS NULL OR keys.last_used_at < each.minute
       ORDER BY keys.partner_id, keys.id FOR NO KEY UPDATE OF keys)
    UPDATE api_keys SET last_used_at = used.minute FROM used
     WHERE api_keys.partner_id = used.partner_id AND api_keys.id = used.id`
}
const forgetAllThrough: Statement = {
  name: "guard.forgetAllThrough",
  text: "DELETE FROM seen_signatures WHERE expires_at <= $1"
}
const noteForgotten: Statement = {
  name: "guard.noteForgotten",
  text: "UPDATE meta SET signatures_forgotten_through = greatest(signatures_forgotten_through, $1)"
}
/** Passes over what another process is pruning. What it forgets and that it did are one transaction. */
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
    noted AS (
      UPDATE meta SET signatures_forgotten_through = (SELECT max(expires_at) FROM forgotten)
       WHERE signatures_forgotten_through < (SELECT max(expires_at) FROM forgotten)),
    filled AS MATERIALIZED (
      SELECT bucket FROM rate_buckets WHERE full_at <= $1
       LIMIT $2 - (SELECT count(*) FROM forgotten) FOR UPDATE SKIP LOCKED),
    emptied AS (DELETE FROM rate_buckets USING filled WHERE rate_buckets.bucket = filled.bucket RETURNING 1)
    SELECT (SELECT count(*) FROM forgotten) + (SELECT count(*) FROM emptied) AS count`
}

/**
 * Rate limits, seen signatures and key use, shared by all processes. Every signed request asks twice, so requests that arrive
 * while a group is answered share the next one. Every answer is durable.
 */
export const postgresGuard = (
  connections: Connections
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
        const answers = await Effect.runPromiseExit(
          connections.transaction((ask) => answerGuardGroup(ask, requests))
        )
        return requests.map(() => answers)
      }
    })
    yield* Effect.addFinalizer(() => grouped.close)
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
        return last.length === 0
          ? Effect.void
          : Effect.asVoid(
              connections.write(noteUses, [
                last.map(({ partnerId }) => partnerId),
                last.map(({ keyId }) => keyId),
                last.map(({ at }) => at - (at % millisPerMinute))
              ])
            )
      },
      prune: (now, limit) => Effect.map(connections.write(prune, [now, limit]), ([row]) => Number(row?.count))
    })
  })
