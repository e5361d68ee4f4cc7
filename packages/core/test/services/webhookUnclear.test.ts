import { assert, describe } from "@effect/vitest"
import { MemoryStore, StoreUnavailable, TransitWallets, TransitWebhooks, Webhooks } from "@quittance/core"
import {
  type Commit,
  emptyMemoryState,
  LeaseLost,
  StateReader,
  Store,
  WebhookReader,
  webhookEndpoint as webhookEndpoints
} from "@quittance/core/adapter"
import { faultyStore } from "@quittance/testing"
import { Deferred, Effect, Layer, Random, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { testOn } from "../testOn.ts"
import { anotherProcess, type Deployment, deployed, Seen, testIn } from "./Deployment.ts"
import { booksAreRight, drain, issueFiat, shop, storeOf } from "./fiatInvoices.ts"
import { answer, callsTo, eventOf, fails, follow, ok, Receivers } from "./Receivers.ts"
import { openWallet } from "./wallets.ts"
import {
  endpointOf,
  listen,
  listenToAccount,
  logOf,
  onlyDelivery,
  redeliver,
  standingOf,
  urlOf,
  working
} from "./webhooks.ts"

const created = { events: ["invoice.created"] }

/** What a test does around a commit, in place of just making it. */
type Around = (commit: Commit, made: ReturnType<Store["Service"]["commit"]>) => typeof made

const unavailable = (outcome: "notWritten" | "unknown") =>
  Effect.fail(new StoreUnavailable({ outcome, reason: "the line is cut" }))

/** It lands, and nobody is told. */
const lost: Around = (_, made) => Effect.andThen(Effect.exit(made), unavailable("unknown"))
/** It does not land, and nobody is told. */
const unmade: Around = () => unavailable("unknown")
const notWritten: Around = () => unavailable("notWritten")

/** A store of which the first commit that is meant has this around it, and all others nothing. */
const onceAround = (isMeant: (commit: Commit) => boolean, around: Around) => {
  const state = { isOver: false }
  return storeOf(Store, (inner) => ({
    commit: (whole) => {
      if (state.isOver || !isMeant(whole)) return inner.commit(whole)
      state.isOver = true
      return around(whole, inner.commit(whole))
    }
  }))
}

const isFanOut = ({ outbox }: Commit): boolean => outbox.some(({ _tag }) => _tag === "FannedOut")
const isOutcome = ({ aggregates, completion }: Commit): boolean =>
  completion?._tag === "Held" && aggregates.some(({ _tag }) => _tag === "WebhookDelivery")
const isDisabling = ({ events }: Commit): boolean =>
  events.some(({ event }) => event._tag === "WebhookDisabled")
const hasEvent =
  (tag: string) =>
  (commit: Commit): boolean =>
    commit.events.some(({ event }) => event._tag === tag)

describe("a fan-out", () => {
  for (const [name, around] of [
    ["whose commit landed and nobody was told", lost],
    ["whose commit did not land and nobody was told", unmade],
    ["whose commit was not written", notWritten]
  ] as const) {
    testIn({ store: onceAround(isFanOut, around) })(
      `${name} makes one delivery for each endpoint`,
      function* () {
        const partnerId = yield* shop()
        const endpoints = [yield* listen(partnerId, "one", created), yield* listen(partnerId, "two", created)]
        yield* working
        yield* issueFiat(partnerId)
        yield* TestClock.adjust("1 minute")
        for (const { id, url } of endpoints) {
          assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 1"])
          assert.lengthOf(yield* callsTo(url), 1)
        }
        yield* booksAreRight
      }
    )
  }
})

describe("the outcome of an attempt", () => {
  for (const [name, around, calls] of [
    ["whose commit landed and nobody was told is counted once, and the attempt is not made again", lost, 1],
    ["whose commit did not land and nobody was told is recorded all the same", unmade, 1],
    [
      "that could not be written is lost: the attempt is made again, and one of the two is counted",
      notWritten,
      2
    ]
  ] as const) {
    testIn({ store: onceAround(isOutcome, around) })(name, function* () {
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "shop", created)
      yield* working
      yield* issueFiat(partnerId)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 1"])
      assert.lengthOf(yield* callsTo(url), calls)
      yield* booksAreRight
    })
  }

  testIn({ store: onceAround(isOutcome, lost) })(
    "that failed, in a commit that landed and nobody was told of, keeps its place in the schedule",
    function* () {
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "shop", created)
      yield* answer(url, fails)
      yield* working
      yield* issueFiat(partnerId)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* standingOf(partnerId, id), ["pending 1"])
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* standingOf(partnerId, id), ["failed 3"])
      assert.lengthOf(yield* callsTo(url), 3)
    }
  )

  testIn({ store: onceAround(isDisabling, lost) })(
    "that disables the endpoint is told to operators once, also when nobody was told that it landed",
    function* () {
      const partnerId = yield* shop()
      const { id, url } = yield* listen(partnerId, "shop", created)
      yield* answer(url, { status: 410 })
      yield* working
      yield* issueFiat(partnerId)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* endpointOf(partnerId, id))._tag, "disabled")
      assert.lengthOf((yield* Seen).errors, 1)
      assert.lengthOf(yield* callsTo(url), 1)
    }
  )

  testIn({
    store: onceAround(isOutcome, ({ completion }) => {
      const subjectId = completion?.job.subjectId ?? ""
      return Effect.fail(new LeaseLost({ subjectId }))
    })
  })("of a worker whose lease was lost is nobody's: whoever has the lease attempts again", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "shop", created)
    yield* answer(url, fails, ok)
    yield* working
    yield* issueFiat(partnerId)
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 1"])
    assert.lengthOf(yield* callsTo(url), 2)
  })
})

describe("whoever is enabled again while what waited is being given up", () => {
  const reached = Deferred.makeUnsafe<void>()
  const goOn = Deferred.makeUnsafe<void>()
  const isGivingUp = ({ aggregates, completion }: Commit): boolean =>
    completion?._tag === "Held" &&
    aggregates.some((write) => write._tag === "WebhookDelivery" && write.state._tag === "failed")
  const store = onceAround(isGivingUp, (_, made) =>
    Deferred.succeed(reached, undefined).pipe(Effect.andThen(Deferred.await(goOn)), Effect.andThen(made))
  )

  testIn({ store })("gets everything that happens from then on, and what was not given up yet", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "shop", created)
    const webhooks = yield* Webhooks
    yield* answer(url, fails)
    for (let count = 0; count < 200; count++) yield* issueFiat(partnerId)
    yield* working
    yield* TestClock.adjust("1 second")
    yield* webhooks.update(partnerId, id, { active: false })
    yield* Deferred.await(reached)
    yield* answer(url, ok)
    yield* webhooks.update(partnerId, id, { active: true })
    const order = yield* issueFiat(partnerId)
    yield* TestClock.adjust(0)
    yield* Deferred.succeed(goOn, undefined)
    yield* TestClock.adjust("1 hour")
    const called = (yield* callsTo(url)).map((call) => eventOf(call).data.object.id)
    assert.include(called, order.id)
    const standing = yield* standingOf(partnerId, id)
    assert.lengthOf(standing, 201)
    assert.strictEqual(standing.at(-1), "delivered 1")
    assert.lengthOf(
      standing.filter((each) => each === "failed 1"),
      128
    )
    assert.lengthOf(
      standing.filter((each) => each === "delivered 2"),
      72
    )
    yield* booksAreRight
  })

  const lookedAt = Deferred.makeUnsafe<void>()
  const lookOn = Deferred.makeUnsafe<void>()
  /** Before somebody looks at all that waits, whenever it is due, the test goes on. */
  const pausing = storeOf(WebhookReader, (inner) => ({
    due: (partnerId, endpointId, now, ...which) =>
      now < Number.MAX_SAFE_INTEGER
        ? inner.due(partnerId, endpointId, now, ...which)
        : Deferred.succeed(lookedAt, undefined).pipe(
            Effect.andThen(Deferred.await(lookOn)),
            Effect.andThen(inner.due(partnerId, endpointId, now, ...which))
          )
  }))

  testIn({ store: pausing })("also when that was before anybody had looked at what waits", function* () {
    const partnerId = yield* shop()
    const { id } = yield* listen(partnerId, "shop", created)
    const webhooks = yield* Webhooks
    yield* working
    yield* webhooks.update(partnerId, id, { active: false })
    yield* Deferred.await(lookedAt)
    yield* webhooks.update(partnerId, id, { active: true })
    yield* issueFiat(partnerId)
    yield* TestClock.adjust(0)
    yield* Deferred.succeed(lookOn, undefined)
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 1"])
  })
})

describe("what a partner asks for, in a commit that landed and nobody was told of, is done once:", () => {
  testIn({ store: onceAround(hasEvent("WebhookRegistered"), lost) })("a webhook", function* () {
    const partnerId = yield* shop()
    const { id } = yield* listen(partnerId, "shop")
    const all = yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.list(partnerId))
    assert.deepStrictEqual(
      all.map(({ order }) => order.id),
      [id]
    )
  })

  testIn({ store: onceAround(hasEvent("WebhookRegistered"), lost) })(
    "the account's webhook, whose secret is told",
    function* () {
      const partnerId = yield* shop()
      const { id, secret } = yield* listenToAccount(partnerId, "account")
      assert.match(secret, /^whsec_/)
      const found = yield* Effect.flatMap(TransitWebhooks, (webhooks) => webhooks.get(partnerId))
      assert.isTrue(found._tag === "Some" && found.value.order.id === id)
    }
  )

  testIn({ store: onceAround(hasEvent("WebhookSecretRotated"), lost) })(
    "a rotation, whose secret is the one that signs",
    function* () {
      const partnerId = yield* shop()
      const { id } = yield* listen(partnerId, "shop")
      const webhooks = yield* Webhooks
      yield* webhooks.rotateSecret(partnerId, id)
      const endpoint = yield* endpointOf(partnerId, id)
      const states = yield* StateReader
      const found = yield* Effect.flatMap(states.get(webhookEndpoints, partnerId, id), Effect.fromOption)
      assert.strictEqual(found.version, 2, "one rotation")
      assert.isTrue(endpoint.retiring._tag === "Some")
    }
  )

  testIn({ store: onceAround(hasEvent("RedeliveryRequested"), lost) })("a redelivery", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "shop", created)
    yield* issueFiat(partnerId)
    yield* drain
    yield* redeliver(partnerId, (yield* onlyDelivery(partnerId, id)).order.id)
    yield* drain
    assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 2"])
    assert.lengthOf(yield* callsTo(url), 2)
  })

  testIn({ store: onceAround(hasEvent("TransitWalletOpened"), lost) })(
    "a wallet, which is told of once",
    function* () {
      const partnerId = yield* shop()
      const { url } = yield* listenToAccount(partnerId, "account")
      const { id } = yield* openWallet(partnerId)
      yield* drain
      const { items } = yield* Effect.flatMap(TransitWallets, (wallets) =>
        wallets.list(partnerId, { page: 1, limit: 10 })
      )
      assert.deepStrictEqual(
        items.map(({ wallet }) => wallet.id),
        [id]
      )
      assert.lengthOf(yield* callsTo(url), 1)
      yield* booksAreRight
    }
  )

  testIn({ store: onceAround(hasEvent("TransitWalletOpened"), unmade) })(
    "or is decided again: a wallet whose commit did not land is made once",
    function* () {
      const partnerId = yield* shop()
      const { id } = yield* openWallet(partnerId)
      const { items } = yield* Effect.flatMap(TransitWallets, (wallets) =>
        wallets.list(partnerId, { page: 1, limit: 10 })
      )
      assert.deepStrictEqual(
        items.map(({ wallet }) => wallet.id),
        [id]
      )
      yield* booksAreRight
    }
  )
})

describe("a worker on a store that loses writes and answers", () => {
  for (const seed of ["one", "two", "three"]) {
    const outer = { store: MemoryStore.layerOver(emptyMemoryState()) }
    const faults = { notWrittenRatio: 0.1, lostAnswerRatio: 0.2, latencyMillisMax: 50 }
    const inner = { store: Layer.provide(faultyStore(faults), outer.store) }
    testOn<Deployment | Scope.Scope>((test) => deployed(outer)(Random.withSeed(test, seed)))(
      `tells every receiver of everything, logs nothing twice and no attempt too many (seed ${seed})`,
      function* () {
        const partnerId = yield* shop()
        const endpoints = yield* Effect.forEach(
          Array.from({ length: 10 }, (_, index) => urlOf(`receiver${index}`)),
          (url) => listen(partnerId, new URL(url).hostname.split(".")[0] ?? "", created)
        )
        for (const { url } of endpoints)
          yield* follow(
            url,
            Effect.fnUntraced(function* () {
              return (yield* Random.next) < 0.15 ? fails : ok
            })
          )
        const worker = yield* anotherProcess(inner)
        yield* Effect.provideContext(working, worker)
        for (let count = 0; count < 30; count++) {
          yield* issueFiat(partnerId)
          yield* TestClock.adjust("2 seconds")
        }
        yield* TestClock.adjust("2 hours")
        const { calls } = yield* Receivers
        for (const { id, url } of endpoints) {
          const log = yield* logOf(partnerId, id)
          assert.lengthOf(log, 30)
          assert.strictEqual(new Set(log.map(({ order }) => order.eventId)).size, 30)
          for (const { _tag, attempts, order } of log) {
            const made = calls.filter((call) => call.url === url && eventOf(call).id === order.eventId)
            assert.isAtMost(attempts, made.length)
            assert.notStrictEqual(_tag, "pending")
            assert.strictEqual(new Set(made.map(({ body }) => body)).size, 1)
          }
        }
        yield* booksAreRight
      }
    )
  }
})
