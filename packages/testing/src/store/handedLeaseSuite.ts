import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import { type HandedLease, type LeasedJob, type ScheduledJob, WorkQueue } from "@quittance/core/adapter"
import { Effect, Result } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { flawedCommit, flaws, refusalOf } from "./FlawedCommits.ts"
import {
  claimJobs,
  claimOne,
  emptyQueue,
  finish,
  kind,
  leaseMillis,
  newJob,
  nextDueAt,
  onlyJob
} from "./JobSamples.ts"
import { adjusting, balancesOf, commit, newFundedPartnerId, newPartnerId, start } from "./StoreSamples.ts"

/** Leases that a commit gives to the jobs that it creates, to workers that start them at once. */

const newLease = Effect.gen(function* () {
  const queue = yield* WorkQueue
  const [fence] = yield* queue.reserveFences(1)
  assert.isDefined(fence, "as many fences as asked for")
  const lease: HandedLease = { owner: "handed", fence, until: start + leaseMillis }
  return lease
})

/** The job as its worker has it. */
const leasedAs = (job: ScheduledJob, { fence, until }: HandedLease): LeasedJob => ({
  kind: job.kind,
  partnerId: job.partnerId,
  subjectId: job.subjectId,
  dueAt: job.dueAt,
  fence,
  leaseUntil: until
})

/** An empty queue but for one job, which came with its lease. */
const handedJob = Effect.gen(function* () {
  yield* emptyQueue
  const job = newJob(yield* newPartnerId, "subject")
  const lease = yield* newLease
  yield* commit({ jobs: [{ ...job, lease }] })
  return { job, leased: leasedAs(job, lease) }
})

const isHeldBy = (job: LeasedJob) =>
  Effect.map(Effect.result(commit({ completion: { _tag: "Held", job } })), Result.isSuccess)

export const handedLeaseChecks = {
  "a new job comes with the lease that the commit hands over": Effect.gen(function* () {
    const { leased } = yield* handedJob
    assert.isEmpty(yield* claimJobs(start + leaseMillis - 1))
    assert.strictEqual(yield* nextDueAt, start + leaseMillis, "the end of the lease")
    assert.isTrue(yield* isHeldBy(leased))
    yield* finish(leased)
    assert.isUndefined(yield* nextDueAt)
    assert.isFalse(yield* isHeldBy(leased))
  }),

  "a handed lease that ran out can be claimed, and who had it is stale": Effect.gen(function* () {
    const { leased } = yield* handedJob
    const claimed = yield* claimOne(start + leaseMillis, "another")
    assert.isFalse(yield* isHeldBy(leased))
    yield* finish(claimed)
  }),

  "a handed lease is extended, released and freed like another": Effect.gen(function* () {
    const queue = yield* WorkQueue
    const first = yield* handedJob
    assert.isTrue(yield* queue.extend(first.leased, start + 2 * leaseMillis))
    assert.isEmpty(yield* claimJobs(start + leaseMillis))
    yield* queue.release(first.leased, start + 5)
    assert.strictEqual(yield* nextDueAt, start + 5)
    assert.isFalse(yield* isHeldBy(first.leased))
    const second = yield* handedJob
    yield* queue.releaseLeases((owner) => owner === "handed")
    assert.isFalse(yield* isHeldBy(second.leased))
    yield* claimOne(start)
  }),

  "a job that is free is scheduled, and its lease is given to nobody": Effect.gen(function* () {
    const job = yield* onlyJob(start)
    const lease = yield* newLease
    yield* commit({ jobs: [{ ...job, dueAt: start + 5, lease }] })
    assert.isFalse(yield* isHeldBy(leasedAs(job, lease)))
    assert.strictEqual(yield* nextDueAt, start + 5)
    yield* claimOne(start + 5)
  }),

  "a job under lease stays with its holder, and is scheduled again after it": Effect.gen(function* () {
    const job = yield* onlyJob(start)
    const held = yield* claimOne(start)
    const lease = yield* newLease
    yield* commit({ jobs: [{ ...job, dueAt: start + 5, lease }] })
    assert.isFalse(yield* isHeldBy(leasedAs(job, lease)))
    yield* finish(held)
    assert.strictEqual(yield* nextDueAt, start + 5, "it was scheduled under the lease")
  }),

  "a schedule under a handed lease is kept": Effect.gen(function* () {
    const { job, leased } = yield* handedJob
    yield* commit({ jobs: [{ ...job, dueAt: start + 5 }] })
    yield* finish(leased)
    assert.strictEqual(yield* nextDueAt, start + 5)
    yield* finish(yield* claimOne(start + 5))
    assert.isUndefined(yield* nextDueAt)
  }),

  "of commits that hand over one job at once, one gives the lease": Effect.gen(function* () {
    yield* emptyQueue
    const job = newJob(yield* newPartnerId, "subject")
    const leases = yield* Effect.all(Array.from({ length: 8 }, () => newLease))
    yield* Effect.forEach(leases, (lease) => commit({ jobs: [{ ...job, lease }] }), {
      concurrency: "unbounded"
    })
    const holders: Array<LeasedJob> = []
    for (const lease of leases) {
      const leased = leasedAs(job, lease)
      if (yield* isHeldBy(leased)) holders.push(leased)
    }
    assert.lengthOf(holders, 1)
    yield* Effect.forEach(holders, finish)
    // The others were schedules under the lease.
    yield* finish(yield* claimOne(start))
    assert.isUndefined(yield* nextDueAt)
  }),

  "a job that its holder finishes and makes anew in one commit is new": Effect.gen(function* () {
    const { job, leased } = yield* handedJob
    const lease = yield* newLease
    yield* commit({ completion: { _tag: "Done", job: leased }, jobs: [{ ...job, lease }] })
    assert.isFalse(yield* isHeldBy(leased))
    assert.isTrue(yield* isHeldBy(leasedAs(job, lease)))
  }),

  "a reserved fence is issued to nobody else": Effect.gen(function* () {
    yield* emptyQueue
    const queue = yield* WorkQueue
    const partnerId = yield* newPartnerId
    const issued: Array<number> = []
    for (const round of [1, 2, 3]) {
      const [first, second] = yield* Effect.all([queue.reserveFences(50), queue.reserveFences(20)], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual([first.length, second.length], [50, 20])
      const subjects = Array.from({ length: 10 }, (_, index) => `subject ${round} ${index}`)
      yield* commit({ jobs: subjects.map((subjectId) => newJob(partnerId, subjectId)) })
      const jobs = yield* claimJobs(start)
      issued.push(...first, ...second, ...jobs.map(({ fence }) => fence))
    }
    assert.strictEqual(new Set(issued).size, 3 * 80)
    assert.isTrue(issued.every(Number.isSafeInteger))
  }),

  "a refused commit hands nothing over": Effect.gen(function* () {
    yield* emptyQueue
    const partnerId = yield* newPartnerId
    const job = newJob(partnerId, "subject")
    const lease = yield* newLease
    const refused = commit({ entries: [adjusting(partnerId, -1n)], jobs: [{ ...job, lease }] })
    assert.strictEqual((yield* Effect.flip(refused))._tag, "LimitExceeded")
    assert.isFalse(yield* isHeldBy(leasedAs(job, lease)))
    assert.isUndefined(yield* nextDueAt)
  }),

  "a refused commit fails alone, whatever others of its group are refused for": Effect.gen(function* () {
    yield* emptyQueue
    const flawed = yield* Effect.forEach(flaws, (flaw) =>
      Effect.flatMap(newFundedPartnerId(100_000_000n), (partnerId) => flawedCommit(partnerId, [flaw]))
    )
    const partnerId = yield* newPartnerId
    const subjects = Array.from({ length: 12 }, (_, index) => `${index}`)
    yield* commit({ jobs: subjects.map((subjectId) => newJob(partnerId, subjectId)) })
    const jobs = yield* claimJobs(start, { limit: 100 })
    const [stale, ...held] = jobs.filter((job) => job.partnerId === partnerId && job.kind === kind)
    assert.isDefined(stale)
    yield* finish(stale)
    const good = [...held, stale].map((job) =>
      commit({ entries: [adjusting(partnerId, 1n)], completion: { _tag: "Done", job } })
    )
    const refused = flawed.map((each) => Effect.map(refusalOf(each.flawed), ({ _tag }) => _tag))
    const [outcomes, refusals] = yield* Effect.all(
      [
        Effect.forEach(good, Effect.result, { concurrency: "unbounded" }),
        Effect.all(refused, { concurrency: "unbounded" })
      ],
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(refusals, [...flaws])
    assert.deepStrictEqual(
      outcomes.map(Result.isSuccess),
      [...held.map(() => true), false],
      "only who had finished before is refused"
    )
    assert.strictEqual((yield* balancesOf(partnerId)).available, 11n)
  })
} satisfies Checks<StorePorts | Ids>

export const handedLeaseSuite = suiteOf<StorePorts>("handed leases", handedLeaseChecks)
