import { assert } from "@effect/vitest"
import {
  type Instant,
  type JobKind,
  jobKinds,
  type LeasedJob,
  type PartnerId,
  payoutJobs,
  type ScheduledJob,
  WorkQueue
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { commit, newPartnerId, start } from "./StoreSamples.ts"

/**
 * Jobs for store checks. All partners share a queue, so a check that looks at the whole of it first finishes what
 * earlier checks left.
 */

export const kind: JobKind = payoutJobs.dispatch
export const leaseMillis = 30_000

/** Later than every due instant and every lease of these suites. */
const endOfTime: Instant = start + 100 * 365 * 86_400_000

/** Claims at `now` with a lease of 30 seconds. */
export const claimJobs = Effect.fnUntraced(function* (
  now: Instant,
  more: { readonly owner?: string; readonly limit?: number; readonly kind?: JobKind } = {}
) {
  const queue = yield* WorkQueue
  return yield* queue.claim({
    kind: more.kind ?? kind,
    owner: more.owner ?? "worker",
    now,
    leaseUntil: now + leaseMillis,
    limit: more.limit ?? 10
  })
})

/** Claims the only job. */
export const claimOne = Effect.fnUntraced(function* (now: Instant, owner = "worker") {
  const [job, ...others] = yield* claimJobs(now, { owner })
  assert.isDefined(job, "a due job is claimed")
  assert.isEmpty(others, "no other job is due")
  return job
})

export const finish = (job: LeasedJob) => commit({ completion: { _tag: "Done", job } })

/** Finishes every job of the store. */
export const emptyQueue = Effect.gen(function* () {
  for (const each of jobKinds) {
    for (let round = 0; round < 1_000; round++) {
      const jobs = yield* claimJobs(endOfTime + round * 2 * leaseMillis, { kind: each, limit: 100 })
      if (jobs.length === 0) break
      yield* Effect.forEach(jobs, finish, { concurrency: "unbounded", discard: true })
    }
  }
  const queue = yield* WorkQueue
  assert.isEmpty([...(yield* queue.nextDue).keys()], "a finished job is gone")
})

/** When the next job of `kind` can be claimed. */
export const nextDueAt = Effect.gen(function* () {
  const queue = yield* WorkQueue
  return (yield* queue.nextDue).get(kind)
})

export const newJob = (partnerId: PartnerId, subjectId: string, dueAt: Instant = start): ScheduledJob => ({
  kind,
  partnerId,
  subjectId,
  dueAt
})

/** An empty queue with one job due at `dueAt`. */
export const onlyJob = Effect.fnUntraced(function* (dueAt: Instant = start) {
  yield* emptyQueue
  const job = newJob(yield* newPartnerId, "subject", dueAt)
  yield* commit({ jobs: [job] })
  return job
})
