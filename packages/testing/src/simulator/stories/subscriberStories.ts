import { assert } from "@effect/vitest"
import { Payouts, Subscriptions, Worker } from "@quittance/core"
import { payoutStatus, type SubscribedEvent } from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import type { NamedStory, Story } from "./Story.ts"
import { after, begin, booksAreRight, byProcess, fund, outside, partnerId } from "./storySteps.ts"

const types = ["payout.completed", "payout.failed", "payout.late_settlement"] as const
type Got = SubscribedEvent<(typeof types)[number]>

/**
 * A payout is completed, another fails and arrives after all; the subscriber does not handle the failure at first, so
 * the late arrival waits for it.
 */
const story = (): Story => {
  const got: Array<Got> = []
  const subscribedIn = new WeakSet<Worker["Service"]>()
  let isRefusing = true

  /** Every process subscribes when it starts. */
  const subscribe = Effect.gen(function* () {
    const worker = yield* Worker
    if (subscribedIn.has(worker)) return
    const subscriptions = yield* Subscriptions
    yield* subscriptions.onDrain(types, { name: "story", from: "now" }, (event) =>
      Effect.suspend(() => {
        got.push(event)
        if (event.type !== "payout.failed" || !isRefusing) return Effect.void
        isRefusing = false
        return Effect.fail("not now")
      })
    )
    subscribedIn.add(worker)
  })
  const drain = byProcess(
    Effect.gen(function* () {
      yield* subscribe
      yield* (yield* Worker).drain
    })
  )
  const pay = (key: string, note?: string) =>
    byProcess(
      Effect.gen(function* () {
        const payouts = yield* Payouts
        const input = { amount: 10, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron" }
        yield* payouts.create(yield* partnerId, key, note === undefined ? input : { ...input, note })
      })
    )
  const arrive = byProcess(
    Effect.gen(function* () {
      const payouts = yield* Payouts
      const owner = yield* partnerId
      const { value } = yield* payouts.create(owner, "two", {
        ...{
          amount: 10,
          address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
          network: "tron",
          note: "sandbox:reject"
        }
      })
      const at = yield* Clock.currentTimeMillis
      yield* payouts.apply(owner, value.id, { _tag: "Confirm", processingId: Option.some("p"), at })
    })
  )
  const check = Effect.gen(function* () {
    const ids = (type: string) => new Set(got.filter((event) => event.type === type).map(({ id }) => id)).size
    assert.deepStrictEqual(types.map(ids), [1, 1, 1])
    const versions = new Map<string, number>()
    for (const { data, version } of got) {
      assert.isAtLeast(version, versions.get(data.object.id) ?? 0, "none comes after a later one")
      versions.set(data.object.id, version)
    }
    const payouts = yield* Payouts
    for (const { data } of got)
      assert.notStrictEqual(payoutStatus(yield* payouts.get(yield* partnerId, data.object.id)), "PENDING")
    yield* booksAreRight
  })
  return {
    steps: [
      begin,
      fund,
      outside(subscribe),
      pay("one"),
      drain,
      pay("two", "sandbox:reject"),
      drain,
      arrive,
      drain,
      ...after("2 seconds").slice(0, 1),
      drain,
      ...after("2 minutes").slice(0, 1),
      drain
    ],
    check
  }
}

export const subscriberStories: ReadonlyArray<NamedStory> = [
  {
    leaves: "a subscriber that got every event, those about one payout in their order",
    begin: story,
    // Of each payout its creation, an intent, a call and an outcome; the late arrival; what was handled of three
    // events, what was not of one, and the end of the job each time.
    callCount: 2 * 4 + 1 + 9
  }
]
