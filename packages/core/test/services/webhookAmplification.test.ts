import { assert, describe } from "@effect/vitest"
import { Webhooks } from "@quittance/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Seen, start, test, testIn } from "./Deployment.ts"
import { booksAreRight, issueFiat, shop } from "./fiatInvoices.ts"
import { answer, callInstants, callsTo, fails, hangs, ok, peakOf } from "./Receivers.ts"
import { listen, live, logOf, redeliver, standingOf, webhookSettings, working } from "./webhooks.ts"

/** However many webhooks and events there are, nobody is flooded, nothing is lost, and nobody else waits. */

const created = { events: ["invoice.created"] }

const issueMany = (partnerId: string, count: number) =>
  Effect.forEach(Array.from({ length: count }), () => issueFiat(partnerId), { discard: true })

/** Webhooks of several paths at one host. */
const listenAtHost = Effect.fnUntraced(function* (partnerId: string, host: string, count: number) {
  const webhooks = yield* Webhooks
  return yield* Effect.forEach(
    Array.from({ length: count }, (_, index) => `https://${host}/hooks/${index}`),
    (url) =>
      Effect.map(webhooks.create(partnerId, { url, ...created }), ({ endpoint }) => ({
        id: endpoint.order.id,
        url
      }))
  )
})

describe("calls to one host", () => {
  testIn({ settings: webhookSettings({ hostConcurrency: 5 }) })(
    "are bounded over all endpoints and partners, and every endpoint gets its turn",
    function* () {
      const partners = [yield* shop("one"), yield* shop("other")]
      const endpoints = yield* Effect.forEach(partners, (partnerId) =>
        listenAtHost(partnerId, "Shared.example", 6)
      )
      for (const { url } of endpoints.flat()) yield* answer(url, { status: 200, afterMillis: 1_000 })
      for (const partnerId of partners) yield* issueMany(partnerId, 10)
      yield* working
      yield* TestClock.adjust("10 seconds")
      for (const { url } of endpoints.flat()) assert.isAbove((yield* callsTo(url)).length, 0, url)
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* peakOf(), 5)
      for (const [index, partnerId] of partners.entries())
        for (const { id } of endpoints[index] ?? [])
          assert.deepStrictEqual(
            yield* standingOf(partnerId, id),
            Array.from({ length: 10 }, () => "delivered 1")
          )
      yield* booksAreRight
    }
  )

  testIn({ settings: webhookSettings({ hostConcurrency: 2, endpointConcurrency: 4 }) })(
    "that hangs hold up no other host, and no endpoint for good",
    function* () {
      const partnerId = yield* shop()
      const hanging = yield* listenAtHost(partnerId, "slow.example", 8)
      for (const { url } of hanging) yield* answer(url, hangs)
      const healthy = yield* listen(partnerId, "healthy", created)
      yield* issueMany(partnerId, 3)
      yield* working
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(yield* callInstants(healthy.url, start), [0, 0, 0])
      yield* TestClock.adjust("5 minutes")
      for (const { url } of hanging) assert.isAbove((yield* callsTo(url)).length, 0, url)
    }
  )
})

describe("a backlog", () => {
  testIn({ settings: webhookSettings({ backlogMax: 10 }) })(
    "of a slow receiver that is full makes the rest wait, loses nothing, and alerts once",
    function* () {
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "slow", created)
      yield* answer(url, { status: 200, afterMillis: 1_000 })
      yield* issueMany(partnerId, 50)
      yield* working
      yield* TestClock.adjust(0)
      assert.lengthOf(yield* logOf(partnerId, id), 10)
      yield* TestClock.adjust("2 minutes")
      const standing = yield* standingOf(partnerId, id)
      assert.deepStrictEqual(
        standing,
        Array.from({ length: 50 }, () => "delivered 1")
      )
      const { errors } = yield* Seen
      assert.lengthOf(errors, 1)
      assert.match(errors[0] ?? "", /^10 deliveries wait for webhook whk_\w+ of partner prt_\w+ to https/)
      yield* booksAreRight
    }
  )

  testIn({ settings: { ...live, ...webhookSettings({ backlogMax: 8 }) } })(
    "of a receiver that only fails holds up no other: what is beyond it is given up, to be sent again",
    function* () {
      const partnerId = yield* shop()
      const dead = yield* listen(partnerId, "dead", created)
      const healthy = yield* listen(partnerId, "healthy", created)
      yield* answer(dead.url, fails)
      yield* working
      yield* issueMany(partnerId, 4)
      yield* TestClock.adjust("11 minutes")
      yield* issueMany(partnerId, 3)
      yield* TestClock.adjust(0)
      assert.lengthOf(yield* callsTo(healthy.url), 7)
      const beyond = (yield* logOf(partnerId, dead.id)).slice(4)
      assert.deepStrictEqual(
        beyond.map(({ _tag, attempts }) => `${_tag} ${attempts}`),
        ["failed 0", "failed 0", "failed 0"]
      )
      assert.lengthOf((yield* Seen).errors, 1)
      yield* answer(dead.url, ok)
      for (const { order } of beyond) yield* redeliver(partnerId, order.id)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(
        (yield* logOf(partnerId, dead.id)).map(({ _tag }) => _tag),
        Array.from({ length: 7 }, () => "delivered")
      )
      yield* booksAreRight
    }
  )
})

test("a URL's user, query and fragment, which hold tokens, are in no alert", function* () {
  const partnerId = yield* shop()
  const webhooks = yield* Webhooks
  const url = "https://shop.example:8443/hooks?token=secret#secret"
  const { endpoint } = yield* webhooks.create(partnerId, { url, ...created })
  yield* answer(url, { status: 410 })
  yield* issueFiat(partnerId)
  yield* working
  yield* TestClock.adjust(0)
  assert.deepStrictEqual((yield* Seen).errors, [
    `webhook ${endpoint.order.id} of partner ${partnerId} to https://shop.example:8443/hooks was disabled: its receiver answered 410`
  ])
  assert.strictEqual((yield* webhooks.get(partnerId, endpoint.order.id)).target.url, url)
})
