import { assert, describe } from "@effect/vitest"
import { Payouts, Subscriptions, Worker } from "@quittance/core"
import { leaseMillis, subscriberIdOf, subscriberJob, WorkQueue } from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { fundedPartner, payoutOf, test } from "../services/Deployment.ts"

const name = "shop"

describe("a subscriber that registers after a crash", () => {
  test("gets its events when the lease of the dead process ends, and not when the worker looks by itself", function* () {
    const subscriptions = yield* Subscriptions
    const worker = yield* Worker
    const queue = yield* WorkQueue
    const partnerId = yield* fundedPartner(100)
    const got: Array<string> = []
    const subscribe = subscriptions.on("payout.completed", { name, from: "now" }, ({ data }) =>
      Effect.sync(() => got.push(data.object.id))
    )
    yield* (yield* subscribe).stop
    const payouts = yield* Payouts
    const { value } = yield* payouts.create(partnerId, "one", payoutOf(1))
    yield* worker.drain

    const now = yield* Clock.currentTimeMillis
    const kind = subscriberJob(subscriberIdOf(name))
    const leaseUntil = now + leaseMillis
    const held = yield* queue.claim({ kind, owner: "dead", now, leaseUntil, limit: 1 })
    assert.lengthOf(held, 1)

    // This process works already, and sleeps until the next thing that it knows of.
    yield* Effect.forkChild(worker.run)
    yield* TestClock.adjust(0)
    yield* subscribe
    yield* TestClock.adjust(leaseMillis - 1)
    assert.isEmpty(got)
    yield* TestClock.adjust(1)
    yield* worker.awaitIdle
    assert.deepStrictEqual(got, [value.id])
  })
})
