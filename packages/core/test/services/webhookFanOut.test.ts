import { assert, describe } from "@effect/vitest"
import { MemoryStore, TransitWallets, Webhooks } from "@quittance/core"
import {
  leaseMillis,
  Store,
  type WebhookEndpointId,
  WebhookReader,
  webhookJobs
} from "@quittance/core/adapter"
import { KillSwitch, killAt, killableStore, untilKilled } from "@quittance/testing"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { anotherProcess, type DeploymentOptions, Memory, test, testIn } from "./Deployment.ts"
import { booksAreRight, cancelFiat, drain, issueFiat, shop, storeOf } from "./fiatInvoices.ts"
import { callsTo, eventOf, Receivers, typesAt } from "./Receivers.ts"
import { endpointOf, listen, listenToAccount, logOf, standingOf, webhookSettings } from "./webhooks.ts"

/** Whose receivers were called, each as often as it was. */
const called = Effect.map(Receivers, ({ calls }) =>
  calls.map(({ url }) => new URL(url).hostname.split(".")[0]).toSorted()
)

const disable = (partnerId: string, id: WebhookEndpointId) =>
  Effect.flatMap(Webhooks, (webhooks) => webhooks.update(partnerId, id, { active: false }))

const remove = (partnerId: string, id: WebhookEndpointId) =>
  Effect.flatMap(Webhooks, (webhooks) => webhooks.remove(partnerId, id))

describe("an event is told to exactly those who listen", () => {
  test("to every endpoint of the family that subscribed, and to no other", function* () {
    const partnerId = yield* shop()
    yield* listen(partnerId, "all")
    yield* listen(partnerId, "created", { events: ["invoice.created"] })
    yield* listen(partnerId, "paid", { events: ["invoice.paid"] })
    yield* listen(partnerId, "kyc", { events: ["kyc.completed", "kyc.failed"] })
    yield* listenToAccount(partnerId, "account")
    yield* issueFiat(partnerId)
    yield* drain
    assert.deepStrictEqual(yield* called, ["all", "created"])
  })

  test("the account's endpoint without events of its own is told all of the transit family", function* () {
    const partnerId = yield* shop()
    const { url } = yield* listenToAccount(partnerId, "account", { events: [] })
    yield* listen(partnerId, "fiat")
    const wallets = yield* TransitWallets
    yield* wallets.create(partnerId, { label: "one", network: "tron" })
    yield* drain
    assert.deepStrictEqual(yield* called, ["account"])
    assert.deepStrictEqual(yield* typesAt(url), ["wallet.created"])
  })

  test("one partner's events are nobody else's", function* () {
    const [one, other] = [yield* shop("one"), yield* shop("other")]
    yield* listen(one, "one")
    yield* listen(other, "other")
    yield* issueFiat(one)
    yield* drain
    assert.deepStrictEqual(yield* called, ["one"])
  })

  test("an endpoint that is disabled gets nothing, also not what happened before it is enabled again", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "one")
    yield* listen(partnerId, "other")
    yield* disable(partnerId, id)
    yield* issueFiat(partnerId)
    yield* drain
    assert.deepStrictEqual(yield* called, ["other"])
    assert.deepStrictEqual(yield* logOf(partnerId, id), [], "nor has it anything to give up")
    yield* Effect.flatMap(Webhooks, (webhooks) => webhooks.update(partnerId, id, { active: true }))
    const order = yield* issueFiat(partnerId)
    yield* drain
    assert.deepStrictEqual(
      (yield* callsTo(url)).map((call) => eventOf(call).data.object.id),
      [order.id]
    )
  })

  test("an endpoint that was registered after the event is not told of it", function* () {
    const partnerId = yield* shop()
    yield* listen(partnerId, "first")
    yield* issueFiat(partnerId)
    yield* TestClock.adjust(1)
    yield* listen(partnerId, "second")
    yield* drain
    assert.deepStrictEqual(yield* called, ["first"])
  })

  test("an endpoint that was deleted before the fan-out gets no delivery", function* () {
    const partnerId = yield* shop()
    const { id } = yield* listen(partnerId, "gone")
    yield* listen(partnerId, "there")
    yield* issueFiat(partnerId)
    yield* remove(partnerId, id)
    yield* drain
    assert.deepStrictEqual(yield* called, ["there"])
    assert.deepStrictEqual(yield* logOf(partnerId, id), [])
    assert.strictEqual((yield* endpointOf(partnerId, id))._tag, "deleted")
  })

  test("each of many events becomes one delivery, and the body names it", function* () {
    const partnerId = yield* shop()
    const { id, url } = yield* listen(partnerId, "one")
    const orders = yield* Effect.forEach(Array.from({ length: 450 }), () => issueFiat(partnerId))
    yield* drain
    const arrivals = (yield* callsTo(url)).map((call) => eventOf(call).data.object.id)
    assert.deepStrictEqual(arrivals.toSorted(), orders.map((order) => order.id).toSorted())
    assert.strictEqual(new Set((yield* logOf(partnerId, id)).map(({ order }) => order.eventId)).size, 450)
    yield* booksAreRight
  })
})

/** A store that notes what its commits write for webhooks. */
const posted: Array<string> = []
const notingOutbox = storeOf(Store, (inner) => ({
  commit: (commit) =>
    Effect.tap(inner.commit(commit), () =>
      Effect.sync(() => {
        for (const change of commit.outbox) if (change._tag === "Posted") posted.push(change.message.type)
        for (const { kind } of commit.jobs) if (kind === webhookJobs.fanOut) posted.push(kind)
      })
    )
}))

describe("a partner of whom nobody listens", () => {
  testIn({ store: notingOutbox })("has no outbox, whatever happens", function* () {
    posted.length = 0
    const partnerId = yield* shop()
    yield* issueFiat(partnerId)
    const { id } = yield* listen(partnerId, "one")
    yield* disable(partnerId, id)
    yield* issueFiat(partnerId)
    yield* remove(partnerId, id)
    yield* issueFiat(partnerId)
    yield* listenToAccount(partnerId, "account")
    const order = yield* issueFiat(partnerId)
    yield* cancelFiat(order)
    assert.deepStrictEqual(posted, [], "a listener of the other family is none")
    yield* listen(partnerId, "two")
    yield* issueFiat(partnerId)
    assert.deepStrictEqual(posted, ["invoice.created", webhookJobs.fanOut])
  })

  test("a message nobody subscribed to leaves the outbox without a delivery", function* () {
    const partnerId = yield* shop()
    yield* listen(partnerId, "paid", { events: ["invoice.paid"] })
    yield* issueFiat(partnerId)
    yield* drain
    const reader = yield* WebhookReader
    assert.deepStrictEqual(yield* reader.waiting(partnerId, 10), [])
    assert.deepStrictEqual(yield* called, [])
    yield* booksAreRight
  })
})

/** A store that notes how many aggregates each commit writes. */
const sizes: Array<number> = []
const measuring = storeOf(Store, (inner) => ({
  commit: (commit) => {
    sizes.push(commit.aggregates.length)
    return inner.commit(commit)
  }
}))

/** More endpoints than one commit makes deliveries for. */
const many = 1_000
const fanOutCommits = 4

const manyAllowed = webhookSettings({ endpointsMax: many })

const listenMany = Effect.fnUntraced(function* (partnerId: string) {
  const names = Array.from({ length: many }, (_, index) => `receiver${index}`)
  return yield* Effect.forEach(names, (name) => listen(partnerId, name))
})

/** A process that works until it dies at its n-th point before or after a commit. */
const workUntilPoint = Effect.fnUntraced(function* (options: DeploymentOptions, n: number) {
  const killSwitch = yield* killAt(n)
  const ports = Layer.merge(MemoryStore.layerOver(yield* Memory), Layer.succeed(KillSwitch, killSwitch))
  const victim = yield* anotherProcess({ ...options, store: Layer.provide(killableStore, ports) })
  yield* Effect.provideService(untilKilled(Effect.provideContext(drain, victim)), KillSwitch, killSwitch)
  assert(Option.isSome(yield* killSwitch.killed))
})

describe(`a partner with ${many} endpoints`, () => {
  testIn({ store: measuring, settings: manyAllowed })(
    "gets all deliveries of an event, in commits of a bounded size",
    function* () {
      sizes.length = 0
      const partnerId = yield* shop()
      const endpoints = yield* listenMany(partnerId)
      yield* issueFiat(partnerId)
      yield* drain
      for (const { id, url } of endpoints) {
        assert.deepStrictEqual(yield* standingOf(partnerId, id), ["delivered 1"])
        assert.deepStrictEqual(yield* typesAt(url), ["invoice.created"])
      }
      assert.strictEqual(Math.max(...sizes), many / fanOutCommits)
    }
  )

  // Before the second commit of the fan-out, and after the third.
  for (const point of [3, 6]) {
    testIn({ settings: manyAllowed })(
      `whose fan-out is killed at point ${point} of ${2 * fanOutCommits}: nobody is told twice or forgotten`,
      function* () {
        const partnerId = yield* shop()
        const endpoints = yield* listenMany(partnerId)
        yield* issueFiat(partnerId)
        yield* workUntilPoint({ settings: manyAllowed }, point)
        const { aggregates } = yield* Memory
        const made = [...aggregates.WebhookDelivery.values()].map(
          (delivery) => delivery.state.order.endpointId
        )
        assert.lengthOf(made, (many / fanOutCommits) * Math.floor(point / 2), "killed in the middle")
        yield* TestClock.adjust(leaseMillis + 1)
        yield* drain
        const arrivals = (yield* Receivers).calls.map(({ url }) => url)
        assert.deepStrictEqual(arrivals.toSorted(), endpoints.map(({ url }) => url).toSorted())
        assert.strictEqual(aggregates.WebhookDelivery.size, many)
        yield* booksAreRight
      }
    )
  }
})
