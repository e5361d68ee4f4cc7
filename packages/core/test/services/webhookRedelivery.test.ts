import { assert, describe } from "@effect/vitest"
import { Operations, TransitWebhooks, WebhookDeliveries, Webhooks } from "@quittance/core"
import {
  millisPerDay,
  type WebhookEndpointId,
  WebhookReader,
  webhookDeliveryView
} from "@quittance/core/adapter"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { start, test, testIn } from "./Deployment.ts"
import { booksAreRight, cancelFiat, drain, issueFiat, shop } from "./fiatInvoices.ts"
import {
  answer,
  bodySignerOf,
  callInstants,
  callsTo,
  eventOf,
  fails,
  hangs,
  ok,
  Receivers,
  signersOf
} from "./Receivers.ts"
import {
  endpointOf,
  listen,
  listenToAccount,
  logOf,
  onlyDelivery,
  redeliver,
  standingOf,
  working
} from "./webhooks.ts"

const created = { events: ["invoice.created"] }

/** A partner whose receiver was told of one invoice. */
const delivered = Effect.gen(function* () {
  const partnerId = yield* shop()
  const endpoint = yield* listen(partnerId, "shop", created)
  yield* issueFiat(partnerId)
  return { ...endpoint, partnerId }
})

describe("a redelivery", () => {
  test("of what was delivered sends the same bytes under the same id once more", function* () {
    const { id, partnerId, url } = yield* delivered
    yield* drain
    const { order } = yield* onlyDelivery(partnerId, id)
    yield* TestClock.adjust("1 hour")
    const asked = yield* redeliver(partnerId, order.id)
    assert.strictEqual(asked._tag, "pending")
    yield* drain
    const [first, second, ...more] = yield* callsTo(url)
    assert(first !== undefined && second !== undefined)
    assert.lengthOf(more, 0)
    assert.strictEqual(second.body, first.body)
    assert.strictEqual(second.headers["webhook-id"], first.headers["webhook-id"])
    assert.notStrictEqual(second.headers["webhook-timestamp"], first.headers["webhook-timestamp"])
    const { attempt, deliveredAt, status } = webhookDeliveryView(yield* onlyDelivery(partnerId, id), 3)
    assert.deepStrictEqual(
      { attempt, deliveredAt, status },
      { attempt: 2, deliveredAt: new Date(start + 3_600_000).toISOString(), status: "delivered" }
    )
    yield* booksAreRight
  })

  test("of what failed has the whole schedule ahead", function* () {
    const { id, partnerId, url } = yield* delivered
    yield* answer(url, fails)
    yield* working
    yield* TestClock.adjust("10 minutes")
    const { order } = yield* onlyDelivery(partnerId, id)
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["failed 3"])
    const asked = webhookDeliveryView(yield* redeliver(partnerId, order.id), 3)
    assert.deepStrictEqual(
      [asked.status, asked.attempt, asked.maxAttempts, asked.error],
      ["pending", 3, 6, null]
    )
    yield* TestClock.adjust(0)
    assert.strictEqual((yield* callInstants(url, start)).at(-1), 600_000, "at once")
    yield* TestClock.adjust("10 minutes")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["failed 6"])
    assert.lengthOf(yield* callsTo(url), 6)
    yield* answer(url, ok)
    yield* redeliver(partnerId, order.id)
    yield* TestClock.adjust("10 minutes")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 7"])
  })

  test("of what is pending does not wait for the next attempt", function* () {
    const { id, partnerId, url } = yield* delivered
    yield* answer(url, fails, fails, ok)
    yield* working
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["pending 2"])
    yield* redeliver(partnerId, (yield* onlyDelivery(partnerId, id)).order.id)
    yield* TestClock.adjust(0)
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 3"])
    yield* TestClock.adjust("10 minutes")
    assert.lengthOf(yield* callsTo(url), 3)
  })

  test("that is asked for during an attempt loses neither: the attempt counts, and ends it when it succeeds", function* () {
    const { id, partnerId, url } = yield* delivered
    yield* answer(url, { status: 200, afterMillis: 10_000 }, fails)
    yield* working
    yield* TestClock.adjust("5 seconds")
    yield* redeliver(partnerId, (yield* onlyDelivery(partnerId, id)).order.id)
    yield* TestClock.adjust("10 minutes")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 1"])
    assert.lengthOf(yield* callsTo(url), 1)
    yield* booksAreRight
  })

  test("that is asked for during an attempt that fails starts the schedule anew", function* () {
    const { id, partnerId, url } = yield* delivered
    yield* answer(url, fails, fails, { status: 500, afterMillis: 10_000 }, fails)
    yield* working
    yield* TestClock.adjust("80 seconds")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["pending 2"], "the last attempt is under way")
    yield* redeliver(partnerId, (yield* onlyDelivery(partnerId, id)).order.id)
    yield* TestClock.adjust("10 minutes")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["failed 5"])
    assert.lengthOf(yield* callsTo(url), 5)
  })

  test("of an endpoint that is disabled or deleted is refused, and says which", function* () {
    const { id, partnerId } = yield* delivered
    yield* drain
    const { order } = yield* onlyDelivery(partnerId, id)
    const webhooks = yield* Webhooks
    yield* webhooks.update(partnerId, id, { active: false })
    const disabled = yield* Effect.flip(redeliver(partnerId, order.id))
    assert(disabled._tag === "InvalidState")
    assert.strictEqual(disabled.status, "disabled")
    yield* webhooks.remove(partnerId, id)
    const deleted = yield* Effect.flip(redeliver(partnerId, order.id))
    assert(deleted._tag === "InvalidState")
    assert.strictEqual(deleted.status, "deleted")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 1"])
  })

  test("of another partner's delivery, or of none, finds nothing", function* () {
    const { id, partnerId } = yield* delivered
    yield* drain
    const stranger = yield* shop("stranger")
    const { order } = yield* onlyDelivery(partnerId, id)
    assert.strictEqual((yield* Effect.flip(redeliver(stranger, order.id)))._tag, "NotFound")
    assert.strictEqual((yield* Effect.flip(redeliver(partnerId, "dlv_0")))._tag, "NotFound")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 1"])
  })
})

describe("a test event", () => {
  const tryOut = (partnerId: string, id: WebhookEndpointId, input: unknown = {}) =>
    Effect.flatMap(Webhooks, (webhooks) => webhooks.test(partnerId, id, input))

  test("is sent at once, signed, whatever the endpoint subscribed to, and logged", function* () {
    const partnerId = yield* shop()
    const { id, secret, url } = yield* listen(partnerId, "shop", created)
    const { message, success } = yield* tryOut(partnerId, id, { event: "kyc.failed" })
    assert.deepStrictEqual([success, message], [true, "the receiver answered 200 after 0 ms"])
    const [call, ...more] = yield* callsTo(url)
    assert(call !== undefined && more.length === 0)
    assert.deepStrictEqual([signersOf(call, [secret]), bodySignerOf(call, [secret])], [[0], 0])
    assert.strictEqual(eventOf(call).type, "kyc.failed")
    const { event, eventId, status } = webhookDeliveryView(yield* onlyDelivery(partnerId, id), 3)
    assert.deepStrictEqual(
      { event, eventId, status },
      { event: "kyc.failed", eventId: eventOf(call).id, status: "delivered" }
    )
    yield* booksAreRight
  })

  test("is one of those the endpoint listens to, when nobody says which", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "shop", { events: ["invoice.expired"] })
    yield* tryOut(partnerId, id)
    assert.deepStrictEqual(
      (yield* callsTo(url)).map((call) => eventOf(call).type),
      ["invoice.expired"]
    )
  })

  for (const [name, given, message] of [
    ["an error", fails, "the receiver answered 500"],
    ["nothing", hangs, "no answer within 20000 ms"],
    ["410", { status: 410 }, "the receiver answered 410"]
  ] as const) {
    test(`that is answered with ${name} says so, is logged, not made again, and disables nothing`, function* () {
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "shop")
      yield* answer(url, given)
      yield* working
      const testing = yield* Effect.forkChild(tryOut(partnerId, id))
      yield* TestClock.adjust("10 minutes")
      const outcome = yield* testing.pipe((fiber) => Effect.fromNullishOr(fiber.pollUnsafe()))
      assert.deepStrictEqual(yield* outcome, { success: false, message })
      assert.deepStrictEqual(yield* standingOf(partnerId, id), ["failed 1"])
      assert.lengthOf(yield* callsTo(url), 1)
      const endpoint = yield* endpointOf(partnerId, id)
      assert.strictEqual(endpoint._tag, "enabled")
      assert.deepStrictEqual(endpoint.failingSince, Option.none())
    })
  }

  test("of the transit group goes by either name of a payment that was received", function* () {
    const partnerId = yield* shop()
    const { url } = yield* listenToAccount(partnerId, "account", { events: ["wallet.created"] })
    const webhooks = yield* TransitWebhooks
    for (const event of ["payment_received", "payment.received"])
      assert.isTrue((yield* webhooks.test(partnerId, { event })).success)
    const types = (yield* callsTo(url)).map((call) => eventOf(call).type)
    assert.deepStrictEqual(types, ["payment_received", "payment.received"], "it bears the name asked for")
    const { items } = yield* webhooks.deliveries(partnerId, {}, { page: 1, limit: 10 })
    assert.deepStrictEqual(
      items.map(({ order }) => order.type),
      ["payment.received", "payment.received"]
    )
    assert.strictEqual((yield* webhooks.deliveries(partnerId, {}, { page: 1, limit: 10 })).total, 2)
  })

  test("can be redelivered, with the schedule that it had not at first", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "shop")
    yield* answer(url, fails, fails, ok)
    yield* working
    yield* tryOut(partnerId, id)
    yield* redeliver(partnerId, (yield* onlyDelivery(partnerId, id)).order.id)
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 3"])
    assert.strictEqual(new Set((yield* callsTo(url)).map(({ body }) => body)).size, 1)
  })

  testIn({ transport: Layer.empty })("needs a way to receivers", function* () {
    const partnerId = yield* shop()
    const { id } = yield* listen(partnerId, "shop")
    const failure = yield* Effect.flip(tryOut(partnerId, id))
    assert.strictEqual(failure._tag, "ProviderMissing")
    yield* issueFiat(partnerId)
    yield* drain
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["pending 0"], "until there is one")
    assert.deepStrictEqual((yield* Receivers).calls, [])
  })
})

describe("retention", () => {
  /** The retention of the last day (UTC) that began before the instant is over then. */
  const passed = 31 * millisPerDay

  test("erases messages and their deliveries after 30 days, and they are found no more", function* () {
    const { id, partnerId } = yield* delivered
    const other = yield* listen(partnerId, "other", created)
    yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.test(partnerId, other.id, {}))
    yield* working
    yield* TestClock.adjust("30 days")
    const { order } = yield* onlyDelivery(partnerId, id)
    yield* TestClock.setTime(start + passed - 1)
    assert.strictEqual(
      (yield* Effect.flatMap(WebhookDeliveries, (all) => all.get(partnerId, order.id)))._tag,
      "delivered"
    )
    yield* TestClock.setTime(start + passed)
    assert.deepStrictEqual(yield* logOf(partnerId, id), [])
    assert.deepStrictEqual(yield* logOf(partnerId, other.id), [])
    const deliveries = yield* WebhookDeliveries
    assert.strictEqual((yield* Effect.flip(deliveries.get(partnerId, order.id)))._tag, "NotFound")
    assert.strictEqual((yield* Effect.flip(redeliver(partnerId, order.id)))._tag, "NotFound")
    const reader = yield* WebhookReader
    assert.deepStrictEqual(yield* reader.finishedBefore(partnerId, start + millisPerDay, 10), [])
    yield* booksAreRight
  })

  test("erases all of a day, however many, and leaves the next day's", function* () {
    const { id, partnerId } = yield* delivered
    for (let count = 1; count < 250; count++) yield* issueFiat(partnerId)
    yield* drain
    yield* TestClock.setTime(start + millisPerDay)
    yield* issueFiat(partnerId)
    yield* drain
    yield* TestClock.setTime(start + passed)
    assert.lengthOf(yield* logOf(partnerId, id), 251)
    yield* drain
    assert.lengthOf(yield* logOf(partnerId, id), 1)
    yield* TestClock.setTime(start + passed + millisPerDay)
    yield* drain
    assert.lengthOf(yield* logOf(partnerId, id), 0)
  })

  test("waits for what is under way, and comes back for it", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "shop")
    yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.test(partnerId, id, {}))
    yield* working
    yield* TestClock.setTime(start + passed - 1)
    yield* answer(url, fails)
    const { order } = yield* onlyDelivery(partnerId, id)
    yield* redeliver(partnerId, order.id)
    yield* TestClock.adjust("10 minutes")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["failed 4"], "it was pending at the time")
    yield* TestClock.adjust("29 days")
    assert.lengthOf(yield* logOf(partnerId, id), 1)
    yield* TestClock.adjust("2 days")
    assert.lengthOf(yield* logOf(partnerId, id), 0, "nothing else of this partner ever happened")
    yield* booksAreRight
  })
})

describe("the deliveries about a record", () => {
  test("are those of its events to every endpoint, of either group, and nobody else's", function* () {
    const partnerId = yield* shop()
    const [one, other] = [yield* listen(partnerId, "shop"), yield* listen(partnerId, "books")]
    const [first, second] = [yield* issueFiat(partnerId), yield* issueFiat(partnerId)]
    yield* TestClock.adjust("1 minute")
    yield* cancelFiat(first)
    yield* drain
    const { webhooks } = yield* Operations
    const told = yield* webhooks.about(partnerId, first.id)
    assert.deepStrictEqual(told.map(({ event, status, url }) => [event, status, url]).toSorted(), [
      ["invoice.cancelled", "delivered", other.url],
      ["invoice.cancelled", "delivered", one.url],
      ["invoice.created", "delivered", other.url],
      ["invoice.created", "delivered", one.url]
    ])
    assert.deepStrictEqual(
      told.map(({ event }) => event),
      ["invoice.cancelled", "invoice.cancelled", "invoice.created", "invoice.created"]
    )
    assert.lengthOf(yield* webhooks.about(partnerId, second.id), 2)
    assert.deepStrictEqual(yield* webhooks.about(yield* shop("another shop"), first.id), [])
    assert.deepStrictEqual(yield* webhooks.about(partnerId, "inv_none"), [])
  })
})
