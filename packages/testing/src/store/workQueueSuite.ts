import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  bankPaymentJobs,
  cryptoInvoiceJobs,
  type Instant,
  type JobCompletion,
  type JobKind,
  kycJobs,
  type LeasedJob,
  WorkQueue,
  webhookJobs
} from "@quittance/core/adapter"
import { Effect, Fiber, Option } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
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
import { commit, newPartnerId, start } from "./StoreSamples.ts"

/** Leases: who may work on what is due, and from when on somebody else may. */

/** Every way to use a lease; each says whether it was still ours. */
const useOfLease = Effect.fnUntraced(function* (job: LeasedJob) {
  const queue = yield* WorkQueue
  const completions: ReadonlyArray<JobCompletion> = [
    { _tag: "Held", job },
    { _tag: "DueAgain", job, dueAt: start },
    { _tag: "Done", job }
  ]
  const tags: Array<string> = []
  for (const completion of completions) tags.push((yield* Effect.flip(commit({ completion })))._tag)
  return { tags, extended: yield* queue.extend(job, start + leaseMillis) }
})

const allRefused = { tags: ["LeaseLost", "LeaseLost", "LeaseLost"], extended: false }

export const workQueueChecks = {
  "a job is claimed once it is due, not before": Effect.gen(function* () {
    const { partnerId, subjectId } = yield* onlyJob(start)
    assert.isEmpty(yield* claimJobs(start - 1))
    const job = yield* claimOne(start)
    const { fence, ...rest } = job
    assert.deepStrictEqual(rest, {
      kind,
      partnerId,
      subjectId,
      dueAt: start,
      leaseUntil: start + leaseMillis
    })
    assert.isTrue(Number.isSafeInteger(fence))
  }),

  "jobs of another kind stay where they are": Effect.gen(function* () {
    yield* onlyJob(start)
    assert.isEmpty(yield* claimJobs(start, { kind: cryptoInvoiceJobs.watch }))
    yield* claimOne(start)
  }),

  "the earliest due come first, as many as asked for": Effect.gen(function* () {
    yield* emptyQueue
    const partnerId = yield* newPartnerId
    const delays = [50, 10, 40, 20, 30]
    yield* commit({ jobs: delays.map((delay) => newJob(partnerId, `${delay}`, start + delay)) })
    const first = yield* claimJobs(start + 100, { limit: 2 })
    const rest = yield* claimJobs(start + 45, { limit: 10 })
    assert.deepStrictEqual(
      [first, rest].map((jobs) => jobs.map(({ subjectId }) => subjectId)),
      [
        ["10", "20"],
        ["30", "40"]
      ]
    )
  }),

  "two workers never hold the same job": Effect.gen(function* () {
    yield* emptyQueue
    const partnerId = yield* newPartnerId
    const subjects = Array.from({ length: 30 }, (_, index) => `subject ${index}`)
    yield* commit({ jobs: subjects.map((subjectId) => newJob(partnerId, subjectId)) })
    const claims = Array.from({ length: 8 }, (_, index) =>
      claimJobs(start, { owner: `worker ${index}`, limit: 5 })
    )
    const jobs = (yield* Effect.all(claims, { concurrency: "unbounded" })).flat()
    assert.deepStrictEqual(jobs.map(({ subjectId }) => subjectId).sort(), [...subjects].sort())
    assert.strictEqual(new Set(jobs.map(({ fence }) => fence)).size, 30)
  }),

  "a leased job cannot be claimed before its lease ran out": Effect.gen(function* () {
    yield* onlyJob(start)
    yield* claimOne(start, "one")
    assert.isEmpty(yield* claimJobs(start + leaseMillis - 1, { owner: "two" }))
    assert.isEmpty(yield* claimJobs(start + leaseMillis - 1, { owner: "one" }))
    yield* claimOne(start + leaseMillis, "two")
  }),

  "a fence grows with every claim, also of a job that was done in between": Effect.gen(function* () {
    const job = yield* onlyJob(start)
    const fences: Array<number> = []
    for (const round of [0, 1, 2]) fences.push((yield* claimOne(start + round * leaseMillis)).fence)
    yield* finish(yield* claimOne(start + 3 * leaseMillis))
    yield* commit({ jobs: [job] })
    fences.push((yield* claimOne(start + 4 * leaseMillis)).fence)
    assert.deepStrictEqual(
      fences,
      [...new Set(fences)].sort((a, b) => a - b)
    )
  }),

  "who holds an older fence can do nothing with it": Effect.gen(function* () {
    yield* onlyJob(start)
    const stale = yield* claimOne(start, "one")
    const current = yield* claimOne(start + leaseMillis, "two")
    const queue = yield* WorkQueue
    assert.deepStrictEqual(yield* useOfLease(stale), allRefused)
    yield* queue.release(stale, start)
    assert.isEmpty(yield* claimJobs(start + leaseMillis), "the newer lease stands")
    yield* finish(current)
    assert.isUndefined(yield* nextDueAt)
    assert.deepStrictEqual(yield* useOfLease(current), allRefused)
  }),

  "a lease that ran out is still ours while nobody claimed the job": Effect.gen(function* () {
    yield* onlyJob(start)
    const job = yield* claimOne(start)
    const queue = yield* WorkQueue
    yield* commit({ completion: { _tag: "Held", job } })
    assert.isTrue(yield* queue.extend(job, start + 3 * leaseMillis))
    assert.isEmpty(yield* claimJobs(start + 3 * leaseMillis - 1))
    yield* finish(job)
    assert.isUndefined(yield* nextDueAt)
  }),

  "an extended lease lasts longer": Effect.gen(function* () {
    yield* onlyJob(start)
    const job = yield* claimOne(start)
    const queue = yield* WorkQueue
    assert.isTrue(yield* queue.extend(job, start + 2 * leaseMillis))
    assert.isEmpty(yield* claimJobs(start + leaseMillis))
    yield* claimOne(start + 2 * leaseMillis)
  }),

  "a lease that a clock far ahead gave is shortened, and no other; it stays with who has it": Effect.gen(
    function* () {
      yield* emptyQueue
      const partnerId = yield* newPartnerId
      const queue = yield* WorkQueue
      yield* commit({ jobs: [newJob(partnerId, "a")] })
      const long = yield* claimOne(start + 100 * leaseMillis)
      yield* commit({ jobs: [newJob(partnerId, "b")] })
      const short = yield* claimOne(start)
      yield* queue.shortenLeases(start + 2 * leaseMillis)
      assert.strictEqual(yield* nextDueAt, start + leaseMillis, "the one that ended sooner")
      yield* finish(short)
      assert.strictEqual(yield* nextDueAt, start + 2 * leaseMillis)
      assert.isEmpty(yield* claimJobs(start + 2 * leaseMillis - 1))
      yield* commit({ completion: { _tag: "Held", job: long } })
      const heir = yield* claimOne(start + 2 * leaseMillis)
      assert.deepStrictEqual(yield* useOfLease(long), allRefused)
      yield* finish(heir)
    }
  ),

  "a released job is due when the release says so, and the lease is gone": Effect.gen(function* () {
    yield* onlyJob(start)
    const job = yield* claimOne(start)
    const queue = yield* WorkQueue
    yield* queue.release(job, start + 5)
    assert.deepStrictEqual(yield* useOfLease(job), allRefused)
    assert.isEmpty(yield* claimJobs(start + 4))
    assert.strictEqual((yield* claimOne(start + 5)).dueAt, start + 5)
  }),

  "releaseLeases frees the leases of owners that are gone, and keeps their jobs due": Effect.gen(
    function* () {
      yield* emptyQueue
      const partnerId = yield* newPartnerId
      yield* commit({ jobs: [newJob(partnerId, "a"), newJob(partnerId, "b"), newJob(partnerId, "c")] })
      const gone = yield* claimJobs(start, { owner: "gone", limit: 2 })
      const [alive] = yield* claimJobs(start, { owner: "alive" })
      assert.isDefined(alive)
      const queue = yield* WorkQueue
      const asked: Array<string> = []
      yield* queue.releaseLeases((owner) => {
        asked.push(owner)
        return owner === "gone"
      })
      assert.deepStrictEqual(asked.sort(), ["alive", "gone"], "each owner is asked about once")
      for (const job of gone) assert.deepStrictEqual(yield* useOfLease(job), allRefused)
      assert.lengthOf(yield* claimJobs(start, { owner: "heir" }), 2)
      yield* finish(alive)
    }
  ),

  "nextDue is the earliest instant at which something can be claimed": Effect.gen(function* () {
    yield* emptyQueue
    assert.isUndefined(yield* nextDueAt)
    const partnerId = yield* newPartnerId
    yield* commit({
      jobs: [newJob(partnerId, "later", start + 10 * leaseMillis), newJob(partnerId, "sooner", start)]
    })
    assert.strictEqual(yield* nextDueAt, start)
    const job = yield* claimOne(start)
    assert.strictEqual(yield* nextDueAt, start + leaseMillis, "the end of the lease")
    const queue = yield* WorkQueue
    yield* queue.extend(job, start + 20 * leaseMillis)
    assert.strictEqual(yield* nextDueAt, start + 10 * leaseMillis, "the job that waits")
    yield* finish(job)
    assert.strictEqual(yield* nextDueAt, start + 10 * leaseMillis)
  }),

  "dueAtOf tells when one job can be claimed: when it is due, or its lease ends if that is later": Effect.gen(
    function* () {
      yield* emptyQueue
      const partnerId = yield* newPartnerId
      const queue = yield* WorkQueue
      const [one, other] = [newJob(partnerId, "a"), newJob(partnerId, "b", start + 7)]
      const never = { ...one, subjectId: "c" }
      assert.deepStrictEqual(yield* queue.dueAtOf(one), Option.none())
      yield* commit({ jobs: [one, other] })
      const due = Effect.all([queue.dueAtOf(one), queue.dueAtOf(other), queue.dueAtOf(never)])
      assert.deepStrictEqual(yield* due, [Option.some(start), Option.some(start + 7), Option.none()])
      const job = yield* claimOne(start)
      assert.deepStrictEqual(yield* queue.dueAtOf(one), Option.some(start + leaseMillis))
      yield* finish(job)
      assert.deepStrictEqual(yield* due, [Option.none(), Option.some(start + 7), Option.none()])
      yield* finish(yield* claimOne(start + 7))
    }
  ),

  "nextDue tells of each kind that has jobs by itself, and of no other": Effect.gen(function* () {
    yield* emptyQueue
    const queue = yield* WorkQueue
    assert.deepStrictEqual(yield* queue.nextDue, new Map())
    const partnerId = yield* newPartnerId
    const kinds: ReadonlyArray<JobKind> = [webhookJobs.prune, bankPaymentJobs.follow, kycJobs.check]
    yield* commit({
      jobs: kinds.flatMap((each, index) => [
        { ...newJob(partnerId, "first", start + index), kind: each },
        { ...newJob(partnerId, "second", start + leaseMillis + index), kind: each }
      ])
    })
    assert.deepStrictEqual(
      yield* queue.nextDue,
      new Map(kinds.map((each, index) => [each, start + index] as const))
    )
    yield* claimJobs(start + leaseMillis, { kind: kycJobs.check })
    yield* Effect.forEach(yield* claimJobs(start + leaseMillis + 1, { kind: bankPaymentJobs.follow }), finish)
    assert.deepStrictEqual(
      yield* queue.nextDue,
      new Map<JobKind, Instant>([
        [webhookJobs.prune, start],
        [kycJobs.check, start + leaseMillis + 2]
      ]),
      "one job under lease and one that waits; no job; nothing happened"
    )
  }),

  "everything that changes a job is counted": Effect.gen(function* () {
    const job = yield* onlyJob(start)
    const queue = yield* WorkQueue
    const counted = Effect.fnUntraced(function* <A, E, R>(change: Effect.Effect<A, E, R>) {
      const seen = yield* queue.changes
      const result = yield* change
      assert.notStrictEqual(yield* queue.changes, seen)
      return result
    })
    yield* counted(commit({ jobs: [job] }))
    const leased = yield* counted(claimOne(start))
    yield* counted(queue.release(leased, start))
    yield* counted(commit({ completion: { _tag: "DueAgain", job: yield* claimOne(start), dueAt: start } }))
    yield* counted(finish(yield* claimOne(start)))
  }),

  "awaitChange wakes who waits, and answers at once who missed it": Effect.gen(function* () {
    yield* emptyQueue
    const queue = yield* WorkQueue
    const partnerId = yield* newPartnerId
    const seen = yield* queue.changes
    const waiting = yield* Effect.forkChild(
      Effect.all([queue.awaitChange(seen), queue.awaitChange(seen)], { concurrency: 2 }),
      { startImmediately: true }
    )
    yield* commit({ jobs: [newJob(partnerId, "subject")] })
    yield* Fiber.join(waiting)
    yield* queue.awaitChange(seen)
  }),

  "who is woken by a claim does not get the same job": Effect.gen(function* () {
    yield* emptyQueue
    const queue = yield* WorkQueue
    const partnerId = yield* newPartnerId
    yield* commit({ jobs: [newJob(partnerId, "one"), newJob(partnerId, "two")] })
    const seen = yield* queue.changes
    const woken = yield* Effect.forkChild(
      Effect.andThen(queue.awaitChange(seen), claimJobs(start, { owner: "woken" })),
      { startImmediately: true }
    )
    const first = yield* claimJobs(start, { owner: "first", limit: 1 })
    const jobs = [...first, ...(yield* Fiber.join(woken))]
    assert.deepStrictEqual(jobs.map(({ subjectId }) => subjectId).sort(), ["one", "two"])
  })
} satisfies Checks<StorePorts | Ids>

export const workQueueSuite = suiteOf<StorePorts>("work queue", workQueueChecks)
