import { assert, describe } from "@effect/vitest"
import { Operations, StoreUnavailable, Webhooks } from "@quittance/core"
import { type RedeliveredCount, Store } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { start, test, testIn } from "./Deployment.ts"
import { booksAreRight, drain, issueFiat, shop, storeOf } from "./fiatInvoices.ts"
import { answer, callsTo, fails, ok } from "./Receivers.ts"
import { listen, listenToAccount, logOf, standingOf, working } from "./webhooks.ts"

const minute = 60_000
const subscribed = { events: ["invoice.created", "invoice.cancelled"] }

const redeliverFailed = (partnerId: string, id: string, within: { from: number; to?: number }) =>
  Effect.flatMap(Operations, ({ webhooks }) => webhooks.redeliverFailed(partnerId, id, within))

/** More than one commit sends on their way again. */
const many = 140

/** A receiver at which so many deliveries failed, ten minutes after the start. */
const failedAt = Effect.fnUntraced(function* (count: number) {
  const partnerId = yield* shop()
  const endpoint = yield* listen(partnerId, "shop", subscribed)
  yield* answer(endpoint.url, fails)
  for (let each = 0; each < count; each++) yield* issueFiat(partnerId)
  yield* working
  yield* TestClock.adjust("10 minutes")
  yield* answer(endpoint.url, ok)
  return { ...endpoint, partnerId }
})

/** How many of these were redelivered more than once, by how their schedules began. */
const startedTwice = (partnerId: string, id: string) =>
  Effect.map(logOf(partnerId, id), (log) => log.filter(({ attemptsBefore }) => attemptsBefore > 3).length)

describe("what failed within a time", () => {
  test("is redelivered whole, whoever asks first, and once by two who ask at the same time", function* () {
    const { id, partnerId, url } = yield* failedAt(many)
    const within = { from: start, to: start + 10 * minute }
    const counts: ReadonlyArray<RedeliveredCount> = yield* Effect.all(
      [redeliverFailed(partnerId, id, within), redeliverFailed(partnerId, id, within)],
      { concurrency: 2 }
    )
    assert.strictEqual(
      counts.reduce((sum, { redelivered }) => sum + redelivered, 0),
      many
    )
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(new Set(yield* standingOf(partnerId, id)), new Set(["delivered 4"]))
    assert.strictEqual(yield* startedTwice(partnerId, id), 0)
    assert.lengthOf(yield* callsTo(url), 4 * many)
    assert.deepStrictEqual(yield* redeliverFailed(partnerId, id, within), { redelivered: 0, left: 0 })
    yield* booksAreRight
  })

  test("is not what has failed again since: who sends a form twice redelivers once", function* () {
    const { id, partnerId, url } = yield* failedAt(2)
    const within = { from: start, to: start + 10 * minute }
    yield* answer(url, fails)
    assert.deepStrictEqual(yield* redeliverFailed(partnerId, id, within), { redelivered: 2, left: 0 })
    yield* TestClock.adjust("10 minutes")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["failed 6", "failed 6"])
    assert.deepStrictEqual(yield* redeliverFailed(partnerId, id, within), { redelivered: 0, left: 0 })
    assert.strictEqual((yield* redeliverFailed(partnerId, id, { from: start })).redelivered, 2)
  })

  test("goes by when it failed and not by when it was created", function* () {
    const { id, partnerId } = yield* failedAt(1)
    const failed = (yield* logOf(partnerId, id))[0]?.updatedAt ?? 0
    assert.isAbove(failed, start)
    const asked = (from: number, to: number) => redeliverFailed(partnerId, id, { from, to })
    assert.deepStrictEqual(yield* asked(failed + 1, failed + minute), { redelivered: 0, left: 0 })
    assert.deepStrictEqual(yield* asked(start, failed), { redelivered: 0, left: 0 })
    assert.deepStrictEqual(yield* asked(failed, failed + 1), { redelivered: 1, left: 0 })
  })

  test("stays failed where the webhook does not subscribe to it any more, and is counted", function* () {
    const { id, partnerId } = yield* failedAt(2)
    yield* Effect.flatMap(Webhooks, ({ update }) => update(partnerId, id, { events: ["invoice.cancelled"] }))
    assert.deepStrictEqual(yield* redeliverFailed(partnerId, id, { from: 0 }), { redelivered: 0, left: 2 })
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["failed 3", "failed 3"])
  })

  test("is refused for a webhook that is disabled, is foreign, is not set, or for no time", function* () {
    const { id, partnerId } = yield* failedAt(1)
    const { transit, webhooks } = yield* Operations
    const refused = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.map(Effect.flip(effect), ({ _tag }) => _tag)
    const from = { from: 0 }
    assert.strictEqual(yield* refused(redeliverFailed(yield* shop("other"), id, from)), "NotFound")
    assert.strictEqual(yield* refused(redeliverFailed(partnerId, "whk_0", from)), "NotFound")
    assert.strictEqual(
      yield* refused(transit.webhook.redeliverFailed(partnerId, from)),
      "WebhookNotConfigured"
    )
    for (const wrong of [{}, { from: "today" }, { from: 0.5 }, { from: 0, to: "now" }])
      assert.strictEqual(yield* refused(redeliverFailed(partnerId, id, wrong as typeof from)), "InvalidInput")
    yield* webhooks.update(partnerId, id, { active: false })
    assert.strictEqual(yield* refused(redeliverFailed(partnerId, id, from)), "InvalidState")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["failed 3"])
  })

  test("is that of the account's webhook alone, where that is asked for", function* () {
    const { id, partnerId } = yield* failedAt(1)
    const account = yield* listenToAccount(partnerId, "account", { events: ["wallet.created"] })
    yield* answer(account.url, fails, ok)
    const { transit } = yield* Operations
    yield* transit.webhook.test(partnerId, { event: "wallet.created" })
    const count = yield* transit.webhook.redeliverFailed(partnerId, { from: 0 })
    assert.deepStrictEqual(count, { redelivered: 1, left: 0 })
    yield* drain
    assert.deepStrictEqual(yield* standingOf(partnerId, account.id), ["delivered 2"])
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["failed 3"])
  })

  /** The first of the commits that redeliver lands, and nobody is told; the second does not. */
  const breaking = () => {
    let commits = 0
    return storeOf(Store, (inner) => ({
      commit: (commit) => {
        if (!commit.events.some(({ event }) => event._tag === "RedeliveryRequested"))
          return inner.commit(commit)
        commits += 1
        const fail = (outcome: "unknown" | "notWritten") =>
          Effect.fail(new StoreUnavailable({ outcome, reason: "the line is cut" }))
        if (commits === 1) return Effect.andThen(Effect.exit(inner.commit(commit)), fail("unknown"))
        return commits === 2 ? fail("notWritten") : inner.commit(commit)
      }
    }))
  }

  testIn({ store: breaking() })(
    "is finished by the next call, each delivery once, after the first broke off in the middle",
    function* () {
      const { id, partnerId } = yield* failedAt(many)
      const within = { from: start, to: start + 10 * minute }
      const broken = yield* Effect.flip(redeliverFailed(partnerId, id, within))
      assert.strictEqual(broken._tag, "StoreUnavailable")
      const left = (yield* logOf(partnerId, id, { status: "failed" })).length
      assert(left > 0 && left < many, `${left} are left`)
      assert.deepStrictEqual(yield* redeliverFailed(partnerId, id, within), { redelivered: left, left: 0 })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(new Set(yield* standingOf(partnerId, id)), new Set(["delivered 4"]))
      assert.strictEqual(yield* startedTwice(partnerId, id), 0)
      yield* booksAreRight
    }
  )
})

describe("the body of a delivery", () => {
  test("is what the receiver got, for its partner only", function* () {
    const { id, partnerId, url } = yield* failedAt(1)
    const { webhooks } = yield* Operations
    const [delivery] = yield* logOf(partnerId, id)
    const deliveryId = delivery?.order.id ?? ""
    const [call] = yield* callsTo(url)
    assert.deepStrictEqual(yield* webhooks.deliveryBody(partnerId, deliveryId), { body: call?.body })
    const foreign = yield* Effect.flip(webhooks.deliveryBody(yield* shop("other"), deliveryId))
    assert.strictEqual(foreign._tag, "NotFound")
  })
})

describe("one delivery that is redelivered by who saw it", () => {
  test("is sent once, however often they send their form", function* () {
    const { id, partnerId, url } = yield* failedAt(1)
    const { webhooks } = yield* Operations
    const [delivery] = yield* logOf(partnerId, id)
    const seenAt = start + 10 * minute
    const again = () => webhooks.redeliver(partnerId, delivery?.order.id ?? "", seenAt)
    assert.strictEqual((yield* again()).status, "pending")
    yield* drain
    assert.strictEqual((yield* again()).status, "delivered")
    yield* drain
    assert.lengthOf(yield* callsTo(url), 4)
  })
})
