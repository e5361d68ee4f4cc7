import type { JobKind } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Connections, Row, Statement } from "../connect/Connections.ts"

/** Reads the first ones of every machine. Nothing is locked: rows of several machines cannot be. */
const findDue: Statement = {
  name: "jobs.findDue",
  text: `SELECT partner_id, subject_id FROM jobs
    WHERE kind = $1 AND due_at <= $2 AND (lease_until IS NULL OR lease_until <= $2)
    ORDER BY due_at, partner_id, subject_id LIMIT $3`
}

/** They come from the coordinator, and a statement for another machine cannot draw them there. */
export const drawFences: Statement = {
  name: "jobs.drawFences",
  text: "SELECT nextval('fences') AS fence FROM generate_series(1, $1)"
}

/** Takes what is still due and free, and skips what another claim is taking. */
const take: Statement = {
  name: "jobs.take",
  text: `WITH due AS MATERIALIZED (
      SELECT jobs.subject_id, i.fence FROM jobs
        JOIN unnest($6::text[], $7::bigint[]) AS i (subject_id, fence) ON jobs.subject_id = i.subject_id
       WHERE jobs.partner_id = $1 AND kind = $2 AND due_at <= $3 AND (lease_until IS NULL OR lease_until <= $3)
         FOR NO KEY UPDATE OF jobs SKIP LOCKED)
    UPDATE jobs SET fence = due.fence, lease_owner = $4, lease_until = $5, rescheduled = 0
      FROM due
     WHERE jobs.partner_id = $1 AND jobs.kind = $2 AND jobs.subject_id = due.subject_id
    RETURNING jobs.partner_id, jobs.subject_id, jobs.due_at, jobs.fence`
}

export interface ClaimRequest {
  readonly kind: JobKind
  readonly now: number
  readonly owner: string
  readonly leaseUntil: number
  readonly limit: number
}

/** How often a claim that loses its jobs looks again: each time, another claim has made progress. */
const looksMax = 16

/**
 * Claims jobs if the rows of partners are on different machines: it looks on all machines, and takes the jobs of each
 * partner in a transaction on its machine. A claim that fails after it has taken some returns these; the others stay
 * due.
 */
export const spreadClaim = (connections: Connections) => {
  const takeOf = Effect.fnUntraced(function* (
    { kind, leaseUntil, now, owner }: ClaimRequest,
    found: ReadonlyArray<Row>
  ) {
    const fences = yield* connections.write(drawFences, [found.length])
    const jobs = found.map((row, at) => ({ ...row, fence: fences[at]?.fence }))
    const [taken, failures] = yield* Effect.partition(
      Map.groupBy<unknown, Row>(jobs, ({ partner_id }) => partner_id),
      ([partnerId, own]) =>
        connections.write(take, [
          partnerId,
          kind,
          now,
          owner,
          leaseUntil,
          own.map(({ subject_id }) => subject_id),
          own.map(({ fence }) => fence)
        ]),
      { concurrency: "unbounded" }
    )
    const [failure] = failures
    return failure !== undefined && taken.flat().length === 0 ? yield* failure : taken.flat()
  })
  return Effect.fnUntraced(function* (request: ClaimRequest) {
    const { kind, limit, now } = request
    const claimed: Array<Row> = []
    for (let look = 0; look < looksMax && claimed.length < limit; look++) {
      const wanted = limit - claimed.length
      const found = yield* connections.read(findDue, [kind, now, wanted])
      if (found.length === 0) break
      const taken = yield* takeOf(request, found)
      claimed.push(...taken)
      if (found.length < wanted && taken.length === found.length) break
    }
    return claimed.sort(inOrder)
  })
}

const keyOf = ({ due_at, partner_id, subject_id }: Row): readonly [number, string, string] => [
  Number(due_at),
  String(partner_id),
  String(subject_id)
]

/** In the order in which jobs are claimed on one machine. */
const inOrder = (one: Row, other: Row): number => {
  const [ones, others] = [keyOf(one), keyOf(other)]
  const at = ones.findIndex((part, place) => part !== others[place])
  if (at === -1) return 0
  return (ones[at] ?? 0) < (others[at] ?? 0) ? -1 : 1
}
