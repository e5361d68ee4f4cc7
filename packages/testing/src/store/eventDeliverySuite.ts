import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import { WebhookReader } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { commit, newPartnerId, start } from "./StoreSamples.ts"
import { deliveryIn, newDelivery, newEndpoint, writeDeliveries, writingDeliveries } from "./WebhookSamples.ts"
import { newPosted } from "./webhookDeliverySuite.ts"

/** The messages of events, and their deliveries, are found by the events. */
export const eventDeliveryChecks = {
  "the body of a message is told to its partner only": Effect.gen(function* () {
    const { id, partnerId } = yield* newPosted(yield* newPartnerId)
    const { body } = yield* WebhookReader
    assert.isTrue(Option.isSome(yield* body(partnerId, id)))
    assert.isTrue(Option.isNone(yield* body(yield* newPartnerId, id)))
    assert.isTrue(Option.isNone(yield* body(partnerId, `${id}0`)))
  }),

  "deliveries are found by their events, the newest first, without earlier attempts, and as many as are asked for":
    Effect.gen(function* () {
      const [partnerId, other] = [yield* newPartnerId, yield* newPartnerId]
      const endpoints = [yield* newEndpoint(partnerId), yield* newEndpoint(partnerId)]
      const messages = yield* Effect.forEach([5, 0, 9], (after) =>
        newPosted(partnerId, { createdAt: start + after })
      )
      const made = yield* Effect.forEach(messages, (message) =>
        Effect.forEach(endpoints, (endpoint) => newDelivery(endpoint, message))
      )
      yield* writeDeliveries(...made.flat())
      const [early = [], , late = []] = made
      const [first] = late
      assert.isDefined(first)
      const moved = {
        ...deliveryIn("failed", first),
        earlierAttempts: Option.toArray(deliveryIn("failed", first).lastAttempt)
      }
      yield* commit(writingDeliveries([moved], 1, [first]))
      const { deliveriesOf } = yield* WebhookReader
      const asked = [messages[0], messages[2]].map((message) => message?.id ?? "")
      const expected = [...late, ...early]
        .map((delivery) => (delivery === first ? { ...moved, earlierAttempts: [] } : delivery))
        .toSorted((a, b) => b.order.createdAt - a.order.createdAt || (a.order.id < b.order.id ? 1 : -1))
      assert.deepStrictEqual(yield* deliveriesOf(partnerId, asked, 100), expected)
      assert.deepStrictEqual(yield* deliveriesOf(partnerId, asked, 3), expected.slice(0, 3))
      assert.deepStrictEqual(yield* deliveriesOf(other, asked, 100), [])
      assert.deepStrictEqual(yield* deliveriesOf(partnerId, [], 100), [])
    })
} satisfies Checks<StorePorts | Ids>

export const eventDeliverySuite = suiteOf<StorePorts>("deliveries of events", eventDeliveryChecks)
