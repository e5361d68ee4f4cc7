import { assert, describe } from "@effect/vitest"
import { defaultSettings, StoreUnavailable } from "@quittance/core"
import { leaseMillis, Store, WorkQueue } from "@quittance/core/adapter"
import { Effect, Random } from "effect"
import { TestClock } from "effect/testing"
import { anotherProcess, start, test, testIn } from "./Deployment.ts"
import { booksAreRight, drain, issueFiat, shop, storeOf } from "./fiatInvoices.ts"
import {
  answer,
  callInstants,
  callsTo,
  eventOf,
  fails,
  follow,
  hangs,
  ok,
  peakOf,
  Receivers
} from "./Receivers.ts"
import { endpointOf, listen, logOf, standingOf, webhookSettings, working } from "./webhooks.ts"

const created = { events: ["invoice.created"] }
const timeoutMillis = defaultSettings.webhook.callTimeoutMillis

const issueMany = (partnerId: string, count: number) =>
  Effect.forEach(Array.from({ length: count }), () => issueFiat(partnerId), { discard: true })

describe("an endpoint that is slow to answer", () => {
  test("is told of what happens meanwhile, within a tenth of a second", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "slow", created)
    yield* answer(url, { status: 200, afterMillis: 10_000 }, ok)
    yield* working
    yield* issueFiat(partnerId)
    yield* TestClock.adjust("1 second")
    yield* issueFiat(partnerId)
    yield* TestClock.adjust("100 millis")
    assert.deepStrictEqual(yield* callInstants(url, start), [0, 1_100])
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["pending 0", "pending 0"])
    yield* TestClock.adjust("100 millis")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["pending 0", "delivered 1"])
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 1", "delivered 1"])
  })
})

describe("an endpoint that does not answer", () => {
  test("delays nobody else: every other receiver is told in the millisecond of the event", function* () {
    const partnerId = yield* shop()
    const hanging = yield* listen(partnerId, "hanging", created)
    const healthy = yield* listen(partnerId, "healthy", created)
    yield* answer(hanging.url, hangs)
    yield* working
    for (let second = 0; second < 120; second++) {
      yield* issueFiat(partnerId)
      yield* TestClock.adjust("1 second")
    }
    const calls = yield* callsTo(healthy.url)
    assert.lengthOf(calls, 120)
    for (const call of calls)
      assert.strictEqual(call.at, Date.parse(eventOf(call).createdAt), "there was no wait")
  })

  test("gets one attempt at a time from then on, and as many as others when it answers again", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "shop", created)
    let isAway = true
    yield* follow(url, () => Effect.sync(() => (isAway ? hangs : { status: 200, afterMillis: 1_000 })))
    yield* issueMany(partnerId, 40)
    yield* working
    yield* TestClock.adjust(0)
    const { attemptConcurrency } = defaultSettings.webhook
    assert.deepStrictEqual(
      yield* callInstants(url, start),
      Array.from({ length: attemptConcurrency }, () => 0)
    )
    yield* TestClock.adjust(3 * timeoutMillis + 1_000)
    const later = (yield* callInstants(url, start)).slice(attemptConcurrency)
    assert.deepStrictEqual(later, [timeoutMillis, 2 * timeoutMillis, 3 * timeoutMillis])
    isAway = false
    yield* TestClock.adjust("10 minutes")
    assert.strictEqual(yield* peakOf(url), attemptConcurrency)
    const standing = yield* standingOf(partnerId, id)
    assert.isTrue(standing.every((each) => each.startsWith("delivered")))
    const back = (yield* callsTo(url)).filter(({ at }) => at - start > 4 * timeoutMillis)
    const byInstant = new Map<number, number>()
    for (const { at } of back) byInstant.set(at, (byInstant.get(at) ?? 0) + 1)
    assert.isAbove(Math.max(...byInstant.values()), 1, "again several at once")
    yield* booksAreRight
  })

  testIn({ settings: webhookSettings({ endpointConcurrency: 2 }) })(
    "gives its place up: many such endpoints take turns, and each is called",
    function* () {
      const partnerId = yield* shop()
      const names = Array.from({ length: 8 }, (_, index) => `hanging${index}`)
      for (const name of names) yield* answer((yield* listen(partnerId, name, created)).url, hangs)
      yield* issueMany(partnerId, 3)
      yield* working
      yield* TestClock.adjust(4 * timeoutMillis)
      const { calls } = yield* Receivers
      assert.strictEqual(new Set(calls.map(({ url }) => url)).size, names.length)
    }
  )
})

describe("concurrency", () => {
  testIn({ settings: webhookSettings({ attemptConcurrency: 5 }) })(
    "of one endpoint is bounded, and used",
    function* () {
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "shop", created)
      yield* answer(url, { status: 200, afterMillis: 1_000 })
      yield* issueMany(partnerId, 300)
      yield* working
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* peakOf(url), 5)
      assert.lengthOf(
        (yield* standingOf(partnerId, id)).filter((each) => each === "delivered 1"),
        300
      )
    }
  )

  testIn({ settings: webhookSettings({ endpointConcurrency: 3, endpointsMax: 20 }) })(
    "of all endpoints together is bounded",
    function* () {
      const partnerId = yield* shop()
      const names = Array.from({ length: 20 }, (_, index) => `receiver${index}`)
      for (const name of names)
        yield* answer((yield* listen(partnerId, name, created)).url, { status: 200, afterMillis: 1_000 })
      yield* issueFiat(partnerId)
      yield* working
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* peakOf(), 3)
      assert.lengthOf((yield* Receivers).calls, 20)
    }
  )
})

/** How many results each commit recorded, on a store whose commits of deliveries take a while. */
const recorded: Array<number> = []
const slowly = storeOf(Store, (inner) => ({
  commit: (commit) => {
    const results = commit.aggregates.filter(
      ({ _tag, state }) => _tag === "WebhookDelivery" && state._tag === "delivered"
    )
    if (results.length > 0) recorded.push(results.length)
    const isOfDeliveries = commit.aggregates.some(({ _tag }) => _tag === "WebhookDelivery")
    return Effect.andThen(isOfDeliveries ? Effect.sleep(10) : Effect.void, inner.commit(commit))
  }
}))

describe("results share commits", () => {
  for (const [when, afterMillis] of [
    ["also those that end while others are recorded", 3],
    ["also those of deliveries that their fan-out adds meanwhile", 0]
  ] as const)
    testIn({ store: slowly })(when, function* () {
      recorded.length = 0
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "shop", created)
      yield* answer(url, { status: 200, afterMillis })
      yield* issueMany(partnerId, 600)
      yield* working
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(recorded, [400, 200])
      assert.isTrue((yield* standingOf(partnerId, id)).every((each) => each === "delivered 1"))
    })
})

/** A store on which no lease can be renewed: the worker on it is stale as soon as its lease is over. */
const withoutRenewal = storeOf(WorkQueue, () => ({ extend: () => Effect.never }))

const oneByOne = webhookSettings({ attemptConcurrency: 1 })

describe("two processes", () => {
  testIn({ settings: oneByOne })(
    "never attempt the same delivery while the first one's lease is renewed, however long that takes",
    function* () {
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "slow", created)
      yield* answer(url, { status: 200, afterMillis: 15_000 })
      yield* issueMany(partnerId, 6)
      const other = yield* anotherProcess({ settings: oneByOne })
      yield* working
      yield* Effect.provideContext(working, other)
      yield* TestClock.adjust(3 * leaseMillis + 1_000)
      assert.lengthOf(yield* callsTo(url), 6)
      assert.strictEqual(yield* peakOf(url), 1)
      assert.deepStrictEqual(
        yield* standingOf(partnerId, id),
        Array.from({ length: 6 }, () => "delivered 1")
      )
    }
  )

  const stale = { store: withoutRenewal, settings: oneByOne }
  testIn({ settings: oneByOne })(
    "one of them stale: what it began is begun again by the other, and logged once",
    function* () {
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "slow", created)
      yield* answer(url, { status: 200, afterMillis: 15_000 })
      yield* issueMany(partnerId, 3)
      yield* Effect.forkChild(Effect.provideContext(drain, yield* anotherProcess(stale)))
      yield* TestClock.adjust(leaseMillis - 1)
      assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 1", "pending 0", "pending 0"])
      yield* working
      yield* TestClock.adjust(2 * leaseMillis)
      // The second had ended and was not recorded yet; the third had just been begun.
      assert.deepStrictEqual(yield* callInstants(url, start), [0, 15_000, 30_000, 30_000, 45_000])
      assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 1", "delivered 1", "delivered 1"])
      yield* booksAreRight
    }
  )
})

/** A store on which every second renewal of a lease fails. */
let renewals = 0
const withSomeRenewals = storeOf(WorkQueue, (inner) => ({
  extend: (job, until) =>
    Effect.suspend(() => {
      renewals += 1
      return renewals % 2 === 1
        ? Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason: "the store is busy" }))
        : inner.extend(job, until)
    })
}))

describe("a lease that cannot be renewed at one time and can at the next", () => {
  testIn({ store: withSomeRenewals, settings: oneByOne })("interrupts no attempt", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "slow", created)
    yield* answer(url, { status: 200, afterMillis: 15_000 })
    yield* issueMany(partnerId, 4)
    yield* working
    yield* TestClock.adjust(4 * leaseMillis)
    assert.lengthOf(yield* callsTo(url), 4)
    assert.deepStrictEqual(
      yield* standingOf(partnerId, id),
      Array.from({ length: 4 }, () => "delivered 1")
    )
  })
})

describe("receivers that fail by chance", () => {
  test("get every event or the log says that they did not, and it counts every attempt", function* () {
    const partnerId = yield* shop()
    const endpoints = yield* Effect.forEach(
      Array.from({ length: 12 }, (_, index) => `receiver${index}`),
      (name) => listen(partnerId, name, created)
    )
    const took = new Set<string>()
    for (const { url } of endpoints)
      yield* follow(
        url,
        Effect.fnUntraced(function* (call) {
          const chance = yield* Random.next
          if (chance < 0.3) return fails
          if (chance < 0.35) return hangs
          took.add(`${url} ${eventOf(call).id}`)
          return chance < 0.6 ? ok : { status: 200, afterMillis: Math.round(chance * 10_000) }
        })
      )
    yield* working
    for (let count = 0; count < 40; count++) {
      yield* issueFiat(partnerId)
      yield* TestClock.adjust("3 seconds")
    }
    yield* TestClock.adjust("2 hours")
    let failedCount = 0
    for (const { id, url } of endpoints) {
      const log = yield* logOf(partnerId, id)
      assert.lengthOf(log, 40)
      for (const { _tag, order } of log) {
        assert.strictEqual(_tag, took.has(`${url} ${order.eventId}`) ? "delivered" : "failed")
        if (_tag === "failed") failedCount += 1
      }
      const logged = log.reduce((sum, { attempts }) => sum + attempts, 0)
      assert.strictEqual(logged, (yield* callsTo(url)).length)
      assert.strictEqual((yield* endpointOf(partnerId, id))._tag, "enabled")
    }
    assert.isAbove(failedCount, 0, "three attempts are not always enough")
    yield* booksAreRight
  })
})
