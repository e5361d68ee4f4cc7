import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  deliveryList,
  type Erasure,
  type PartnerId,
  type RecordedDelivery,
  type WebhookMessage,
  WebhookReader
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { listed } from "./listed.ts"
import { commit, erase, newPartnerId, start } from "./StoreSamples.ts"
import {
  deliveryIn,
  fanOut,
  newDelivery,
  newEndpoint,
  newFannedOut,
  newMessage,
  posting,
  writeDeliveries,
  writingDeliveries
} from "./WebhookSamples.ts"

/** The end of retention: finished messages are found and erased; those that still wait for something stay whole. */

const erasing = ({ id: messageId, partnerId }: WebhookMessage): Erasure => ({
  _tag: "WebhookMessage",
  partnerId,
  messageId
})

const finishedBefore = Effect.fnUntraced(function* (partnerId: PartnerId, before: number, limit = 100) {
  const webhooks = yield* WebhookReader
  return yield* webhooks.finishedBefore(partnerId, before, limit)
})

const isThere = Effect.fnUntraced(function* ({ order }: RecordedDelivery) {
  const webhooks = yield* WebhookReader
  return Option.isSome(yield* webhooks.delivery(order.partnerId, order.id))
})

const later = start + 1_000_000

export const webhookRetentionChecks = {
  "finished are messages from before an instant, the oldest first, as many as are asked for": Effect.gen(
    function* () {
      const endpoint = yield* newEndpoint(yield* newPartnerId)
      const { partnerId } = endpoint.order
      const at = (after: number) =>
        Effect.map(
          newFannedOut(endpoint, ["delivered", "failed"], { createdAt: start + after }),
          ({ message }) => message.id
        )
      const [last, sameA, first, sameB] = yield* Effect.all([at(9), at(5), at(0), at(5)])
      const all = [first, sameA, sameB, last]
      assert.deepStrictEqual(yield* finishedBefore(partnerId, start + 10), all)
      assert.deepStrictEqual(yield* finishedBefore(partnerId, start + 9), all.slice(0, 3))
      assert.deepStrictEqual(yield* finishedBefore(partnerId, start), [])
      assert.deepStrictEqual(yield* finishedBefore(partnerId, start + 10, 2), all.slice(0, 2))
    }
  ),

  "a message that waits to be fanned out is not finished": Effect.gen(function* () {
    const message = yield* newMessage(yield* newPartnerId)
    const { partnerId } = message
    yield* commit(yield* posting(message))
    assert.deepStrictEqual(yield* finishedBefore(partnerId, later), [])
    yield* fanOut(message, "whk_1")
    assert.deepStrictEqual(yield* finishedBefore(partnerId, later), [])
    yield* fanOut(message, "all")
    assert.deepStrictEqual(yield* finishedBefore(partnerId, later), [message.id], "to nobody at all")
  }),

  "a message with a pending delivery is not finished": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const { partnerId } = endpoint.order
    const { deliveries, message } = yield* newFannedOut(endpoint, ["delivered", "pending", "failed"])
    const pending = deliveries.filter(({ _tag }) => _tag === "pending")
    assert.deepStrictEqual(yield* finishedBefore(partnerId, later), [])
    const failed = pending.map((each) => deliveryIn("failed", each))
    yield* commit(writingDeliveries(failed, 1, pending))
    assert.deepStrictEqual(yield* finishedBefore(partnerId, later), [message.id])
    yield* commit(writingDeliveries(pending, 2, failed))
    assert.deepStrictEqual(yield* finishedBefore(partnerId, later), [], "a redelivery waits again")
  }),

  "erasing a message erases all its deliveries and no other's": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const { id, partnerId } = endpoint.order
    const [gone, alsoGone, stays] = [
      yield* newFannedOut(endpoint, ["delivered", "failed"]),
      yield* newFannedOut(endpoint, []),
      yield* newFannedOut(endpoint, ["delivered"])
    ]
    yield* erase(erasing(gone.message), erasing(alsoGone.message))
    assert.deepStrictEqual(yield* finishedBefore(partnerId, later), [stays.message.id])
    assert.deepStrictEqual(yield* listed(deliveryList, { partnerId, endpointId: id }), {
      items: stays.deliveries,
      total: 1
    })
    for (const delivery of gone.deliveries) assert.isFalse(yield* isThere(delivery))
  }),

  "a message that waits to be fanned out stays": Effect.gen(function* () {
    const webhooks = yield* WebhookReader
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const message = yield* newMessage(endpoint.order.partnerId)
    yield* commit(yield* posting(message))
    const delivery = deliveryIn("delivered", yield* newDelivery(endpoint, message))
    yield* writeDeliveries(delivery)
    yield* fanOut(message, endpoint.order.id)
    yield* erase(erasing(message))
    assert.isTrue(yield* isThere(delivery))
    const [waiting] = yield* webhooks.waiting(message.partnerId, 10)
    assert.deepInclude(waiting, { through: endpoint.order.id })
    yield* fanOut(message, "all")
    yield* erase(erasing(message))
    assert.isFalse(yield* isThere(delivery))
  }),

  "a message with a pending delivery stays, with its body and every delivery": Effect.gen(function* () {
    const webhooks = yield* WebhookReader
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const { id, partnerId } = endpoint.order
    const { deliveries, message } = yield* newFannedOut(endpoint, ["delivered", "pending", "failed"])
    yield* erase(erasing(message))
    for (const delivery of deliveries) assert.isTrue(yield* isThere(delivery))
    const due = yield* webhooks.due(partnerId, id, later, 10)
    assert.deepStrictEqual(
      due.map(({ body }) => body),
      [message.body]
    )
  }),

  "a message stays when the commit that would erase it makes a delivery of it wait again": Effect.gen(
    function* () {
      const endpoint = yield* newEndpoint(yield* newPartnerId)
      const { deliveries, message } = yield* newFannedOut(endpoint, ["delivered"])
      const again = deliveries.map((each) => deliveryIn("pending", each))
      yield* commit({ ...writingDeliveries(again, 1, deliveries), erasures: [erasing(message)] })
      for (const delivery of deliveries) assert.isTrue(yield* isThere(delivery))
      assert.deepStrictEqual(yield* finishedBefore(message.partnerId, later), [])
    }
  ),

  "a delivery that was erased is not written again on its old version": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const { deliveries, message } = yield* newFannedOut(endpoint, ["failed"])
    yield* erase(erasing(message))
    const again = deliveries.map((each) => deliveryIn("pending", each))
    const redelivery = commit(writingDeliveries(again, 1, deliveries))
    assert.strictEqual((yield* Effect.flip(redelivery))._tag, "VersionConflict")
    for (const delivery of deliveries) assert.isFalse(yield* isThere(delivery))
  }),

  "what is not there, or another partner's, is erased without effect": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const { deliveries, message } = yield* newFannedOut(endpoint, ["delivered"])
    const stranger = yield* newPartnerId
    yield* erase(erasing({ ...message, partnerId: stranger }))
    yield* erase(erasing({ ...message, id: "evt_none" }))
    for (const delivery of deliveries) assert.isTrue(yield* isThere(delivery))
    assert.deepStrictEqual(yield* finishedBefore(message.partnerId, later), [message.id])
    assert.deepStrictEqual(yield* finishedBefore(stranger, later), [])
    yield* erase(erasing(message), erasing(message))
    assert.deepStrictEqual(yield* finishedBefore(message.partnerId, later), [])
  })
} satisfies Checks<StorePorts | Ids>

export const webhookRetentionSuite = suiteOf<StorePorts>("retention of webhooks", webhookRetentionChecks)
