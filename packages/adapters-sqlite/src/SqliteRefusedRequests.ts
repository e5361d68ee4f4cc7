import { type RefusedRequest, RefusedRequests, refusedRequestsOfPartnerMax } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Effect } from "effect"
import type { Reads } from "./Reads.ts"
import type { WriteQueue } from "./WriteQueue.ts"

/** The latest refused requests of partners, as rows of `refused_requests`. */
export const sqliteRefusedRequests = (
  database: Database.Database,
  queue: WriteQueue,
  reads: Reads
): RefusedRequests["Service"] => {
  const insert = database.prepare(
    `INSERT INTO refused_requests (at, request_id, partner_id, key_id, method, path, status, code, millis)
     VALUES (@at, @requestId, @partnerId, @keyId, @method, @path, @status, @code, @millis) ON CONFLICT DO NOTHING`
  )
  const trim = database.prepare(
    `DELETE FROM refused_requests WHERE (at, request_id) IN (
       SELECT at, request_id FROM refused_requests WHERE partner_id = ?
        ORDER BY at DESC, request_id DESC LIMIT -1 OFFSET ${refusedRequestsOfPartnerMax})`
  )
  const newest = database.prepare(
    `SELECT at, request_id AS requestId, partner_id AS partnerId, key_id AS keyId, method, path, status, code, millis
       FROM refused_requests WHERE partner_id = ? AND at >= ? ORDER BY at DESC, request_id DESC LIMIT ?`
  )
  const removeOld = database.prepare(
    `DELETE FROM refused_requests WHERE (at, request_id) IN (
       SELECT at, request_id FROM refused_requests
        WHERE at < max(@before, coalesce((SELECT at FROM refused_requests
          ORDER BY at DESC, request_id DESC LIMIT 1 OFFSET @newestKept - 1), @before))
        ORDER BY at, request_id LIMIT @limit)`
  )
  return RefusedRequests.of({
    record: (requests) =>
      queue.submit(requests.length + 1, () => {
        for (const each of requests) insert.run(each)
        for (const partnerId of new Set(requests.map((each) => each.partnerId))) trim.run(partnerId)
        return Effect.void
      }),
    ofPartner: (partnerId, from, limit) =>
      reads.read(() => newest.all(partnerId, from, limit) as ReadonlyArray<RefusedRequest>),
    prune: (before, newestKept, limit) =>
      queue.submit(1, () => Effect.succeed(removeOld.run({ before, newestKept, limit }).changes))
  })
}
