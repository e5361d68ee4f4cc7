import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  emptyCommit,
  type Instant,
  type PartnerId,
  type QueueChange,
  type QueuedEvent,
  Store,
  type Subscriber,
  SubscriberQueue,
  subscriberIdOf,
  WebhookReader,
  writeOver
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { adjusting, commit, newEvent, newPartnerId, start } from "./StoreSamples.ts"
import { newMessage, posting } from "./WebhookSamples.ts"

/** What waits for subscribers: an event waits from its own commit until a commit says that it was taken. */

const subscriberId = subscriberIdOf("suite")

const changing = (...outbox: ReadonlyArray<QueueChange>) =>
  Effect.flatMap(Store, (store) => store.commit({ ...emptyCommit, outbox }))

/** An event with its message, committed and queued. */
const newQueued = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  resourceId: string,
  version: number,
  more: Partial<QueuedEvent> = {}
) {
  const message = yield* newMessage(partnerId)
  const event: QueuedEvent = {
    partnerId,
    subscriberId,
    resourceId,
    version,
    eventId: message.id,
    type: message.type,
    at: start,
    dueAt: 0,
    attempts: 0,
    ...more
  }
  const posted = yield* posting(message, "none")
  yield* commit({ ...posted, outbox: [...posted.outbox, { _tag: "Queued", partnerId, event }] })
  return { event, message }
})

const dueOf = (
  partnerId: PartnerId,
  { besides = new Set<string>(), limit = 100, now = start as Instant, of = subscriberId } = {}
) =>
  Effect.flatMap(SubscriberQueue, (queue) =>
    Effect.map(queue.due(partnerId, of, now, limit, besides), (due) => due.map(({ event }) => event))
  )

const nextOf = (partnerId: PartnerId) =>
  Effect.flatMap(SubscriberQueue, (queue) => queue.nextDueAt(partnerId, subscriberId))

export const subscriberQueueChecks = {
  "an event waits from its own commit on, with the body of its message": Effect.gen(function* () {
    const queue = yield* SubscriberQueue
    const partnerId = yield* newPartnerId
    const { event, message } = yield* newQueued(partnerId, "one", 3)
    assert.deepStrictEqual(yield* queue.due(partnerId, subscriberId, start, 10), [
      { event, body: Option.some(message.body) }
    ])
    assert.deepStrictEqual(yield* nextOf(partnerId), Option.some(0))
    assert.deepStrictEqual(yield* dueOf(partnerId, { of: subscriberIdOf("other") }), [])
    assert.deepStrictEqual(yield* dueOf(yield* newPartnerId), [])
  }),

  "a refused commit queues nothing": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const { event } = yield* newQueued(partnerId, "one", 1)
    const message = yield* newMessage(partnerId)
    const posted = yield* posting(message, "none")
    const other = { ...event, resourceId: "two", eventId: message.id }
    const refusal = yield* Effect.flip(
      commit({
        ...posted,
        outbox: [...posted.outbox, { _tag: "Queued", partnerId, event: other }],
        entries: [adjusting(partnerId, -1n)]
      })
    )
    assert.strictEqual(refusal._tag, "LimitExceeded")
    assert.deepStrictEqual(yield* dueOf(partnerId), [event])
  }),

  "of each resource the first waits for its turn, and the later ones for it": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const { event: second } = yield* newQueued(partnerId, "one", 2)
    const { event: first } = yield* newQueued(partnerId, "one", 1)
    const { event: other } = yield* newQueued(partnerId, "two", 9)
    const ids = (events: ReadonlyArray<QueuedEvent>) => events.map(({ eventId }) => eventId)
    assert.sameMembers(ids(yield* dueOf(partnerId)), ids([first, other]))
    assert.deepStrictEqual(ids(yield* dueOf(partnerId, { besides: new Set(["one"]) })), ids([other]))
    assert.lengthOf(yield* dueOf(partnerId, { limit: 1 }), 1)
    const later = { ...first, dueAt: start + 10, attempts: 1 }
    yield* changing({ _tag: "PutOff", partnerId, event: later })
    assert.deepStrictEqual(ids(yield* dueOf(partnerId)), ids([other]))
    assert.deepStrictEqual(yield* dueOf(partnerId, { now: start + 10 }), [other, later])
    yield* changing({ _tag: "Taken", partnerId, event: other })
    assert.deepStrictEqual(
      yield* nextOf(partnerId),
      Option.some(start + 10),
      "the second waits for the first"
    )
    yield* changing({ _tag: "Taken", partnerId, event: later })
    assert.deepStrictEqual(yield* dueOf(partnerId), [second])
    yield* changing({ _tag: "Taken", partnerId, event: second })
    assert.deepStrictEqual(yield* dueOf(partnerId), [])
    assert.deepStrictEqual(yield* nextOf(partnerId), Option.none())
  }),

  "an event that waits already stays as it is, and one that was taken is not put off": Effect.gen(
    function* () {
      const partnerId = yield* newPartnerId
      const { event } = yield* newQueued(partnerId, "one", 1)
      const later = { ...event, dueAt: start + 1, attempts: 4 }
      yield* changing({ _tag: "PutOff", partnerId, event: later })
      yield* changing({ _tag: "Queued", partnerId, event })
      assert.deepStrictEqual(yield* dueOf(partnerId, { now: start + 1 }), [later])
      yield* changing({ _tag: "Taken", partnerId, event })
      yield* changing({ _tag: "PutOff", partnerId, event: later })
      assert.deepStrictEqual(yield* nextOf(partnerId), Option.none())
    }
  ),

  "an event outlives its message, and says that its content is gone": Effect.gen(function* () {
    const queue = yield* SubscriberQueue
    const partnerId = yield* newPartnerId
    const { event } = yield* newQueued(partnerId, "one", 1)
    const store = yield* Store
    yield* store.commit({
      ...emptyCommit,
      erasures: [{ _tag: "WebhookMessage", partnerId, messageId: event.eventId }]
    })
    assert.deepStrictEqual(yield* queue.due(partnerId, subscriberId, start, 10), [
      { event, body: Option.none() }
    ])
  }),

  "how far a subscriber caught up begins once, and is never undone by another beginning": Effect.gen(
    function* () {
      const queue = yield* SubscriberQueue
      const partnerId = yield* newPartnerId
      const through = queue.caughtUp(partnerId, subscriberId)
      const reach = (place: string) => changing({ _tag: "CaughtUp", partnerId, subscriberId, through: place })
      assert.deepStrictEqual(yield* through, Option.none())
      for (const [place, now] of [
        ["", ""],
        ["evt_1", "evt_1"],
        ["", "evt_1"],
        ["all", "all"]
      ] as const) {
        yield* reach(place)
        assert.deepStrictEqual(yield* through, Option.some(now))
      }
    }
  ),

  "messages that are kept come in the order of ids, from any of them on": Effect.gen(function* () {
    const queue = yield* SubscriberQueue
    const partnerId = yield* newPartnerId
    const made = yield* Effect.forEach([3, 1, 2], (after) =>
      newMessage(partnerId, { createdAt: start + after, type: "payout.completed" })
    )
    for (const message of made) yield* commit(yield* posting(message, "none"))
    const kept = [...made]
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ body, createdAt, id, type }) => ({ id, type, createdAt, body }))
    assert.deepStrictEqual(yield* queue.kept(partnerId, "", 10), kept)
    assert.deepStrictEqual(yield* queue.kept(partnerId, kept[0]?.id ?? "", 1), kept.slice(1, 2))
    assert.deepStrictEqual(yield* queue.kept(yield* newPartnerId, "", 10), [])
  }),

  "what is forgotten is of one partner and subscriber": Effect.gen(function* () {
    const queue = yield* SubscriberQueue
    const [partnerId, other] = [yield* newPartnerId, yield* newPartnerId]
    const another = subscriberIdOf("another")
    yield* newQueued(partnerId, "one", 1)
    yield* newQueued(partnerId, "one", 1, { subscriberId: another })
    yield* newQueued(other, "one", 1)
    yield* changing({ _tag: "CaughtUp", partnerId, subscriberId, through: "all" })
    assert.isAtLeast((yield* queue.sizes).get(another)?.count ?? 0, 1)
    yield* changing({ _tag: "Forgotten", partnerId, subscriberId })
    assert.deepStrictEqual(yield* dueOf(partnerId), [])
    assert.deepStrictEqual(yield* queue.caughtUp(partnerId, subscriberId), Option.none())
    assert.lengthOf(yield* dueOf(partnerId, { of: another }), 1)
    assert.lengthOf(yield* dueOf(other), 1)
  }),

  "whoever announces is told of the subscribers that are registered, of any partner": Effect.gen(
    function* () {
      const webhooks = yield* WebhookReader
      const partnerId = yield* newPartnerId
      const id = subscriberIdOf("listening")
      const listening = Effect.map(webhooks.listeners(partnerId, "transit"), ({ subscribers }) =>
        subscribers.filter((each) => each.id === id)
      )
      assert.deepStrictEqual(yield* listening, [])
      const state: Subscriber = {
        id,
        createdAt: start,
        events: ["payout.completed", "invoice.paid"],
        startsFrom: "now",
        isJoined: true,
        toldOfHold: Option.none(),
        owedHold: Option.none(),
        removedAt: Option.none(),
        updatedAt: start
      }
      yield* commit({
        aggregates: [{ _tag: "Subscriber", state, expectedVersion: 0 }],
        events: [yield* newEvent(id, id)]
      })
      assert.deepStrictEqual(yield* listening, [{ id, events: state.events }])
      const removed = { ...state, removedAt: Option.some(start) }
      yield* commit({
        aggregates: [writeOver("Subscriber", { state, version: 1 }, removed)],
        events: [yield* newEvent(id, id, { version: 2 })]
      })
      assert.deepStrictEqual(yield* listening, [])
    }
  )
} satisfies Checks<StorePorts | Ids>

export const subscriberQueueSuite = suiteOf<StorePorts>("what waits for subscribers", subscriberQueueChecks)
