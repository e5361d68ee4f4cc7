import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  batchJobs,
  type OpenPayoutStep,
  payoutJobs,
  type RecordedPayout,
  WaitingWork,
  webhookJobs
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Checks } from "../Suite.ts"
import { payoutSample } from "./ListSamples.ts"
import { commit, newPartnerId, start } from "./StoreSamples.ts"
import {
  deliveryIn,
  newDelivery,
  newEndpoint,
  newMessage,
  posting,
  writeDeliveries
} from "./WebhookSamples.ts"

/** What waits is counted over all partners; what ended is not. */

export const waitingWorkChecks = {
  "pending deliveries are counted with the creation of the oldest, through the jobs of their endpoints":
    Effect.gen(function* () {
      const waiting = yield* WaitingWork
      const count = Effect.map(waiting.deliveries, (found) =>
        Option.match(found, { onNone: () => 0, onSome: (some) => some.count })
      )
      const before = yield* count
      const endpoint = yield* newEndpoint(yield* newPartnerId)
      const { id: subjectId, partnerId } = endpoint.order
      const message = yield* newMessage(partnerId)
      yield* commit(yield* posting(message, "none"))
      // Older than whatever other checks have left.
      const created = [1_001, 1_000, 999, 998]
      const fresh = yield* Effect.forEach(created, (createdAt) =>
        newDelivery(endpoint, message, { createdAt })
      )
      const made = fresh.map((delivery, index) =>
        index === 3 ? deliveryIn("cancelled", delivery) : delivery
      )
      yield* writeDeliveries(...made)
      assert.strictEqual(yield* count, before, "nobody is going to deliver them")
      yield* commit({ jobs: [{ kind: webhookJobs.deliver, partnerId, subjectId, dueAt: start }], events: [] })
      assert.strictEqual(yield* count, before + 3)
      assert.strictEqual(Option.getOrThrow(yield* waiting.deliveries).oldestAt, 999)
    }),

  "jobs are counted by kind once they are due and not held": Effect.gen(function* () {
    const waiting = yield* WaitingWork
    const at = (now: number) => Effect.map(waiting.jobsDue(now), (found) => found.get(batchJobs.mail) ?? 0)
    const [early, late] = [yield* at(start - 10), yield* at(start + 10)]
    const partnerId = yield* newPartnerId
    const dues = [start - 20, start - 10, start + 10]
    for (const dueAt of dues)
      yield* commit({
        jobs: [{ kind: batchJobs.mail, partnerId, subjectId: `at ${dueAt}`, dueAt }],
        events: []
      })
    assert.strictEqual(yield* at(start - 10), early + 2)
    assert.strictEqual(yield* at(start + 9), late + 2)
    assert.strictEqual(yield* at(start + 10), late + 3)
  }),

  "open payouts are counted by their step with the creation of the oldest, and those with an outcome are not":
    Effect.gen(function* () {
      const waiting = yield* WaitingWork
      const count = (step: OpenPayoutStep) =>
        Effect.map(waiting.payouts, (found) => found.get(step)?.count ?? 0)
      const before = [yield* count("reserved"), yield* count("submitted")]
      const partnerId = yield* newPartnerId
      const { moved, newItem, writing } = payoutSample
      for (const [createdAt, status] of [
        [900, "reserved"],
        [800, "PENDING"],
        [700, "PENDING"],
        [600, "COMPLETED"],
        [500, "FAILED"]
      ] as const) {
        const fresh = yield* newItem({ partnerId }, { createdAt, kind: "", lifeMillis: 0 })
        yield* commit(yield* writing(fresh, undefined, 0))
        const subjectId = fresh.order.id
        yield* commit({
          jobs: [{ kind: payoutJobs.dispatch, partnerId, subjectId, dueAt: start }],
          events: []
        })
        if (status !== "reserved") yield* commit(yield* writing(moved(fresh, status), fresh, 1))
      }
      assert.deepStrictEqual(
        [yield* count("reserved"), yield* count("submitted")],
        [(before[0] ?? 0) + 1, (before[1] ?? 0) + 2]
      )
      assert.strictEqual((yield* waiting.payouts).get("submitted")?.oldestAt, 700)
    }),

  "payouts that wait for approvals are a step of their own, and approved ones wait since their last approval":
    Effect.gen(function* () {
      const waiting = yield* WaitingWork
      const partnerId = yield* newPartnerId
      const { newItem, writing } = payoutSample
      const dispatched = Effect.fnUntraced(function* (createdAt: number, next: Partial<RecordedPayout>) {
        const fresh = yield* newItem({ partnerId }, { createdAt, kind: "", lifeMillis: 0 })
        const made = { ...fresh, ...next } as RecordedPayout
        const jobs = [{ kind: payoutJobs.dispatch, partnerId, subjectId: made.order.id, dueAt: start }]
        yield* commit({ ...(yield* writing(made, undefined, 0)), jobs })
      })
      yield* dispatched(40, { _tag: "awaiting" })
      const approvalsGiven = Option.some([{ by: "anna", at: 60 }])
      yield* dispatched(50, { _tag: "reserved", updatedAt: 60, approvalsGiven })
      const found = yield* waiting.payouts
      assert.strictEqual(found.get("awaiting")?.oldestAt, 40)
      assert.strictEqual(found.get("reserved")?.oldestAt, 60)
    }),

  "open payouts of all partners are read the oldest first, whole or of one step, on from any of them":
    Effect.gen(function* () {
      const waiting = yield* WaitingWork
      const { moved, newItem, writing } = payoutSample
      const made: Array<{ readonly id: string; readonly step: string }> = []
      for (const status of ["reserved", "PENDING", "COMPLETED", "reserved", "FAILED", "PENDING"]) {
        const partnerId = yield* newPartnerId
        const fresh = yield* newItem({ partnerId }, { createdAt: start, kind: "", lifeMillis: 0 })
        const subjectId = fresh.order.id
        const jobs = [{ kind: payoutJobs.dispatch, partnerId, subjectId, dueAt: start }]
        yield* commit({ ...(yield* writing(fresh, undefined, 0)), jobs })
        const next = status === "reserved" ? fresh : moved(fresh, status)
        if (next !== fresh) yield* commit(yield* writing(next, fresh, 1))
        if (status === "reserved" || status === "PENDING") made.push({ id: subjectId, step: next._tag })
      }
      const [first = { id: "" }] = made
      // Others have left theirs in the store; ids of this check are newer.
      const before = first.id.slice(0, -1)
      const read = (limit: number, after = before, step?: OpenPayoutStep) =>
        Effect.map(waiting.openPayouts({ after, limit, step }), (found) =>
          found.map(({ _tag, order }) => ({ id: order.id, step: _tag }))
        )
      assert.deepStrictEqual(yield* read(10), made)
      assert.deepStrictEqual(yield* read(3), made.slice(0, 3))
      assert.deepStrictEqual(yield* read(2, made[1]?.id), made.slice(2, 4))
      for (const step of ["reserved", "submitted", "unknown"] as const)
        assert.deepStrictEqual(
          yield* read(10, before, step),
          made.filter((each) => each.step === step)
        )
      assert.isAtLeast((yield* waiting.openPayouts({ after: "", limit: 100 })).length, made.length)
    })
} satisfies Checks<StorePorts | Ids>
