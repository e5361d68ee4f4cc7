import { assert, describe } from "@effect/vitest"
import { TransitWebhooks, Webhooks } from "@quittance/core"
import { millisPerDay, type WebhookEndpointId, webhookView } from "@quittance/core/adapter"
import { Effect, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { start, test, testIn } from "./Deployment.ts"
import { booksAreRight, drain, issueFiat, racingStore, shop } from "./fiatInvoices.ts"
import { answer, bodySignerOf, callsTo, fails, hangs, signersOf } from "./Receivers.ts"
import {
  listen,
  listenToAccount,
  live,
  logOf,
  onlyDelivery,
  standingOf,
  urlOf,
  webhookSettings,
  working
} from "./webhooks.ts"

const created = { events: ["invoice.created"] }

const remove = (partnerId: string, id: WebhookEndpointId) =>
  Effect.flatMap(Webhooks, (webhooks) => webhooks.remove(partnerId, id))
const update = (partnerId: string, id: WebhookEndpointId, changes: unknown) =>
  Effect.flatMap(Webhooks, (webhooks) => webhooks.update(partnerId, id, changes))
const list = (partnerId: string) => Effect.flatMap(Webhooks, (webhooks) => webhooks.list(partnerId))
const create = (partnerId: string, url: string) =>
  Effect.flatMap(Webhooks, (webhooks) => webhooks.create(partnerId, { url, ...created }))

/** Why it failed. */
const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }): string => _tag)

describe("a webhook", () => {
  test("is the only one of its partner at its URL, however that is spelled, and another partner may have it", function* () {
    const [one, other] = [yield* shop("one"), yield* shop("other")]
    yield* create(one, "https://shop.example/hooks")
    for (const spelling of ["https://SHOP.example:443/hooks", "https://shop.example./hooks#here"])
      assert.strictEqual((yield* Effect.flip(create(one, spelling)))._tag, "Duplicate")
    yield* create(one, "https://shop.example/hooks/")
    yield* create(other, "https://shop.example/hooks")
    assert.lengthOf(yield* list(one), 2)
    yield* booksAreRight
  })

  test("leaves its URL to others when it is deleted or gets another one", function* () {
    const partnerId = yield* shop()
    const { endpoint } = yield* create(partnerId, urlOf("one"))
    yield* update(partnerId, endpoint.order.id, { url: urlOf("two") })
    assert.strictEqual((yield* Effect.flip(create(partnerId, urlOf("two"))))._tag, "Duplicate")
    const next = yield* create(partnerId, urlOf("one"))
    const { id } = next.endpoint.order
    assert.strictEqual((yield* Effect.flip(update(partnerId, id, { url: urlOf("two") })))._tag, "Duplicate")
    yield* remove(partnerId, endpoint.order.id)
    yield* update(partnerId, id, { url: urlOf("two") })
    yield* create(partnerId, urlOf("one"))
    yield* booksAreRight
  })

  testIn({ store: racingStore })("registered ten times at once is registered once", function* () {
    const partnerId = yield* shop()
    const made = yield* Effect.all(
      Array.from({ length: 10 }, () => Effect.result(create(partnerId, urlOf("shop")))),
      { concurrency: "unbounded" }
    )
    assert.lengthOf(
      made.filter(({ _tag }) => _tag === "Success"),
      1
    )
    assert.lengthOf(yield* list(partnerId), 1)
  })

  test("of another partner, of the account or deleted is not found", function* () {
    const partnerId = yield* shop()
    const stranger = yield* shop("stranger")
    const { id } = yield* listen(partnerId, "shop")
    const account = yield* listenToAccount(partnerId, "account")
    const deleted = yield* listen(partnerId, "deleted")
    yield* remove(partnerId, deleted.id)
    const webhooks = yield* Webhooks
    const page = { page: 1, limit: 10 }
    for (const [owner, name] of [
      [stranger, id],
      [partnerId, account.id],
      [partnerId, deleted.id],
      [partnerId, "whk_0"]
    ] as const)
      for (const asked of [
        tagOf(webhooks.get(owner, name)),
        tagOf(webhooks.update(owner, name, { active: false })),
        tagOf(webhooks.remove(owner, name)),
        tagOf(webhooks.rotateSecret(owner, name)),
        tagOf(webhooks.test(owner, name, {})),
        tagOf(webhooks.deliveries(owner, name, {}, page))
      ])
        assert.strictEqual(yield* asked, "NotFound")
    assert.deepStrictEqual(
      (yield* list(partnerId)).map(({ order }) => order.id),
      [id]
    )
  })

  testIn({ settings: webhookSettings({ endpointsMax: 2 }) })(
    "is one too many beyond the settings' number, and deleting makes room",
    function* () {
      const partnerId = yield* shop()
      const { id } = yield* listen(partnerId, "one")
      yield* listen(partnerId, "two")
      const failure = yield* Effect.flip(create(partnerId, urlOf("three")))
      assert.strictEqual(failure._tag, "LimitReached")
      yield* remove(partnerId, id)
      yield* create(partnerId, urlOf("three"))
    }
  )

  test("is no more than there may be where many are registered at once", function* () {
    const partnerId = yield* shop()
    const names = Array.from({ length: 40 }, (_, index) => `receiver${index}`)
    const outcomes = yield* Effect.forEach(names, (name) => Effect.result(create(partnerId, urlOf(name))), {
      concurrency: "unbounded"
    })
    const refused = outcomes.filter(Result.isFailure).map(({ failure }) => failure._tag)
    assert.deepStrictEqual(
      refused,
      Array.from({ length: 24 }, () => "LimitReached")
    )
    assert.lengthOf(yield* list(partnerId), 16)
  })
})

describe("the account's webhook", () => {
  test("is set, changed and found again as the one; only the first time tells its secret", function* () {
    const partnerId = yield* shop()
    const webhooks = yield* TransitWebhooks
    assert.isTrue(Option.isNone(yield* webhooks.get(partnerId)))
    assert.strictEqual((yield* Effect.flip(webhooks.rotateSecret(partnerId)))._tag, "WebhookNotConfigured")
    const first = yield* webhooks.set(partnerId, { url: urlOf("one"), events: ["payment.success"] })
    assert.match(Option.getOrThrow(first.secret), /^whsec_[A-Za-z0-9+/]{43}=$/)
    const again = yield* webhooks.set(partnerId, { url: urlOf("two"), enabled: false })
    assert.isTrue(Option.isNone(again.secret))
    const { _tag, order, target } = Option.getOrThrow(yield* webhooks.get(partnerId))
    assert.strictEqual(order.id, first.endpoint.order.id)
    assert.deepStrictEqual({ _tag, target }, { _tag: "disabled", target: { url: urlOf("two"), events: [] } })
    yield* booksAreRight
  })

  testIn({ store: racingStore })("set ten times at once is one, and one secret was told", function* () {
    const partnerId = yield* shop()
    const webhooks = yield* TransitWebhooks
    const set = yield* Effect.all(
      Array.from({ length: 10 }, (_, index) => webhooks.set(partnerId, { url: urlOf(`receiver${index}`) })),
      { concurrency: "unbounded" }
    )
    assert.strictEqual(new Set(set.map(({ endpoint }) => endpoint.order.id)).size, 1)
    assert.lengthOf(
      set.filter(({ secret }) => Option.isSome(secret)),
      1
    )
    yield* booksAreRight
  })
})

describe("a rotation of the secret", () => {
  testIn({ settings: live })(
    "amid retries: both secrets sign for 24 hours, then only the new one",
    function* () {
      const partnerId = yield* shop()
      const { id, secret: old, url } = yield* listen(partnerId, "shop", created)
      yield* answer(url, fails)
      yield* working
      yield* issueFiat(partnerId)
      yield* TestClock.adjust("1 hour")
      const webhooks = yield* Webhooks
      const { previousSecretExpiresAt, secret } = yield* webhooks.rotateSecret(partnerId, id)
      const rotatedAt = start + 3_600_000
      assert.strictEqual(previousSecretExpiresAt, rotatedAt + millisPerDay)
      yield* TestClock.adjust("4 days")
      const calls = yield* callsTo(url)
      const secrets = [old, secret]
      for (const call of calls) {
        const since = call.at - rotatedAt
        const expected = since < 0 ? [0] : since < millisPerDay ? [1, 0] : [1]
        assert.deepStrictEqual(signersOf(call, secrets), expected, `${since} ms after the rotation`)
        assert.strictEqual(bodySignerOf(call, secrets), expected[0])
      }
      for (const [from, to] of [
        [-Infinity, 0],
        [0, millisPerDay],
        [millisPerDay, Infinity]
      ] as const)
        assert.isTrue(calls.some(({ at }) => at - rotatedAt >= from && at - rotatedAt < to))
    }
  )

  test("right after another leaves two that sign: the newest and the one before it", function* () {
    const partnerId = yield* shop()
    const { secret: first, url } = yield* listenToAccount(partnerId, "account")
    const webhooks = yield* TransitWebhooks
    const second = yield* webhooks.rotateSecret(partnerId)
    yield* TestClock.adjust("1 second")
    const third = yield* webhooks.rotateSecret(partnerId)
    const test = webhooks.test(partnerId, { event: "payment.success" })
    yield* test
    yield* TestClock.setTime(third.previousSecretExpiresAt - 1)
    yield* test
    yield* TestClock.setTime(third.previousSecretExpiresAt)
    yield* test
    const secrets = [first, second.secret, third.secret]
    const signers = (yield* callsTo(url)).map((call) => signersOf(call, secrets))
    assert.deepStrictEqual(signers, [[2, 1], [2, 1], [2]])
  })

  test("of a secret that the partner chose signs with its bytes until then", function* () {
    const partnerId = yield* shop()
    const secret = "a secret of my own, пароль"
    const { id, secret: answered, url } = yield* listen(partnerId, "shop", { ...created, secret })
    assert.strictEqual(answered, secret)
    const webhooks = yield* Webhooks
    const rotated = yield* webhooks.rotateSecret(partnerId, id)
    yield* issueFiat(partnerId)
    yield* drain
    const [call] = yield* callsTo(url)
    assert(call !== undefined)
    assert.deepStrictEqual(signersOf(call, [secret, rotated.secret]), [1, 0])
  })
})

describe("a change of the URL", () => {
  test("takes what is pending along: the next attempt goes there", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "old", created)
    yield* answer(url, fails)
    yield* working
    yield* issueFiat(partnerId)
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* onlyDelivery(partnerId, id)).url, url)
    yield* update(partnerId, id, { url: urlOf("new") })
    yield* TestClock.adjust("10 seconds")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 2"])
    assert.strictEqual((yield* onlyDelivery(partnerId, id)).url, urlOf("new"))
    assert.lengthOf(yield* callsTo(url), 1)
    assert.lengthOf(yield* callsTo(urlOf("new")), 1)
  })

  test("that is none writes nothing", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "shop", created)
    const before = webhookView(yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.get(partnerId, id)))
    yield* TestClock.adjust("1 second")
    const after = webhookView(yield* update(partnerId, id, { url, events: created.events, active: true }))
    assert.deepStrictEqual(after, before)
  })
})

describe("what waits for an endpoint that takes nothing any more", () => {
  for (const [name, stop, reason] of [
    ["was deleted", remove, "the webhook is deleted"],
    [
      "was made inactive",
      (partnerId: string, id: WebhookEndpointId) => update(partnerId, id, { active: false }),
      "the webhook is disabled"
    ]
  ] as const) {
    test(`because it ${name} is given up, and the log says why`, function* () {
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "shop", created)
      yield* answer(url, fails)
      yield* working
      for (let count = 0; count < 300; count++) yield* issueFiat(partnerId)
      yield* TestClock.adjust("1 second")
      yield* stop(partnerId, id)
      yield* TestClock.adjust(0)
      const log = yield* logOf(partnerId, id)
      assert.lengthOf(log, 300)
      for (const { _tag, attempts, error } of log)
        assert.deepStrictEqual([_tag, attempts, error], ["failed", 1, Option.some(reason)])
      yield* TestClock.adjust("1 hour")
      assert.lengthOf(yield* callsTo(url), 300)
      yield* booksAreRight
    })
  }

  testIn({ settings: webhookSettings({ attemptConcurrency: 4 }) })(
    "is not attempted any more, however much waited, but for what had been begun",
    function* () {
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "slow", created)
      yield* answer(url, { status: 200, afterMillis: 5_000 })
      for (let count = 0; count < 100; count++) yield* issueFiat(partnerId)
      yield* working
      yield* TestClock.adjust("7 seconds")
      yield* remove(partnerId, id)
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(yield* callsTo(url), 8)
      const standing = yield* standingOf(partnerId, id)
      assert.lengthOf(
        standing.filter((each) => each === "delivered 1"),
        8
      )
      assert.lengthOf(
        standing.filter((each) => each === "failed 0"),
        92
      )
    }
  )

  for (const [name, given, standing] of [
    ["succeeds is delivered", { status: 200, afterMillis: 10_000 }, "delivered 1"],
    ["fails is not made again", { status: 500, afterMillis: 10_000 }, "failed 1"],
    ["is never answered is not made again", hangs, "failed 1"]
  ] as const) {
    test(`while it is deleted: an attempt that ${name}`, function* () {
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "shop", created)
      yield* answer(url, given)
      yield* working
      yield* issueFiat(partnerId)
      yield* TestClock.adjust("5 seconds")
      yield* remove(partnerId, id)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* standingOf(partnerId, id), [standing])
      assert.lengthOf(yield* callsTo(url), 1)
      yield* booksAreRight
    })
  }
})
