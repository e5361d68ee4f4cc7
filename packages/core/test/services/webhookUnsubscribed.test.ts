import { assert, describe } from "@effect/vitest"
import { TransitWallets, Webhooks } from "@quittance/core"
import {
  type Commit,
  Store,
  type WebhookEndpointId,
  webhookSandboxRetryPolicy
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { test, testIn } from "./Deployment.ts"
import { booksAreRight, cancelFiat, issueFiat, shop, storeOf } from "./fiatInvoices.ts"
import { answer, callsTo, fails, hangs, ok, typesAt } from "./Receivers.ts"
import {
  endpointOf,
  listen,
  listenToAccount,
  live,
  logOf,
  onlyDelivery,
  redeliver,
  standingOf,
  webhookSettings,
  working
} from "./webhooks.ts"

/** What waits for an endpoint whose partner has changed what it wants to be told. */

const subscribe = (partnerId: string, id: WebhookEndpointId, events: ReadonlyArray<string>) =>
  Effect.flatMap(Webhooks, (webhooks) => webhooks.update(partnerId, id, { events }))

const both = ["invoice.created", "invoice.cancelled"]
const reason = Option.some("the webhook no longer subscribes to this event")

/** Two events that wait for their second attempt. */
const waiting = Effect.fnUntraced(function* (partnerId: string, events: ReadonlyArray<string> = both) {
  const endpoint = yield* listen(partnerId, "shop", { events })
  yield* answer(endpoint.url, fails, fails, ok)
  yield* working
  yield* cancelFiat(yield* issueFiat(partnerId))
  yield* TestClock.adjust("1 second")
  return endpoint
})

describe("what waits of an event that is no longer subscribed", () => {
  testIn({ settings: live })("is cancelled at once, and the rest is delivered", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* waiting(partnerId)
    yield* subscribe(partnerId, id, ["invoice.cancelled"])
    yield* TestClock.adjust(0)
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["cancelled 1", "pending 1"])
    const [cancelled] = yield* logOf(partnerId, id, { status: "cancelled" })
    assert.deepStrictEqual(cancelled?.error, reason)
    assert.strictEqual((yield* endpointOf(partnerId, id))._tag, "enabled")
    yield* TestClock.adjust("3 days")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["cancelled 1", "delivered 2"])
    assert.deepStrictEqual(yield* typesAt(url), [...both, "invoice.cancelled"])
    yield* booksAreRight
  })

  test("is cancelled for the account's webhook too", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listenToAccount(partnerId, "account")
    yield* answer(url, fails)
    yield* working
    const wallets = yield* TransitWallets
    yield* wallets.create(partnerId, { label: "till", network: "tron" })
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["pending 1"])
    yield* listenToAccount(partnerId, "account", { events: ["payment.success"] })
    yield* TestClock.adjust("1 hour")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["cancelled 1"])
    assert.lengthOf(yield* callsTo(url), 1)
  })

  test("is cancelled in portions, however much it is", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "shop", { events: both })
    yield* answer(url, fails)
    yield* working
    for (let count = 0; count < 300; count++) yield* issueFiat(partnerId)
    yield* TestClock.adjust("1 second")
    yield* subscribe(partnerId, id, ["invoice.cancelled"])
    yield* TestClock.adjust(0)
    const log = yield* logOf(partnerId, id)
    assert.lengthOf(log, 300)
    for (const { _tag, attempts, error } of log)
      assert.deepStrictEqual([_tag, attempts, error], ["cancelled", 1, reason])
    yield* TestClock.adjust("1 hour")
    assert.lengthOf(yield* callsTo(url), 300)
    yield* booksAreRight
  })

  testIn({ settings: webhookSettings({ attemptConcurrency: 4 }) })(
    "is not attempted any more, but for what had been begun",
    function* () {
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "slow", { events: both })
      yield* answer(url, { status: 200, afterMillis: 5_000 })
      for (let count = 0; count < 100; count++) yield* issueFiat(partnerId)
      yield* working
      yield* TestClock.adjust("7 seconds")
      yield* subscribe(partnerId, id, ["invoice.cancelled"])
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(yield* callsTo(url), 8)
      const standing = yield* standingOf(partnerId, id)
      assert.lengthOf(
        standing.filter((each) => each === "delivered 1"),
        8
      )
      assert.lengthOf(
        standing.filter((each) => each === "cancelled 0"),
        92
      )
    }
  )

  for (const [name, given, standing] of [
    ["succeeds is delivered", { status: 200, afterMillis: 10_000 }, "delivered 1"],
    ["fails is not made again", { status: 500, afterMillis: 10_000 }, "cancelled 1"],
    ["is never answered is not made again", hangs, "cancelled 1"]
  ] as const)
    test(`while it is being attempted: an attempt that ${name}`, function* () {
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "shop", { events: both })
      yield* answer(url, given)
      yield* working
      yield* issueFiat(partnerId)
      yield* TestClock.adjust("5 seconds")
      yield* subscribe(partnerId, id, ["invoice.cancelled"])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* standingOf(partnerId, id), [standing])
      assert.lengthOf(yield* callsTo(url), 1)
      yield* booksAreRight
    })

  const [first = 0, second = 0] = webhookSandboxRetryPolicy.delaysMillis
  test("is delivered as before if the endpoint wants more", function* () {
    const partnerId = yield* shop()
    const { id } = yield* waiting(partnerId)
    yield* subscribe(partnerId, id, [...both, "invoice.paid"])
    yield* TestClock.adjust(2 * (first + second))
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 2", "delivered 2"])
  })
})

describe("a cancelled delivery", () => {
  test("is sent again on request once the endpoint subscribes to its event again", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* waiting(partnerId, ["invoice.created", "invoice.paid"])
    yield* subscribe(partnerId, id, ["invoice.paid"])
    yield* TestClock.adjust(0)
    const { order } = yield* onlyDelivery(partnerId, id)
    const refusal = yield* Effect.flip(redeliver(partnerId, order.id))
    assert.strictEqual(
      refusal.message,
      "the webhook is not subscribed to invoice.created, so redelivery is not possible"
    )
    yield* subscribe(partnerId, id, ["invoice.created"])
    yield* answer(url, ok)
    assert.strictEqual((yield* redeliver(partnerId, order.id))._tag, "pending")
    yield* TestClock.adjust(0)
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 2"])
    yield* booksAreRight
  })
})

/** Something that happens between the fan-out's look at the endpoints and its commit, once. */
let between: ((commit: Commit) => Effect.Effect<unknown>) | undefined
const interposed = storeOf(Store, (inner) => ({
  commit: (commit) =>
    Effect.suspend(() => {
      const isFanOut = commit.aggregates.some(
        (write) => write._tag === "WebhookDelivery" && write.expectedVersion === 0
      )
      const happens = between
      if (!isFanOut || happens === undefined) return inner.commit(commit)
      between = undefined
      return Effect.andThen(happens(commit), inner.commit(commit))
    })
}))

describe("a fan-out that missed the change", () => {
  testIn({ store: interposed })("makes a delivery that is cancelled and not sent", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "shop", { events: both })
    const webhooks = yield* Webhooks
    between = () => Effect.orDie(webhooks.update(partnerId, id, { events: ["invoice.cancelled"] }))
    yield* working
    yield* cancelFiat(yield* issueFiat(partnerId))
    yield* TestClock.adjust("1 second")
    assert.isUndefined(between)
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["cancelled 0", "delivered 1"])
    assert.deepStrictEqual(yield* typesAt(url), ["invoice.cancelled"])
  })
})
