import { assert } from "@effect/vitest"
import { Ids, type StorePorts } from "@quittance/core"
import {
  type DeliveryAttempt,
  deliveryList,
  deliveryPrefix,
  deliveryStatuses,
  eventPrefix,
  type PendingDelivery,
  type RecordedDelivery,
  type RegisteredEndpoint,
  type WebhookEventType,
  type WebhookMessage,
  WebhookReader
} from "@quittance/core/adapter"
import { Effect, Option, Result } from "effect"
import * as fc from "fast-check"
import {
  webhookDeliveryOrder,
  webhookDeliveryState,
  webhookMessage
} from "../generators/webhookGenerators.ts"
import { type Checks, forAll, suiteOf } from "../Suite.ts"
import { listed } from "./listed.ts"
import { commit, newPartnerId, start } from "./StoreSamples.ts"
import { newKnownPartner } from "./stateSuite.ts"
import {
  deliveryIn,
  newDelivery,
  newEndpoint,
  newMessage,
  posting,
  writeDeliveries,
  writingDeliveries
} from "./WebhookSamples.ts"

/** Deliveries are read as they were written, and come when they are due, with the bytes to send. */

/** Two states of one order, so that an update has every field to change. */
const twoStates = webhookDeliveryOrder("").chain((order) =>
  fc.tuple(webhookDeliveryState(order), webhookDeliveryState(order))
)

const find = Effect.fnUntraced(function* ({ order }: RecordedDelivery) {
  const webhooks = yield* WebhookReader
  return yield* webhooks.delivery(order.partnerId, order.id)
})

const due = Effect.fnUntraced(function* (
  { order }: RegisteredEndpoint,
  now = start,
  limit = 100,
  besides?: ReadonlySet<string>
) {
  const webhooks = yield* WebhookReader
  return yield* webhooks.due(order.partnerId, order.id, now, limit, besides)
})

const dueIds = (...request: Parameters<typeof due>) =>
  Effect.map(due(...request), (all) => all.map(({ state }) => state.order.id))

const nextDueAt = Effect.fnUntraced(function* ({ order }: RegisteredEndpoint) {
  const webhooks = yield* WebhookReader
  return yield* webhooks.nextDueAt(order.partnerId, order.id)
})

export const newPosted = Effect.fnUntraced(function* (partnerId: string, more: Partial<WebhookMessage> = {}) {
  const message = yield* newMessage(partnerId, more)
  yield* commit(yield* posting(message, "none"))
  return message
})

/** Pending deliveries to one endpoint, due this long after `start`, written by one commit. */
const newPending = Effect.fnUntraced(function* (
  endpoint: RegisteredEndpoint,
  dueAfter: ReadonlyArray<number>
) {
  const message = yield* newPosted(endpoint.order.partnerId)
  const deliveries = yield* Effect.forEach(dueAfter, (after) =>
    Effect.map(
      newDelivery(endpoint, message),
      (delivery): PendingDelivery => ({ ...delivery, dueAt: start + after })
    )
  )
  yield* writeDeliveries(...deliveries)
  return deliveries
})

const newOnePending = (endpoint: RegisteredEndpoint, dueAfter: number) =>
  Effect.map(newPending(endpoint, [dueAfter]), ([delivery]) => {
    assert.isDefined(delivery)
    return delivery
  })

const idsOf = (deliveries: ReadonlyArray<PendingDelivery>) => deliveries.map(({ order }) => order.id)

/** What the endpoint must be sent by an instant, computed without the store. */
const expected = (deliveries: ReadonlyArray<PendingDelivery>, now: number) =>
  idsOf(
    deliveries
      .filter(({ dueAt }) => dueAt <= now)
      .toSorted((a, b) => a.dueAt - b.dueAt || (a.order.id < b.order.id ? -1 : 1))
  )

export const webhookDeliveryChecks = {
  "every state is read as it was inserted, and as it was updated": Effect.gen(function* () {
    const ids = yield* Ids
    const partnerId = yield* newPartnerId
    yield* forAll(twoStates, (states) =>
      Effect.gen(function* () {
        const id = yield* ids.prefixed(deliveryPrefix)
        const { id: eventId } = yield* newPosted(partnerId)
        const written = states.map((state) => ({
          ...state,
          order: { ...state.order, id, partnerId, eventId }
        }))
        for (const [version, state] of written.entries()) {
          yield* commit(writingDeliveries([state], version, written.slice(version - 1)))
          assert.deepStrictEqual(yield* find(state), Option.some({ state, version: version + 1 }))
        }
      })
    )
  }),

  "what is due has its earlier attempts; a list leaves them out": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const { id: endpointId, partnerId } = endpoint.order
    const message = yield* newPosted(partnerId)
    const fresh = yield* newDelivery(endpoint, message)
    yield* writeDeliveries(fresh)
    let delivery: RecordedDelivery = fresh
    for (const version of [1, 2, 3]) {
      const before: RecordedDelivery = delivery
      const earlierAttempts: ReadonlyArray<DeliveryAttempt> = [
        ...before.earlierAttempts,
        ...Option.toArray(before.lastAttempt)
      ]
      delivery = { ...deliveryIn("pending", before), earlierAttempts }
      yield* commit(writingDeliveries([delivery], version, [before]))
    }
    assert.lengthOf(delivery.earlierAttempts, 2)
    const [found] = yield* due(endpoint, Number.MAX_SAFE_INTEGER)
    assert.deepStrictEqual(found?.state, delivery)
    const delivered = { ...deliveryIn("delivered", delivery), earlierAttempts: delivery.earlierAttempts }
    yield* commit(writingDeliveries([delivered], 4, [delivery]))
    assert.deepStrictEqual(yield* find(delivered), Option.some({ state: delivered, version: 5 }))
    const { items } = yield* listed(deliveryList, { partnerId, endpointId })
    assert.deepStrictEqual(items, [{ ...delivered, earlierAttempts: [] }])
  }),

  "every delivery that is due has the body of its message, to the byte": Effect.gen(function* () {
    const ids = yield* Ids
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const { partnerId } = endpoint.order
    const bodies = new Map<string, string>()
    yield* forAll(webhookMessage(partnerId), (any) =>
      Effect.gen(function* () {
        const message = { ...any, id: yield* ids.prefixed(eventPrefix) }
        yield* commit(yield* posting(message, "none"))
        const delivery = yield* newDelivery(endpoint, message)
        yield* writeDeliveries(delivery)
        bodies.set(delivery.order.id, message.body)
      })
    )
    const found = yield* due(endpoint, Number.MAX_SAFE_INTEGER, 1_000)
    assert.lengthOf(found, bodies.size)
    const { body: bodyOf } = yield* WebhookReader
    for (const { body, state } of found) {
      assert.strictEqual(body, bodies.get(state.order.id))
      assert.deepStrictEqual(yield* bodyOf(partnerId, state.order.eventId), Option.some(body))
    }
  }),

  "due comes with its version, the earliest first, then in the order of ids": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const changed = yield* newOnePending(endpoint, 5)
    const made = yield* newPending(endpoint, [0, 9, 5, 0, 5])
    const later = { ...changed, attempts: 1, dueAt: start + 7 }
    yield* commit(writingDeliveries([later], 1, [changed]))
    const pending = [later, ...made]
    const found = yield* due(endpoint, start + 9)
    assert.deepStrictEqual(idsOf(found.map(({ state }) => state)), expected(pending, start + 9))
    for (const { state, version } of found) {
      assert.deepStrictEqual(
        state,
        pending.find(({ order }) => order.id === state.order.id)
      )
      assert.strictEqual(version, state.order.id === later.order.id ? 2 : 1)
    }
  }),

  "nothing is due before its instant, and no more comes than was asked for": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const made = yield* newPending(endpoint, [3, 1, 2, 2, 0, 4])
    for (const after of [-1, 0, 1, 2, 3, 4]) {
      const now = start + after
      for (const limit of [1, 2, 100]) {
        assert.deepStrictEqual(yield* dueIds(endpoint, now, limit), expected(made, now).slice(0, limit))
      }
    }
  }),

  "what the caller has already is left out, and takes no place of what is due": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const made = yield* newPending(endpoint, [0, 9, 5, 0, 5, 2])
    const all = expected(made, start + 5)
    for (let known = 0; known <= all.length; known++) {
      const besides = new Set(all.slice(0, known))
      assert.deepStrictEqual(
        yield* dueIds(endpoint, start + 5, 2, besides),
        all.slice(known, known + 2),
        `besides ${known}`
      )
    }
  }),

  "only what is pending is due": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const at = (after: number) => newOnePending(endpoint, after)
    const [ended, failed, again] = yield* Effect.all([at(0), at(0), at(0)])
    const moved = [deliveryIn("delivered", ended), deliveryIn("failed", failed)]
    yield* commit(writingDeliveries(moved, 1, [ended, failed]))
    assert.deepStrictEqual(yield* dueIds(endpoint, start + 100_000), [again.order.id])
    yield* commit(writingDeliveries([deliveryIn("failed", again)], 1, [again]))
    assert.deepStrictEqual(yield* dueIds(endpoint, start + 100_000), [])
    yield* commit(writingDeliveries([{ ...ended, dueAt: start + 50 }], 2, moved))
    assert.deepStrictEqual(yield* dueIds(endpoint, start + 49), [])
    assert.deepStrictEqual(yield* dueIds(endpoint, start + 50), [ended.order.id])
  }),

  "the next due instant is that of the earliest pending delivery, due or not": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    assert.deepStrictEqual(yield* nextDueAt(endpoint), Option.none())
    const [later, sooner] = [yield* newOnePending(endpoint, 9), yield* newOnePending(endpoint, 4)]
    yield* newOnePending(yield* newEndpoint(endpoint.order.partnerId), 0)
    assert.deepStrictEqual(yield* nextDueAt(endpoint), Option.some(start + 4))
    const put = { ...sooner, dueAt: start + 20 }
    yield* commit(writingDeliveries([put], 1, [sooner]))
    assert.deepStrictEqual(yield* nextDueAt(endpoint), Option.some(start + 9))
    yield* commit(writingDeliveries([deliveryIn("delivered", later)], 1, [later]))
    assert.deepStrictEqual(yield* nextDueAt(endpoint), Option.some(start + 20))
    yield* commit(writingDeliveries([deliveryIn("failed", sooner)], 2, [put]))
    assert.deepStrictEqual(yield* nextDueAt(endpoint), Option.none())
  }),

  "the backlog of a partner is what is pending, by endpoint": Effect.gen(function* () {
    const webhooks = yield* WebhookReader
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const { partnerId } = endpoint.order
    assert.deepStrictEqual([...(yield* webhooks.backlog(partnerId))], [])
    const neighbour = yield* newEndpoint(partnerId)
    yield* newOnePending(yield* newEndpoint(yield* newPartnerId), 0)
    yield* newOnePending(neighbour, 7)
    const [delivered, failed] = [yield* newOnePending(endpoint, 0), yield* newOnePending(endpoint, 0)]
    yield* newOnePending(endpoint, 9)
    const counted = Effect.map(webhooks.backlog(partnerId), (found) =>
      [endpoint, neighbour].map(({ order }) => found.get(order.id))
    )
    assert.deepStrictEqual(yield* counted, [3, 1])
    const moved = [deliveryIn("delivered", delivered), deliveryIn("failed", failed)]
    yield* commit(writingDeliveries(moved, 1, [delivered, failed]))
    assert.deepStrictEqual(yield* counted, [1, 1])
  }),

  "what is pending besides some events is found, due or not, in the order of creation": Effect.gen(
    function* () {
      const webhooks = yield* WebhookReader
      const endpoint = yield* newEndpoint(yield* newPartnerId)
      const { id, partnerId } = endpoint.order
      const neighbour = yield* newEndpoint(partnerId)
      const besides = (events: ReadonlyArray<WebhookEventType>, limit = 100) =>
        Effect.map(webhooks.pendingBesides(partnerId, id, events, limit), (found) =>
          found.map(({ state, version }) => [state.order.id, version])
        )
      assert.deepStrictEqual(yield* besides(["invoice.paid"]), [])
      const message = yield* newPosted(partnerId)
      const types = ["invoice.paid", "invoice.created", "invoice.expired"] as const
      const made: Array<PendingDelivery> = []
      for (const [index, type] of [...types, ...types].entries()) {
        const order = { type, createdAt: start + 9 - index }
        made.push({ ...(yield* newDelivery(endpoint, message, order)), dueAt: start + 1_000_000 * index })
      }
      yield* writeDeliveries(...made, yield* newDelivery(neighbour, message, { type: "invoice.created" }))
      const idsOfType = (...some: ReadonlyArray<WebhookEventType>) =>
        made
          .filter(({ order }) => some.includes(order.type))
          .toReversed()
          .map(({ order }) => [order.id, 1])
      assert.deepStrictEqual(
        yield* besides(["invoice.paid"]),
        idsOfType("invoice.created", "invoice.expired")
      )
      assert.deepStrictEqual(
        yield* besides(["invoice.paid", "invoice.expired"]),
        idsOfType("invoice.created")
      )
      assert.deepStrictEqual(yield* besides(types), [])
      assert.deepStrictEqual(yield* besides(["invoice.paid"], 3), idsOfType(...types.slice(1)).slice(0, 3))
      const ended = made.map((delivery, index) =>
        deliveryIn(index % 2 === 0 ? "cancelled" : "failed", delivery)
      )
      yield* commit(writingDeliveries(ended, 1, made))
      assert.deepStrictEqual(yield* besides([]), [])
    }
  ),

  "endpoints and partners have deliveries of their own": Effect.gen(function* () {
    const webhooks = yield* WebhookReader
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const neighbour = yield* newEndpoint(endpoint.order.partnerId)
    const stranger = yield* newEndpoint(yield* newPartnerId, { id: endpoint.order.id })
    const [delivery, other] = [yield* newOnePending(endpoint, 0), yield* newOnePending(neighbour, 0)]
    assert.deepStrictEqual(yield* dueIds(endpoint), [delivery.order.id])
    assert.deepStrictEqual(yield* dueIds(neighbour), [other.order.id])
    assert.deepStrictEqual(yield* dueIds(stranger), [])
    assert.deepStrictEqual(yield* nextDueAt(stranger), Option.none())
    assert.isTrue(Option.isNone(yield* webhooks.delivery(stranger.order.partnerId, delivery.order.id)))
    assert.isTrue(Option.isSome(yield* find(delivery)))
  }),

  "partnerOfDelivery finds the partner of a delivery": Effect.gen(function* () {
    const webhooks = yield* WebhookReader
    const [endpoint, neighbour] = [
      yield* newEndpoint(yield* newKnownPartner),
      yield* newEndpoint(yield* newKnownPartner)
    ]
    for (const each of [neighbour, endpoint]) {
      const { order } = yield* newOnePending(each, 0)
      assert.deepStrictEqual(yield* webhooks.partnerOfDelivery(order.id), Option.some(each.order.partnerId))
    }
    const { order } = yield* newDelivery(endpoint, yield* newMessage(endpoint.order.partnerId))
    assert.isTrue(Option.isNone(yield* webhooks.partnerOfDelivery(order.id)))
  }),

  "hundreds of deliveries are made by one commit, and moved along by another": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const statuses = deliveryStatuses
    const made = yield* newPending(
      endpoint,
      Array.from({ length: 500 }, (_, index) => index % 7)
    )
    assert.deepStrictEqual(yield* dueIds(endpoint, start + 3, 1_000), expected(made, start + 3))
    const moved = made.map((delivery, index) => deliveryIn(statuses[index % 4] ?? "failed", delivery))
    yield* commit(writingDeliveries(moved, 1, made))
    for (const delivery of moved)
      assert.deepStrictEqual(yield* find(delivery), Option.some({ state: delivery, version: 2 }))
    assert.lengthOf(yield* due(endpoint, start + 10_000, 1_000), 125)
  }),

  "one stale version among many refuses the whole commit, wherever it stands": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const made = yield* newPending(
      endpoint,
      Array.from({ length: 29 }, () => 0)
    )
    const moved = made.map((delivery) => deliveryIn("delivered", delivery))
    for (const [stale, delivery] of made.entries()) {
      if (stale % 14 !== 0) continue
      for (const expectedVersion of [0, 2]) {
        const { aggregates, ...rest } = writingDeliveries(moved, 1, made)
        const flawed = aggregates.map((write, index) =>
          write._tag === "WebhookDelivery" && index === stale
            ? { ...write, expectedVersion, previous: delivery }
            : write
        )
        const refusal = yield* Effect.flip(commit({ ...rest, aggregates: flawed }))
        const { id: subjectId } = delivery.order
        assert.deepInclude(refusal, { _tag: "VersionConflict", subjectId, expected: expectedVersion })
      }
    }
    const all = yield* due(endpoint)
    assert.deepStrictEqual(
      all.map(({ state, version }) => [state, version]),
      made.map((delivery) => [delivery, 1])
    )
  }),

  "of commits that move one delivery along at once one lands": Effect.gen(function* () {
    const delivery = yield* newOnePending(yield* newEndpoint(yield* newPartnerId), 0)
    const moves = Array.from({ length: 20 }, (_, attempts) => ({ ...delivery, attempts }))
    const results = yield* Effect.forEach(
      moves,
      (move) => Effect.result(commit(writingDeliveries([move], 1, [delivery]))),
      {
        concurrency: "unbounded"
      }
    )
    const winner = results.findIndex(Result.isSuccess)
    const losers = results.filter(Result.isFailure).map(({ failure }) => failure._tag)
    assert.deepStrictEqual(
      losers,
      Array.from({ length: 19 }, () => "VersionConflict")
    )
    const found = Option.getOrThrow(yield* find(delivery))
    assert.deepStrictEqual(found, { state: { ...delivery, attempts: winner }, version: 2 })
  })
} satisfies Checks<StorePorts | Ids>

export const webhookDeliverySuite = suiteOf<StorePorts>("webhook deliveries", webhookDeliveryChecks)
