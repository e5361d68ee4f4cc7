import { type RefusedRequest, RefusedRequests, refusedRequestsOfPartnerMax } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Connections, Row, Statement } from "./connect/Connections.ts"

const record: Statement = {
  name: "refused_requests.record",
  text: `INSERT INTO refused_requests (at, request_id, partner_id, key_id, method, path, status, code, millis)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::float8[])
    ON CONFLICT DO NOTHING`
}
const trim: Statement = {
  name: "refused_requests.trim",
  text: `DELETE FROM refused_requests AS old USING unnest($1::text[]) AS i (partner_id), LATERAL (
      SELECT at, request_id FROM refused_requests AS kept WHERE kept.partner_id = i.partner_id
       ORDER BY at DESC, request_id DESC OFFSET ${refusedRequestsOfPartnerMax}) AS excess
    WHERE old.at = excess.at AND old.request_id = excess.request_id`
}
const ofPartner: Statement = {
  name: "refused_requests.ofPartner",
  text: `SELECT at, request_id, partner_id, key_id, method, path, status, code, millis FROM refused_requests
    WHERE partner_id = $1 AND at >= $2 ORDER BY at DESC, request_id DESC LIMIT $3`
}
/** Skips what another process is pruning. */
const prune: Statement = {
  name: "refused_requests.prune",
  text: `WITH old AS MATERIALIZED (
      SELECT at, request_id FROM refused_requests
       WHERE at < greatest($1::bigint, (SELECT at FROM refused_requests ORDER BY at DESC, request_id DESC LIMIT 1 OFFSET $2::bigint - 1))
       ORDER BY at, request_id LIMIT $3 FOR UPDATE SKIP LOCKED),
    deleted AS (
      DELETE FROM refused_requests AS each USING old WHERE each.at = old.at AND each.request_id = old.request_id
      RETURNING 1)
    SELECT count(*) AS count FROM deleted`
}

/** The latest refused requests of partners, as rows of `refused_requests`. */
export const postgresRefusedRequests = (connections: Connections): RefusedRequests["Service"] =>
  RefusedRequests.of({
    record: (requests) => {
      if (requests.length === 0) return Effect.void
      const column = (name: keyof RefusedRequest) => requests.map((each) => each[name])
      return connections.transaction(async (ask) => {
        ask(record, columns.map(column))
        await ask(trim, [[...new Set(column("partnerId"))].sort()])
      })
    },
    ofPartner: (partnerId, from, limit) =>
      Effect.map(connections.read(ofPartner, [partnerId, from, limit]), (rows) => rows.map(requestOf)),
    prune: (before, newestKept, limit) =>
      Effect.map(connections.write(prune, [before, newestKept, limit]), ([row]) => Number(row?.count))
  })

/** In the order of `record`. */
const columns = [
  "at",
  "requestId",
  "partnerId",
  "keyId",
  "method",
  "path",
  "status",
  "code",
  "millis"
] as const satisfies ReadonlyArray<keyof RefusedRequest>

const requestOf = (row: Row): RefusedRequest => ({
  at: Number(row.at),
  requestId: row.request_id as string,
  partnerId: row.partner_id as RefusedRequest["partnerId"],
  keyId: row.key_id as string,
  method: row.method as string,
  path: row.path as string,
  status: Number(row.status),
  code: row.code as string,
  millis: row.millis as number
})
