import { assert, describe, it } from "@effect/vitest"
import { KycSessions, Webhooks } from "@quittance/core"
import {
  type KycOrder,
  type KycVerdict,
  kycSession as kycSessions,
  millisPerDay,
  millisPerSecond,
  StateReader
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { kycSessionView } from "../../src/concepts/kyc/KycSessionView.ts"
import { drain, shop } from "./fiatInvoices.ts"
import {
  kycDeployed,
  openKyc,
  passed,
  redactKyc,
  refusedFinally,
  refusedWith,
  showAll,
  showStep,
  test,
  verdictIs
} from "./kyc.ts"
import {
  answer,
  bodySignerOf,
  callsTo,
  eventOf,
  fails,
  ok,
  Receivers,
  signersOf,
  typesAt
} from "./Receivers.ts"
import { listen, listenToAccount, onlyDelivery, standingOf, urlOf, working } from "./webhooks.ts"

const events = ["kyc.completed", "kyc.failed"]

/** A session with its own URL, and the secret that was told with it. */
const openOwn = Effect.fnUntraced(function* (partnerId: string, url = urlOf("own")) {
  const sessions = yield* KycSessions
  const { secret, session } = yield* sessions.create(partnerId, { level: "basic", webhookUrl: url })
  const { endpointId } = Option.getOrThrow(session.order.recipient)
  return { order: session.order, secret: Option.getOrThrow(secret), endpointId }
})

/** The person shows everything and the checker comes to its verdict at once. */
const ends = Effect.fnUntraced(function* (order: KycOrder, verdict: KycVerdict = passed) {
  yield* verdictIs(order, verdict)
  yield* showAll(order)
  yield* drain
})

const versioned = ({ id, partnerId }: KycOrder) =>
  Effect.flatMap(StateReader, (states) =>
    Effect.flatMap(states.get(kycSessions, partnerId, id), Effect.fromOption)
  )

describe("the end of a session with a URL of its own", () => {
  test("is told there, signed with its secret, and to none of the partner's webhooks", function* () {
    const partnerId = yield* shop()
    const subscribed = yield* listen(partnerId, "shop", { events })
    const account = yield* listenToAccount(partnerId, "account")
    const { order, secret } = yield* openOwn(partnerId)
    yield* ends(order)
    const { calls } = yield* Receivers
    const [call, ...others] = calls
    assert(call !== undefined && others.length === 0, "one call in all")
    assert.strictEqual(call.url, urlOf("own"))
    const secrets = [subscribed.secret, account.secret, secret]
    assert.deepStrictEqual(signersOf(call, secrets), [2])
    assert.strictEqual(bodySignerOf(call, secrets), 2)
  })

  test("shows the session as the API does, with its version", function* () {
    const { order } = yield* openOwn(yield* shop())
    yield* TestClock.adjust(1000)
    yield* ends(order)
    const [call] = yield* callsTo(urlOf("own"))
    assert(call !== undefined)
    const { state, version } = yield* versioned(order)
    const { createdAt, data, id, object, type, version: sent } = eventOf(call)
    assert.match(id, /^evt_[0-9a-f]{32}$/)
    assert.deepStrictEqual([object, type, sent], ["event", "kyc.completed", version])
    assert.strictEqual(createdAt, new Date(order.createdAt + 1000).toISOString())
    const shown = kycSessionView(state, "http://127.0.0.1:3000")
    assert.deepStrictEqual<object>(data.object, JSON.parse(JSON.stringify(shown)))
  })

  for (const [name, type, reason, end] of [
    ["passed", "kyc.completed", undefined, (order: KycOrder) => ends(order)],
    ["was refused for good", "kyc.failed", "refused", (order: KycOrder) => ends(order, refusedFinally)],
    [
      "expired",
      "kyc.failed",
      "expired",
      (order: KycOrder) => Effect.andThen(TestClock.setTime(order.expiresAt), drain)
    ],
    ["was redacted", "kyc.failed", "expired", (order: KycOrder) => Effect.andThen(redactKyc(order), drain)]
  ] as const) {
    test(`says that it ${name}, and nothing before`, function* () {
      const { endpointId, order } = yield* openOwn(yield* shop())
      yield* showStep(order, "document")
      yield* drain
      assert.deepStrictEqual(yield* typesAt(urlOf("own")), [])
      yield* end(order)
      const [call, ...others] = yield* callsTo(urlOf("own"))
      assert(call !== undefined && others.length === 0)
      const { data, type: sent } = eventOf(call)
      assert.deepStrictEqual([sent, data.object.reason], [type, reason])
      if (name === "was redacted") return
      assert.deepStrictEqual(yield* standingOf(order.partnerId, endpointId), ["delivered 1"])
    })
  }

  it.effect("is told again by the schedule of all webhooks, under the same id, until it was taken", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { endpointId, order } = yield* openOwn(yield* shop())
        yield* answer(urlOf("own"), fails, fails, ok)
        yield* working
        yield* ends(order)
        yield* TestClock.adjust(90 * millisPerSecond)
        const calls = yield* callsTo(urlOf("own"))
        assert.lengthOf(calls, 3)
        assert.strictEqual(new Set(calls.map((call) => eventOf(call).id)).size, 1)
        assert.deepStrictEqual(yield* standingOf(order.partnerId, endpointId), ["delivered 3"])
      })
    ).pipe(kycDeployed())
  )

  test("is told to each session's own URL, and signed with each one's own secret, where many share it", function* () {
    const partnerId = yield* shop()
    const opened = [yield* openOwn(partnerId), yield* openOwn(partnerId), yield* openOwn(partnerId)]
    for (const { order } of opened) yield* ends(order)
    const calls = yield* callsTo(urlOf("own"))
    assert.lengthOf(calls, 3)
    const secrets = opened.map(({ secret }) => secret)
    for (const [index, call] of calls.entries()) {
      assert.strictEqual(eventOf(call).data.object.id, opened[index]?.order.id)
      assert.deepStrictEqual(signersOf(call, secrets), [index])
    }
  })

  test("takes nothing from the partner's other events: webhooks are told those as ever", function* () {
    const partnerId = yield* shop()
    const { url } = yield* listen(partnerId, "shop", { events })
    const { order } = yield* openOwn(partnerId)
    const plain = yield* openKyc(partnerId)
    yield* ends(order)
    yield* ends(plain)
    const sent = (yield* callsTo(url)).map((call) => eventOf(call).data.object.id)
    assert.deepStrictEqual(sent, [plain.id])
  })
})

describe("the end of a session without a URL of its own", () => {
  test("is told to every webhook that subscribed to it, and to nobody else", function* () {
    const partnerId = yield* shop()
    yield* listen(partnerId, "both", { events })
    yield* listen(partnerId, "completed", { events: ["kyc.completed"] })
    yield* listen(partnerId, "failed", { events: ["kyc.failed", "invoice.paid"] })
    yield* listen(partnerId, "invoices")
    yield* listenToAccount(partnerId, "account")
    yield* listen(yield* shop("another shop"), "other", { events })
    yield* ends(yield* openKyc(partnerId))
    yield* ends(yield* openKyc(partnerId), refusedFinally)
    assert.deepStrictEqual(yield* typesAt(urlOf("both")), ["kyc.completed", "kyc.failed"])
    assert.deepStrictEqual(yield* typesAt(urlOf("completed")), ["kyc.completed"])
    assert.deepStrictEqual(yield* typesAt(urlOf("failed")), ["kyc.failed"])
    for (const name of ["invoices", "account", "other"])
      assert.deepStrictEqual(yield* typesAt(urlOf(name)), [], name)
  })

  test("is told once however often it was refused before", function* () {
    const partnerId = yield* shop()
    const { id } = yield* listen(partnerId, "shop", { events })
    const order = yield* openKyc(partnerId)
    yield* ends(order, refusedWith("selfie_mismatch"))
    assert.deepStrictEqual(yield* typesAt(urlOf("shop")), [])
    yield* verdictIs(order, passed, 2)
    yield* showAll(order)
    yield* drain
    assert.deepStrictEqual(yield* typesAt(urlOf("shop")), ["kyc.completed"])
    assert.strictEqual((yield* onlyDelivery(partnerId, id))._tag, "delivered")
  })
})

test("an own URL is no matter of the partner's webhooks: it does not count among them and outlives no session", function* () {
  const partnerId = yield* shop()
  for (let i = 0; i < 3; i++) yield* openOwn(partnerId, urlOf(`own${i}`))
  yield* listen(partnerId, "shop", { events })
  const webhooks = yield* Webhooks
  assert.lengthOf(yield* webhooks.list(partnerId), 1)
  yield* TestClock.adjust(millisPerDay)
  yield* drain
  for (let i = 0; i < 3; i++) assert.deepStrictEqual(yield* typesAt(urlOf(`own${i}`)), ["kyc.failed"])
  assert.deepStrictEqual(yield* typesAt(urlOf("shop")), [])
})
