import { assert, describe } from "@effect/vitest"
import { Balances, Holds, Payouts, Subscriptions, Worker } from "@quittance/core"
import {
  emptyCommit as nothing,
  Store,
  StoreHold,
  type SubscribedEvent,
  SubscriberQueue,
  Subscribers,
  type SubscriptionGap,
  subscriberIdOf,
  WebhookReader
} from "@quittance/core/adapter"
import { Clock, Deferred, Effect, Fiber, Option, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"
import { anotherProcess, fundedPartner, Memory, payoutOf, Seen, start, test } from "../services/Deployment.ts"

type Completed = SubscribedEvent<"payout.completed">

const drain = Effect.flatMap(Worker, (worker) => worker.drain)

/** A payout that is carried out. */
const paid = Effect.fnUntraced(function* (partnerId: string, key: string) {
  const payouts = yield* Payouts
  const { value } = yield* payouts.create(partnerId, key, payoutOf(1))
  yield* drain
  return value.id
})

const options = { name: "shop", from: "now" } as const

/** Everything that a subscriber got, in its order. */
const subscribed = Effect.fnUntraced(function* (
  given: Partial<{ name: string; from: "now" | "start" }> = {}
) {
  const got = yield* Queue.unbounded<Completed>()
  const subscriptions = yield* Subscriptions
  const subscription = yield* subscriptions.on("payout.completed", { ...options, ...given }, (event) =>
    Queue.offer(got, event)
  )
  return { got, ...subscription }
})

const waitingOf = (partnerId: string, name = "shop") =>
  Effect.flatMap(SubscriberQueue, (queue) =>
    queue.due(partnerId, subscriberIdOf(name), Number.MAX_SAFE_INTEGER, 100)
  )

describe("a subscriber", () => {
  test("gets an event after its commit, with what a webhook would tell", function* () {
    const partnerId = yield* fundedPartner(100)
    const { got } = yield* subscribed()
    const id = yield* paid(partnerId, "one")
    const event = yield* Queue.take(got)
    assert.strictEqual(event.type, "payout.completed")
    assert.strictEqual(event.partnerId, partnerId)
    assert.strictEqual(event.data.object.id, id)
    assert.strictEqual(event.data.object.status, "COMPLETED")
    assert.match(event.id, /^evt_/)
    assert.isAbove(event.version, 1)
    yield* drain
    assert.lengthOf(yield* waitingOf(partnerId), 0)
    assert.lengthOf(yield* (yield* WebhookReader).waiting(partnerId, 10), 0, "no endpoint is to be told")
  })

  test("that nobody is costs nothing: no message is kept, and nothing waits", function* () {
    const partnerId = yield* fundedPartner(100)
    yield* paid(partnerId, "one")
    const memory = yield* Memory
    assert.strictEqual(memory.webhookMessages.size + memory.queue.size, 0)
    yield* subscribed({ name: "other" })
    const balances = yield* Balances
    yield* balances.adjust(partnerId, { amount: 1 })
    assert.strictEqual(memory.webhookMessages.size + memory.queue.size, 0, "of events that it does not want")
  })

  test("goes on in the next process where the last one ended, and gets what happened between", function* () {
    const partnerId = yield* fundedPartner(100)
    const { got, stop } = yield* subscribed()
    const first = yield* paid(partnerId, "one")
    assert.strictEqual((yield* Queue.take(got)).data.object.id, first)
    yield* stop
    const between = yield* paid(partnerId, "two")
    const successor = yield* anotherProcess()
    const again = yield* Effect.provideContext(subscribed(), successor)
    assert.strictEqual((yield* Queue.take(again.got)).data.object.id, between)
    yield* Effect.provideContext(drain, successor)
    assert.strictEqual(yield* Queue.size(again.got), 0)
  })

  test("from the start gets what was kept before it, and each once", function* () {
    const partnerId = yield* fundedPartner(100)
    const early = yield* subscribed({ name: "early" })
    const ids = [yield* paid(partnerId, "one"), yield* paid(partnerId, "two")]
    yield* Queue.takeN(early.got, 2)
    const { got } = yield* subscribed({ name: "late", from: "start" })
    ids.push(yield* paid(partnerId, "three"))
    const events = yield* Queue.takeN(got, 3)
    assert.sameMembers(
      events.map(({ data }) => data.object.id),
      ids
    )
    yield* drain
    assert.strictEqual(yield* Queue.size(got), 0)
    const now = yield* subscribed({ name: "now" })
    yield* drain
    assert.strictEqual(yield* Queue.size(now.got), 0, "from now on")
  })

  test("whose handler fails gets the event again, later and later, and holds up nobody else", function* () {
    const partnerId = yield* fundedPartner(100)
    const subscriptions = yield* Subscriptions
    const attempts: Array<readonly [string, number]> = []
    const steady = yield* subscribed({ name: "steady" })
    let refused: string | undefined
    const handled = yield* Queue.unbounded<string>()
    yield* subscriptions.on("payout.completed", options, ({ data }) =>
      Effect.gen(function* () {
        const { id } = data.object
        refused ??= id
        attempts.push([id, (yield* Clock.currentTimeMillis) - start])
        if (id === refused && attempts.length < 6) return yield* Effect.fail("not now")
        yield* Queue.offer(handled, id)
      })
    )
    const first = yield* paid(partnerId, "one")
    yield* drain
    const others = [yield* paid(partnerId, "two"), yield* paid(partnerId, "three")]
    assert.deepStrictEqual(yield* Queue.takeN(handled, 2), others)
    assert.lengthOf(yield* Queue.takeN(steady.got, 3), 3)
    for (const seconds of [2, 7, 40]) {
      yield* TestClock.adjust(`${seconds} seconds`)
      yield* drain
    }
    assert.strictEqual(yield* Queue.take(handled), first)
    const times = attempts.filter(([id]) => id === first).map(([, at]) => at)
    for (const [nth, delay] of [1_000, 5_000, 30_000].entries()) {
      const waited = (times[nth + 1] ?? 0) - (times[nth] ?? 0)
      assert.isTrue(waited >= 0.8 * delay && waited <= 1.2 * delay, `after attempt ${nth + 1}: ${waited}`)
    }
    yield* drain
    assert.lengthOf(yield* waitingOf(partnerId), 0)
  })

  test("gets the events about one resource in their order, and the next only when the last is recorded", function* () {
    const partnerId = yield* fundedPartner(100)
    const memory = yield* Memory
    const subscriptions = yield* Subscriptions
    const got: Array<string> = []
    let isRefusing = true
    yield* subscriptions.on(["payout.failed", "payout.late_settlement"], options, (event) =>
      Effect.suspend(() => {
        got.push(event.type)
        return isRefusing ? Effect.fail("not now") : Effect.void
      })
    )
    const payouts = yield* Payouts
    const { value } = yield* payouts.create(partnerId, "one", payoutOf(1, "sandbox:reject"))
    yield* drain
    assert.deepStrictEqual(got, ["payout.failed"])
    const at = yield* Clock.currentTimeMillis
    yield* payouts.apply(partnerId, value.id, { _tag: "Confirm", processingId: Option.some("p"), at })
    yield* drain
    assert.deepStrictEqual(got, ["payout.failed"], "the later one waits")
    assert.strictEqual(memory.queue.size, 2)
    isRefusing = false
    yield* TestClock.adjust("2 seconds")
    yield* drain
    assert.deepStrictEqual(got, ["payout.failed", "payout.failed", "payout.late_settlement"])
  })
})

describe("what a subscriber does not get", () => {
  test("it is told of: an event whose content was erased before it was handled", function* () {
    const partnerId = yield* fundedPartner(100)
    const subscriptions = yield* Subscriptions
    const gaps: Array<SubscriptionGap> = []
    const ended = yield* Deferred.make<void>()
    const first = yield* subscribed()
    yield* first.stop
    const id = yield* paid(partnerId, "one")
    const [waiting] = yield* waitingOf(partnerId)
    const messageId = waiting?.event.eventId ?? ""
    yield* (yield* Store).commit({
      ...nothing,
      erasures: [{ _tag: "WebhookMessage", partnerId, messageId }]
    })
    const { stop } = yield* subscriptions.on(
      "payout.completed",
      {
        ...options,
        onGap: (gap) =>
          Effect.andThen(
            Effect.sync(() => gaps.push(gap)),
            Deferred.succeed(ended, undefined)
          )
      },
      () => Effect.die("there is nothing to handle")
    )
    yield* Deferred.await(ended)
    yield* stop
    assert.lengthOf(gaps, 1)
    assert.deepInclude(gaps[0], {
      _tag: "Erased",
      id: messageId,
      type: "payout.completed",
      resourceId: id,
      partnerId
    })
    assert.lengthOf(yield* waitingOf(partnerId), 0)
  })

  test("without onGap it is an alert", function* () {
    const partnerId = yield* fundedPartner(100)
    const { errors } = yield* Seen
    yield* (yield* subscribed()).stop
    yield* paid(partnerId, "one")
    const memory = yield* Memory
    memory.webhookMessages.clear()
    yield* subscribed()
    yield* drain
    assert.match(errors.join(), /the subscriber shop did not get payout.completed .* content was erased/)
    assert.lengthOf(yield* waitingOf(partnerId), 0)
  })

  for (const isReleased of [false, true])
    test(`it is told that the store may be an older copy, ${isReleased ? "also after it was released" : "while it is on hold"}`, function* () {
      const partnerId = yield* fundedPartner(100)
      const subscriptions = yield* Subscriptions
      yield* (yield* subscribed()).stop
      const hold = yield* StoreHold
      yield* hold.place({ reason: "This store is on hold: it is a backup.", since: start - 1_000 })
      if (isReleased) yield* (yield* Holds).release
      for (const _ of ["first", "second"]) {
        const gaps: Array<SubscriptionGap> = []
        const { stop } = yield* subscriptions.on(
          "payout.completed",
          { ...options, onGap: (gap) => Effect.sync(() => gaps.push(gap)) },
          () => Effect.void
        )
        if (isReleased) yield* paid(partnerId, _)
        yield* TestClock.adjust(0)
        yield* stop
        assert.lengthOf(gaps, _ === "first" ? 1 : 0, "once")
        if (_ === "first")
          assert.deepInclude(gaps[0], { _tag: "Restored", since: "2025-12-31T23:59:59.000Z" })
      }
    })
})

describe("several processes", () => {
  test("with one name share the events: each goes to one of them", function* () {
    const partners = [yield* fundedPartner(100, "one"), yield* fundedPartner(100, "two")]
    const other = yield* anotherProcess()
    const here = yield* subscribed()
    const there = yield* Effect.provideContext(subscribed(), other)
    const ids: Array<string> = []
    for (const key of ["1", "2", "3"]) for (const partner of partners) ids.push(yield* paid(partner, key))
    yield* Effect.all([drain, Effect.provideContext(drain, other)], { concurrency: 2 })
    const all = [...(yield* Queue.clear(here.got)), ...(yield* Queue.clear(there.got))]
    assert.sameMembers(
      all.map(({ data }) => data.object.id),
      ids
    )
  })

  test("a successor repeats the event that was handled and not recorded, and nothing before it", function* () {
    const partnerId = yield* fundedPartner(100)
    const dead = yield* anotherProcess()
    const got: Array<string> = []
    const stuck = yield* Deferred.make<void>()
    const isOver = yield* Deferred.make<void>()
    yield* Effect.provideContext(
      Effect.flatMap(Subscriptions, (subscriptions) =>
        subscriptions.on("payout.completed", options, ({ data }) =>
          Effect.suspend(() => {
            got.push(data.object.id)
            // The process is killed in the handler.
            return got.length < 2
              ? Effect.void
              : Effect.andThen(Deferred.succeed(stuck, undefined), Deferred.await(isOver))
          })
        )
      ),
      dead
    )
    const first = yield* paid(partnerId, "one")
    const second = yield* paid(partnerId, "two")
    yield* Deferred.await(stuck)
    const memory = yield* Memory
    yield* TestClock.adjust("31 seconds")
    const [job] = [...memory.jobs.values()].filter(({ kind }) => kind === "subscriber-shop")
    assert.isDefined(job)
    memory.jobs.set(JSON.stringify([job?.kind, partnerId, partnerId]), {
      ...job,
      lease: Option.none()
    } as never)
    const { got: again } = yield* subscribed()
    yield* drain
    assert.deepStrictEqual(got, [first, second])
    assert.strictEqual((yield* Queue.take(again)).data.object.id, second)
    assert.strictEqual(yield* Queue.size(again), 0)
    // A layer that is closed waits for its handlers.
    yield* Deferred.succeed(isOver, undefined)
  })
})

describe("a clock that jumps", () => {
  test("back delays no event that happens afterwards", function* () {
    const partnerId = yield* fundedPartner(100)
    yield* (yield* subscribed()).stop
    yield* TestClock.adjust("2 hours")
    const payouts = yield* Payouts
    const { value } = yield* payouts.create(partnerId, "one", payoutOf(1))
    yield* drain
    yield* TestClock.setTime(start)
    const { got } = yield* subscribed()
    assert.strictEqual((yield* Queue.take(got)).data.object.id, value.id)
  })
})

describe("the end of a subscription", () => {
  test("waits for the handlers that run, hands over no more, and leaves the rest for the next", function* () {
    const partnerId = yield* fundedPartner(100)
    const subscriptions = yield* Subscriptions
    const [begun, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const got: Array<string> = []
    const { stop } = yield* subscriptions.on("payout.completed", options, ({ data }) =>
      Effect.gen(function* () {
        yield* Deferred.succeed(begun, undefined)
        yield* Deferred.await(go)
        got.push(data.object.id)
      })
    )
    const payouts = yield* Payouts
    const { value } = yield* payouts.create(partnerId, "one", payoutOf(1))
    const working = yield* Effect.forkChild(drain)
    yield* Deferred.await(begun)
    const stopping = yield* Effect.forkChild(stop, { startImmediately: true })
    assert.isUndefined(stopping.pollUnsafe())
    yield* Deferred.succeed(go, undefined)
    yield* Fiber.join(stopping)
    yield* Fiber.join(working)
    assert.deepStrictEqual(got, [value.id])
    assert.lengthOf(yield* waitingOf(partnerId), 0, "what was handled is recorded")
    const next = yield* paid(partnerId, "two")
    assert.deepStrictEqual(got, [value.id])
    assert.strictEqual((yield* Queue.take((yield* subscribed()).got)).data.object.id, next)
  })

  test("of a subscriber that is removed forgets what waits, and its name begins anew", function* () {
    const partnerId = yield* fundedPartner(100)
    const subscribers = yield* Subscribers
    yield* (yield* subscribed()).stop
    yield* paid(partnerId, "one")
    const [listed] = yield* subscribers.list
    assert.strictEqual(listed?.name, "shop")
    assert.deepStrictEqual(
      Option.map(listed?.waiting ?? Option.none(), ({ count }) => count),
      Option.some(1)
    )
    yield* subscribers.remove("shop")
    assert.deepStrictEqual(yield* subscribers.list, [])
    assert.lengthOf(yield* waitingOf(partnerId), 0)
    assert.strictEqual((yield* Effect.flip(subscribers.remove("shop")))._tag, "NotFound")
    yield* paid(partnerId, "two")
    const { got } = yield* subscribed()
    const id = yield* paid(partnerId, "three")
    assert.strictEqual((yield* Queue.take(got)).data.object.id, id)
  })
})

describe("a stream", () => {
  test("acknowledges an event when the next is pulled, and what was pulled last comes again", function* () {
    const partnerId = yield* fundedPartner(100)
    const subscriptions = yield* Subscriptions
    const taking = (count: number) =>
      Stream.runCollect(
        Stream.map(Stream.take(subscriptions.stream("payout.completed", options), count), (each) =>
          "_tag" in each ? each._tag : each.data.object.id
        )
      )
    const pulled = yield* Effect.forkChild(taking(2), { startImmediately: true })
    const ids = [yield* paid(partnerId, "one"), yield* paid(partnerId, "two")]
    assert.deepStrictEqual(yield* Fiber.join(pulled), ids)
    yield* drain
    assert.deepStrictEqual(yield* taking(1), ids.slice(1))
  })
})

describe("a subscription is refused with the field that is wrong", () => {
  const handler = () => Effect.void
  const wrong: ReadonlyArray<readonly [string, unknown, unknown, unknown, string]> = [
    [
      "an unknown event",
      "payout.complete",
      options,
      handler,
      "event must be an event that there is, and payout.complete is none; did you mean payout.completed?"
    ],
    ["no event", [], options, handler, "event must name at least one event, such as payout.completed"],
    [
      "an event that is no text",
      7,
      options,
      handler,
      "event must be the name of an event, such as payout.completed"
    ],
    [
      "an event twice",
      ["payout.failed", "payout.failed"],
      options,
      handler,
      "event must name each event once"
    ],
    [
      "no options",
      "payout.completed",
      undefined,
      handler,
      'options must be an object with a name and from, such as { name: "shop-payouts", from: "now" }'
    ],
    [
      "no name",
      "payout.completed",
      { from: "now" },
      handler,
      "options.name is required: events that were handled are remembered by it"
    ],
    [
      "a malformed name",
      "payout.completed",
      { ...options, name: "The Shop" },
      handler,
      "options.name must be a text of 1 to 64 of a-z, 0-9, dot, dash and underscore that begins with a letter or digit, such as shop-payouts"
    ],
    [
      "no beginning",
      "payout.completed",
      { name: "shop" },
      handler,
      'options.from is required: "now", or "start" for the oldest event that is kept'
    ],
    [
      "an unknown beginning",
      "payout.completed",
      { name: "shop", from: "begin" },
      handler,
      'options.from must be "now" or "start"'
    ],
    [
      "a misspelt option",
      "payout.completed",
      { ...options, signl: 1 },
      handler,
      "options.signl is no option of a subscription; did you mean signal?"
    ],
    [
      "a signal that is none",
      "payout.completed",
      { ...options, signal: {} },
      handler,
      "options.signal must be an AbortSignal"
    ],
    [
      "no places",
      "payout.completed",
      { ...options, concurrency: 0 },
      handler,
      "options.concurrency must be a whole number from 1 to 1000"
    ],
    ["no handler", "payout.completed", options, undefined, "handler must be a function that gets the event"]
  ]
  for (const [what, event, given, taker, sentence] of wrong)
    test(what, function* () {
      const subscriptions = yield* Subscriptions
      const refusal = yield* Effect.flip(
        subscriptions.on(event as never, given as never, taker as typeof handler)
      )
      assert.strictEqual(refusal._tag, "InvalidInput")
      assert.strictEqual(refusal.message, sentence)
      assert.lengthOf(yield* (yield* Subscribers).list, 0, "nothing is written")
    })

  test("a name that is in use, here or for other events", function* () {
    const subscriptions = yield* Subscriptions
    const { stop } = yield* subscribed()
    const again = yield* Effect.flip(subscriptions.on("payout.completed", options, handler))
    assert.match(again.message, /^options.name must be used once in a process, and shop is in use/)
    yield* stop
    const others = yield* Effect.flip(subscriptions.on("payout.failed", options, handler))
    assert.match(others.message, /^event must be payout.completed, which the subscriber shop gets since 2026/)
  })
})
