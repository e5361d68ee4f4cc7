import { assert, describe } from "@effect/vitest"
import { Webhooks } from "@quittance/core"
import {
  type DisablingCause,
  millisPerDay,
  type WebhookEndpointId,
  WebhookReader,
  webhookView
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { Seen, start, test, testIn } from "./Deployment.ts"
import { booksAreRight, issueFiat, shop } from "./fiatInvoices.ts"
import { answer, callsTo, fails, follow, ok } from "./Receivers.ts"
import { endpointOf, listen, live, logOf, redeliver, standingOf, urlOf, working } from "./webhooks.ts"

const created = { events: ["invoice.created"] }

/** Why the endpoint is disabled, as its partner sees it, and how many such there are, as operators see it. */
const disabled = Effect.fnUntraced(function* (partnerId: string, id: WebhookEndpointId) {
  const { active, disabledReason } = webhookView(yield* endpointOf(partnerId, id))
  const reader = yield* WebhookReader
  return { active, disabledReason, disabledCount: yield* reader.disabledCount }
})

const healthy = { active: true, disabledReason: null, disabledCount: 0 }
const disabledBy = (cause: DisablingCause) => ({ active: false, disabledReason: cause, disabledCount: 1 })

/** An invoice every six hours, for so many days. */
const daysOfEvents = Effect.fnUntraced(function* (partnerId: string, days: number) {
  for (let hour = 0; hour < days * 24; hour += 6) {
    yield* issueFiat(partnerId)
    yield* TestClock.adjust("6 hours")
  }
})

describe("410 Gone", () => {
  test("disables the endpoint at once, is told to operators once, and gives up what waits", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "shop", created)
    yield* answer(url, fails)
    yield* working
    yield* issueFiat(partnerId)
    yield* issueFiat(partnerId)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["pending 1", "pending 1"])
    yield* answer(url, { status: 410, bodyStart: "no more" })
    yield* issueFiat(partnerId)
    yield* TestClock.adjust(0)
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["failed 1", "failed 1", "failed 1"])
    const [one, two, last] = (yield* logOf(partnerId, id)).map(({ error }) => Option.getOrNull(error))
    assert.deepStrictEqual(
      [one, two, last],
      ["the webhook is disabled", "the webhook is disabled", "the receiver answered 410"]
    )
    assert.deepStrictEqual(yield* disabled(partnerId, id), disabledBy("gone"))
    yield* TestClock.adjust("1 day")
    assert.lengthOf(yield* callsTo(url), 3)
    const { errors } = yield* Seen
    assert.deepStrictEqual(errors, [
      `webhook ${id} of partner ${partnerId} to ${url} was disabled: its receiver answered 410`
    ])
    yield* booksAreRight
  })

  test("of a receiver that the endpoint has left meanwhile ends nothing: the new one is told", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "old", created)
    yield* answer(url, { status: 410, afterMillis: 1_000 })
    yield* working
    yield* issueFiat(partnerId)
    yield* TestClock.adjust("500 millis")
    yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.update(partnerId, id, { url: urlOf("new") }))
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* disabled(partnerId, id), healthy)
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 2"])
    assert.lengthOf(yield* callsTo(urlOf("new")), 1)
  })

  test("of many attempts at once disables and alerts once", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "shop", created)
    yield* answer(url, { status: 410, afterMillis: 100 })
    yield* Effect.forEach(Array.from({ length: 100 }), () => issueFiat(partnerId))
    yield* working
    yield* TestClock.adjust("1 minute")
    const standing = yield* standingOf(partnerId, id)
    assert.isTrue(standing.every((each) => each.startsWith("failed")))
    assert.isBelow((yield* callsTo(url)).length, 40, "nobody goes on calling whoever is gone")
    assert.lengthOf((yield* Seen).errors, 1)
    assert.deepStrictEqual(yield* disabled(partnerId, id), disabledBy("gone"))
  })

  test("leaves other endpoints alone", function* () {
    const partnerId = yield* shop()
    const gone = yield* listen(partnerId, "gone", created)
    const there = yield* listen(partnerId, "there", created)
    yield* answer(gone.url, { status: 410 })
    yield* working
    yield* issueFiat(partnerId)
    yield* TestClock.adjust(0)
    assert.deepStrictEqual(yield* standingOf(partnerId, there.id), ["delivered 1"])
    assert.strictEqual((yield* endpointOf(partnerId, there.id))._tag, "enabled")
  })
})

describe("an endpoint whose every attempt fails", () => {
  testIn({ settings: live })(
    "is disabled after five days, and its partner and operators see it",
    function* () {
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "shop", created)
      yield* answer(url, fails)
      yield* working
      yield* daysOfEvents(partnerId, 4.75)
      assert.deepStrictEqual(yield* disabled(partnerId, id), healthy)
      const { failingSince } = webhookView(yield* endpointOf(partnerId, id))
      assert.strictEqual(failingSince, new Date(start).toISOString())
      yield* daysOfEvents(partnerId, 0.5)
      assert.deepStrictEqual(yield* disabled(partnerId, id), disabledBy("failing"))
      const last = (yield* callsTo(url)).at(-1)
      assert(last !== undefined)
      assert.isAtLeast(last.at - start, 5 * millisPerDay)
      const log = yield* logOf(partnerId, id)
      assert.isTrue(log.every(({ _tag }) => _tag === "failed"))
      assert.isTrue(log.some(({ error }) => Option.contains(error, "the webhook is disabled")))
      assert.deepStrictEqual((yield* Seen).errors, [
        `webhook ${id} of partner ${partnerId} to ${url} was disabled: all attempts failed for days`
      ])
      const callCount = (yield* callsTo(url)).length
      yield* daysOfEvents(partnerId, 1)
      assert.lengthOf(yield* callsTo(url), callCount)
      assert.lengthOf((yield* Seen).errors, 1, "alerted once")
      yield* booksAreRight
    }
  )

  testIn({ settings: live })("is not disabled when one attempt succeeded in between", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "shop", created)
    const recoversAt = start + 3 * millisPerDay
    let hasRecovered = false
    yield* follow(url, ({ at }) =>
      Effect.sync(() => {
        if (at < recoversAt || hasRecovered) return fails
        hasRecovered = true
        return ok
      })
    )
    yield* working
    yield* daysOfEvents(partnerId, 7.5)
    assert.deepStrictEqual(yield* disabled(partnerId, id), healthy)
    yield* daysOfEvents(partnerId, 1)
    assert.deepStrictEqual(yield* disabled(partnerId, id), disabledBy("failing"))
  })

  testIn({ settings: live })(
    "has five more days when its partner enables it again, and hears of what happens from then on",
    function* () {
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "shop", created)
      yield* answer(url, fails)
      yield* working
      yield* daysOfEvents(partnerId, 5.5)
      assert.deepStrictEqual(yield* disabled(partnerId, id), disabledBy("failing"))
      const webhooks = yield* Webhooks
      yield* webhooks.update(partnerId, id, { active: true })
      const enabledAt = yield* Clock.currentTimeMillis
      yield* daysOfEvents(partnerId, 4.5)
      assert.deepStrictEqual(yield* disabled(partnerId, id), healthy)
      const again = (yield* callsTo(url)).filter(({ at }) => at >= enabledAt)
      assert.isAbove(again.length, 0)
      yield* daysOfEvents(partnerId, 1)
      assert.deepStrictEqual(yield* disabled(partnerId, id), disabledBy("failing"))
      assert.lengthOf((yield* Seen).errors, 2)
    }
  )

  test("that nobody wants anything of for days is not failing: what counts is the next attempt", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "shop", created)
    yield* answer(url, fails, fails, fails, ok)
    yield* working
    yield* issueFiat(partnerId)
    yield* TestClock.adjust("6 days")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["failed 3"])
    yield* issueFiat(partnerId)
    yield* TestClock.adjust(0)
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["failed 3", "delivered 1"])
    assert.deepStrictEqual(yield* disabled(partnerId, id), healthy)
    const [first] = yield* logOf(partnerId, id)
    assert(first !== undefined)
    assert.strictEqual((yield* redeliver(partnerId, first.order.id))._tag, "pending")
  })
})
