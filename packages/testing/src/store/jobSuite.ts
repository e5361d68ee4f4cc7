import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  cryptoInvoiceJobs,
  type Instant,
  type JobCompletion,
  type LeasedJob,
  WorkQueue
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { claimJobs, claimOne, finish, leaseMillis, newJob, nextDueAt, onlyJob } from "./JobSamples.ts"
import { adjusting, balancesOf, commit, newPartnerId, start } from "./StoreSamples.ts"

/** What commits do to jobs: schedules, completions, and schedules that arrive while somebody works on the job. */

const later = start + 10_000

/** A job that was claimed at `start` and scheduled anew for `dueAt` meanwhile. */
const rescheduled = Effect.fnUntraced(function* (dueAt: Instant) {
  const job = yield* onlyJob(start)
  const leased = yield* claimOne(start)
  yield* commit({ jobs: [{ ...job, dueAt }] })
  return leased
})

const complete = (completion: JobCompletion) => commit({ completion })
const dueAgain = (job: LeasedJob, dueAt: Instant) => complete({ _tag: "DueAgain", job, dueAt })

export const jobChecks = {
  "scheduling a job again moves it, earlier or later": Effect.gen(function* () {
    const job = yield* onlyJob(start)
    for (const dueAt of [later, start - 5, start + 5]) {
      yield* commit({ jobs: [{ ...job, dueAt }] })
      assert.strictEqual(yield* nextDueAt, dueAt)
    }
    assert.lengthOf(yield* claimJobs(later), 1)
  }),

  "a job is named by kind, partner and subject": Effect.gen(function* () {
    const job = yield* onlyJob(start)
    const other = newJob(yield* newPartnerId, job.subjectId)
    yield* commit({ jobs: [other] })
    yield* commit({
      jobs: [
        { ...job, subjectId: "another" },
        { ...job, kind: cryptoInvoiceJobs.watch }
      ]
    })
    assert.lengthOf(yield* claimJobs(start), 3)
    assert.lengthOf(yield* claimJobs(start, { kind: cryptoInvoiceJobs.watch }), 1)
  }),

  "Done removes the job": Effect.gen(function* () {
    yield* onlyJob(start)
    yield* finish(yield* claimOne(start))
    assert.isUndefined(yield* nextDueAt)
    assert.isEmpty(yield* claimJobs(start + 100 * leaseMillis))
  }),

  "DueAgain moves the job and ends the lease": Effect.gen(function* () {
    yield* onlyJob(start)
    const job = yield* claimOne(start)
    yield* dueAgain(job, later)
    assert.strictEqual(yield* nextDueAt, later)
    assert.strictEqual((yield* Effect.flip(finish(job)))._tag, "LeaseLost")
    assert.isEmpty(yield* claimJobs(later - 1))
    yield* claimOne(later)
  }),

  "Held proves the lease and keeps it": Effect.gen(function* () {
    yield* onlyJob(start)
    const job = yield* claimOne(start)
    yield* complete({ _tag: "Held", job })
    yield* complete({ _tag: "Held", job })
    assert.isEmpty(yield* claimJobs(start + leaseMillis - 1))
    yield* finish(job)
  }),

  "a refused commit completes no job": Effect.gen(function* () {
    const { partnerId } = yield* onlyJob(start)
    const job = yield* claimOne(start)
    const refused = commit({ entries: [adjusting(partnerId, -1n)], completion: { _tag: "Done", job } })
    assert.strictEqual((yield* Effect.flip(refused))._tag, "LimitExceeded")
    yield* commit({ entries: [adjusting(partnerId, 1n)], completion: { _tag: "Done", job } })
    assert.strictEqual((yield* balancesOf(partnerId)).available, 1n)
  }),

  "of commits that complete one job at once, one lands": Effect.gen(function* () {
    const { partnerId } = yield* onlyJob(start)
    const job = yield* claimOne(start)
    const racing = Array.from({ length: 10 }, () =>
      Effect.option(commit({ entries: [adjusting(partnerId, 1n)], completion: { _tag: "Done", job } }))
    )
    yield* Effect.all(racing, { concurrency: "unbounded" })
    assert.strictEqual((yield* balancesOf(partnerId)).available, 1n)
  }),

  "a commit completes first and schedules then": Effect.gen(function* () {
    const job = yield* onlyJob(start)
    yield* commit({
      completion: { _tag: "Done", job: yield* claimOne(start) },
      jobs: [{ ...job, dueAt: later }]
    })
    assert.strictEqual(yield* nextDueAt, later, "Done: the job is made anew")
    const again: JobCompletion = { _tag: "DueAgain", job: yield* claimOne(later), dueAt: start }
    yield* commit({ completion: again, jobs: [{ ...job, dueAt: later + 5 }] })
    assert.strictEqual(yield* nextDueAt, later + 5, "DueAgain: the schedule moves it on")
  }),

  "a schedule that arrives under a lease leaves the lease alone": Effect.gen(function* () {
    const leased = yield* rescheduled(start + 5)
    assert.isEmpty(yield* claimJobs(start + leaseMillis - 1))
    assert.strictEqual(yield* nextDueAt, start + leaseMillis, "the end of the lease")
    yield* complete({ _tag: "Held", job: leased })
  }),

  "a job scheduled under a lease for after it can be claimed then": Effect.gen(function* () {
    yield* rescheduled(start + 2 * leaseMillis)
    assert.strictEqual(yield* nextDueAt, start + 2 * leaseMillis)
    assert.isEmpty(yield* claimJobs(start + leaseMillis))
    yield* claimOne(start + 2 * leaseMillis)
  }),

  "Done leaves a job that was scheduled meanwhile, due as scheduled": Effect.gen(function* () {
    const leased = yield* rescheduled(later)
    yield* finish(leased)
    assert.strictEqual((yield* Effect.flip(finish(leased)))._tag, "LeaseLost")
    assert.strictEqual(yield* nextDueAt, later)
    yield* finish(yield* claimOne(later))
    assert.isUndefined(yield* nextDueAt, "that was the last schedule")
  }),

  "DueAgain and release put off no schedule that came meanwhile": Effect.gen(function* () {
    const queue = yield* WorkQueue
    const cases = [
      { scheduled: start + 5, asked: later, due: start + 5 },
      { scheduled: later, asked: start + 5, due: start + 5 }
    ]
    for (const { asked, due, scheduled } of cases) {
      yield* dueAgain(yield* rescheduled(scheduled), asked)
      assert.strictEqual(yield* nextDueAt, due)
      yield* queue.release(yield* rescheduled(scheduled), asked)
      assert.strictEqual(yield* nextDueAt, due)
    }
    // The mark went with the lease.
    const job = yield* claimOne(start + 5)
    yield* dueAgain(job, later)
    assert.strictEqual(yield* nextDueAt, later)
  }),

  "a new claim has seen the schedules before it": Effect.gen(function* () {
    yield* rescheduled(start + 5)
    const next = yield* claimOne(start + leaseMillis)
    yield* finish(next)
    assert.isUndefined(yield* nextDueAt)
  })
} satisfies Checks<StorePorts | Ids>

export const jobSuite = suiteOf<StorePorts>("jobs", jobChecks)
