import { assert, describe } from "@effect/vitest"
import { webhookDeliveryView, webhookSandboxRetryPolicy } from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { webhookRetryPolicy } from "../../src/kernel/work/RetryPolicy.ts"
import { start, test, testIn } from "./Deployment.ts"
import { booksAreRight, issueFiat, shop } from "./fiatInvoices.ts"
import {
  type Answer,
  answer,
  callInstants,
  callsTo,
  eventOf,
  fails,
  hangs,
  ok,
  unreachable
} from "./Receivers.ts"
import { listen, live, logOf, onlyDelivery, standingOf, working } from "./webhooks.ts"

/** An event on its way to a receiver that answers so. */
const deliveredTo = Effect.fnUntraced(function* (...answers: readonly [Answer, ...ReadonlyArray<Answer>]) {
  const partnerId = yield* shop()
  const endpoint = yield* listen(partnerId, "shop", { events: ["invoice.created"] })
  yield* answer(endpoint.url, ...answers)
  yield* working
  const order = yield* issueFiat(partnerId)
  yield* TestClock.adjust(0)
  return { ...endpoint, partnerId, order }
})

const gapsOf = (instants: ReadonlyArray<number>) =>
  instants.slice(1).map((instant, index) => instant - (instants[index] ?? 0))

describe("the schedule", () => {
  for (const [mode, policy, settings] of [
    ["live", webhookRetryPolicy, live],
    ["sandbox", webhookSandboxRetryPolicy, {}]
  ] as const) {
    const count = policy.delaysMillis.length
    testIn({ settings })(
      `has ${count} attempts in ${mode} mode, each wait spread by a fifth, and then it is given up`,
      function* () {
        const { id, partnerId, url } = yield* deliveredTo(fails)
        assert.deepStrictEqual(yield* callInstants(url, start), [0], "the first attempt is at once")
        yield* TestClock.adjust(mode === "live" ? "5 days" : "1 hour")
        const gaps = gapsOf(yield* callInstants(url, start))
        assert.lengthOf(gaps, count - 1)
        policy.delaysMillis.slice(1).forEach((delay, index) => {
          const ratio = (gaps[index] ?? 0) / delay
          assert.isTrue(ratio >= 0.8 && ratio <= 1.2, `wait ${index + 1} is ${ratio} of the schedule's`)
        })
        const delivery = yield* onlyDelivery(partnerId, id)
        const { attempt, error, maxAttempts, nextAttemptAt, status } = webhookDeliveryView(delivery, count)
        assert.deepStrictEqual(
          { attempt, error, maxAttempts, nextAttemptAt, status },
          {
            attempt: count,
            error: "the receiver answered 500",
            maxAttempts: count,
            nextAttemptAt: null,
            status: "failed"
          }
        )
        yield* booksAreRight
      }
    )
  }

  test("spreads what failed together", function* () {
    const partnerId = yield* shop()
    const { url } = yield* listen(partnerId, "shop", { events: ["invoice.created"] })
    yield* answer(url, fails)
    yield* working
    for (let count = 0; count < 50; count++) yield* issueFiat(partnerId)
    yield* TestClock.adjust("7 seconds")
    const second = (yield* callInstants(url, start)).filter((at) => at > 0)
    assert.lengthOf(second, 50)
    assert.isAbove(new Set(second).size, 40)
    assert.isBelow(Math.min(...second), 4_300)
    assert.isAbove(Math.max(...second), 5_700)
  })

  test("ends with the first 2xx, whichever it is", function* () {
    for (const status of [200, 201, 202, 204, 299]) {
      const partnerId = yield* shop(`shop ${status}`)
      const { id, url } = yield* listen(partnerId, `shop${status}`, { events: ["invoice.created"] })
      yield* answer(url, fails, unreachable, { status, bodyStart: "thanks" }, fails)
      yield* working
      yield* issueFiat(partnerId)
      yield* TestClock.adjust("1 hour")
      const delivery = yield* onlyDelivery(partnerId, id)
      assert(delivery._tag === "delivered")
      const { attempts, error, lastAttempt } = delivery
      assert.deepStrictEqual([attempts, error], [3, Option.none()])
      const { responseCode, responseStart } = Option.getOrThrow(lastAttempt)
      assert.deepStrictEqual([responseCode, responseStart], [Option.some(status), Option.some("thanks")])
      assert.lengthOf(yield* callsTo(url), 3)
    }
  })

  test("sends the same bytes under the same id on every attempt and to every endpoint, signed anew", function* () {
    const { order, partnerId, url } = yield* deliveredTo(fails)
    const other = yield* listen(partnerId, "other", { events: ["invoice.created"] })
    yield* answer(other.url, fails)
    const second = yield* issueFiat(partnerId)
    yield* TestClock.adjust("1 hour")
    const calls = [...(yield* callsTo(url)), ...(yield* callsTo(other.url))]
    const of = (id: string) => calls.filter((call) => eventOf(call).data.object.id === id)
    for (const [id, count] of [
      [order.id, 3],
      [second.id, 6]
    ] as const) {
      const sent = of(id)
      assert.lengthOf(sent, count)
      assert.strictEqual(new Set(sent.map(({ body }) => body)).size, 1)
      for (const call of sent) {
        assert.strictEqual(call.headers["webhook-id"], eventOf(call).id)
        assert.strictEqual(call.headers["webhook-timestamp"], String(Math.floor(call.at / 1_000)))
        assert.strictEqual(call.headers["content-type"], "application/json")
      }
    }
  })
})

describe("an attempt", () => {
  const attemptWith = Effect.fnUntraced(function* (given: Answer) {
    const { id, partnerId, url } = yield* deliveredTo(given)
    yield* TestClock.adjust("30 seconds")
    const [delivery] = yield* logOf(partnerId, id)
    assert(delivery !== undefined)
    const { error, responseCode, responseMillis } = Option.getOrThrow(delivery.lastAttempt)
    const said = { error: Option.getOrNull(error), code: Option.getOrNull(responseCode), responseMillis }
    return { said, url, status: delivery._tag }
  })

  for (const [name, given, said] of [
    [
      "that is answered with a redirect fails, and nobody follows it",
      { status: 301 },
      { error: "the receiver answered 301: redirects are not followed", code: 301, responseMillis: 0 }
    ],
    [
      "that is answered with 304 fails, which is no redirect",
      { status: 304 },
      { error: "the receiver answered 304", code: 304, responseMillis: 0 }
    ],
    [
      "that is answered with 400 fails and is made again",
      { status: 400 },
      { error: "the receiver answered 400", code: 400, responseMillis: 0 }
    ],
    [
      "without a connection says so",
      unreachable,
      { error: "the connection was refused", code: null, responseMillis: 0 }
    ],
    [
      "without an answer ends when its time is over",
      hangs,
      { error: "no answer within 20000 ms", code: null, responseMillis: 20_000 }
    ]
  ] as const) {
    testIn({ settings: live })(name, function* () {
      const attempt = yield* attemptWith(given)
      assert.deepStrictEqual<object>(attempt.said, said)
      assert.strictEqual(attempt.status, "pending")
    })
  }

  test("that is answered late, and in time, is none that failed", function* () {
    const attempt = yield* attemptWith({ status: 200, afterMillis: 19_999 })
    assert.deepStrictEqual(attempt.said, { error: null, code: 200, responseMillis: 19_999 })
    assert.strictEqual(attempt.status, "delivered")
    assert.lengthOf(yield* callsTo(attempt.url), 1)
  })
})

/** What `Retry-After` makes of the wait after the first attempt, which is 4 to 6 seconds long by itself. */
const retryAfters: ReadonlyArray<
  readonly [status: number, text: (now: number) => string, wait: number | undefined]
> = [
  [429, () => "7", 7_000],
  [503, () => "7", 7_000],
  [503, () => " 8 ", 8_000],
  [429, () => "1", undefined],
  [429, () => "0", undefined],
  [429, () => "11", 10_000],
  [503, () => "86400", 10_000],
  [429, () => "999999999999999999999", 10_000],
  [429, (now) => new Date(now + 8_000).toUTCString(), 8_000],
  [503, (now) => new Date(now + 3_600_000).toUTCString(), 10_000],
  [503, (now) => new Date(now - 3_600_000).toUTCString(), undefined],
  [429, () => "-30", undefined],
  [429, () => "1.5", undefined],
  [429, () => "1e1", undefined],
  [429, () => "soon", undefined],
  [429, () => "", undefined],
  [500, () => "9", undefined],
  [302, () => "9", undefined]
]

describe("Retry-After", () => {
  for (const [status, text, wait] of retryAfters) {
    const said = `${status} with "${text(start)}"`
    const then =
      wait === undefined ? "leaves the schedule as it is" : `makes the next attempt wait ${wait} ms`
    test(`${said} ${then}`, function* () {
      const { url } = yield* deliveredTo({ status, retryAfter: text(yield* Clock.currentTimeMillis) }, ok)
      yield* TestClock.adjust("1 minute")
      const [gap = 0, ...more] = gapsOf(yield* callInstants(url, start))
      assert.lengthOf(more, 0)
      if (wait === undefined) assert.isTrue(gap >= 4_000 && gap <= 6_000, `${gap}`)
      else assert.strictEqual(gap, wait)
    })
  }

  test("never makes the last attempt followed by one more", function* () {
    const { id, partnerId } = yield* deliveredTo({ status: 429, retryAfter: "1" })
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["failed 3"])
  })
})
