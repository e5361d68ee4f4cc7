import { assert, describe, it } from "@effect/vitest"
import type { StorePorts } from "@quittance/core"
import {
  emptyCommit,
  type JobKind,
  type LeasedJob,
  payoutJobs,
  Store,
  WorkQueue
} from "@quittance/core/adapter"
import { type Context, Effect, Fiber } from "effect"
import { openStores } from "../server/openStores.ts"

const kind: JobKind = payoutJobs.dispatch
const start = 1_767_225_600_000
const partnerId = "prt_sample"

const schedule = (subjects: ReadonlyArray<string>) =>
  Effect.flatMap(Store, (store) =>
    store.commit({
      ...emptyCommit,
      events: [
        {
          id: `evt_${subjects[0]}`,
          partnerId,
          subjectId: "adj_sample",
          version: 1,
          at: start,
          actor: "system",
          event: { _tag: "BalanceAdjusted", amountMinor: 1n, reason: "sample" }
        }
      ],
      jobs: subjects.map((subjectId) => ({ kind, partnerId, subjectId, dueAt: start }))
    })
  )

const claim = (owner: string, limit: number) =>
  Effect.flatMap(WorkQueue, (queue) =>
    queue.claim({ kind, owner, now: start, leaseUntil: start + 1_000, limit })
  )

/** Claims until nothing is left. */
const claimAll = Effect.fnUntraced(function* (store: Context.Context<StorePorts>, owner: string) {
  const claimed: Array<LeasedJob> = []
  for (;;) {
    const jobs = yield* Effect.provideContext(claim(owner, 7), store)
    if (jobs.length === 0) return claimed
    claimed.push(...jobs)
  }
})

describe("work queues of two processes on one database", () => {
  it.effect("never give the same job to two workers", () =>
    Effect.gen(function* () {
      const { stores } = yield* openStores(2)
      const [one, two] = stores
      assert.isDefined(one)
      assert.isDefined(two)
      const subjects = Array.from({ length: 1_000 }, (_, index) => `subject ${index}`)
      yield* Effect.provideContext(schedule(subjects), one)
      const workers = [one, two, one, two, one, two, one, two]
      const claims = yield* Effect.all(
        workers.map((store, index) => claimAll(store, `worker ${index}`)),
        { concurrency: "unbounded" }
      )
      const jobs = claims.flat()
      assert.deepStrictEqual(jobs.map(({ subjectId }) => subjectId).sort(), [...subjects].sort())
      assert.strictEqual(new Set(jobs.map(({ fence }) => fence)).size, 1_000)
      assert.isAbove(
        claims.filter(({ length }) => length > 0).length,
        1,
        "several workers found jobs at the same time"
      )
    })
  )

  it.effect("wake each other's workers after a commit, a claim and a release", () =>
    Effect.gen(function* () {
      const { stores } = yield* openStores(2)
      const [one, two] = stores
      assert.isDefined(one)
      assert.isDefined(two)
      const queue = yield* Effect.provideContext(WorkQueue, two)
      const waking = Effect.fnUntraced(function* <A, E>(change: Effect.Effect<A, E, StorePorts>) {
        const waiting = yield* Effect.forkChild(queue.awaitChange(yield* queue.changes), {
          startImmediately: true
        })
        const made = yield* Effect.provideContext(change, one)
        yield* Fiber.join(waiting)
        return made
      })
      yield* waking(schedule(["one"]))
      const [job] = yield* waking(claim("worker", 1))
      assert.isDefined(job)
      assert.isEmpty(yield* Effect.provideContext(claim("other", 1), two))
      yield* waking(Effect.flatMap(WorkQueue, ({ release }) => release(job, start)))
      assert.lengthOf(yield* Effect.provideContext(claim("other", 1), two), 1)
    })
  )
})
