import {
  type DeliveryAttempt,
  deliveryPrefix,
  earlierAttemptsMax,
  eventPrefix,
  eventsOfFamily,
  type RecordedDelivery,
  type RegisteredEndpoint,
  type Subscriber,
  subscriberIdOf,
  subscriber as subscribers,
  type WebhookDeliveryOrder,
  type WebhookEventType,
  type WebhookMessage,
  type WebhookOrder,
  webhookEndpoint,
  webhookPrefix
} from "@quittance/core/adapter"
import * as fc from "fast-check"
import { statesOf, valuesOf } from "./fieldGenerators.ts"
import { instant } from "./moneyGenerators.ts"
import { anyText, asciiText, optionOf, prefixed, scalarValue } from "./textGenerators.ts"

/** Webhook endpoints and deliveries in every state that can be stored, with every field over its whole range. */

const eventType: fc.Arbitrary<WebhookEventType> = fc.constantFrom(
  ...eventsOfFamily.fiat,
  ...eventsOfFamily.transit
)

export const webhookOrder = (partnerId: string): fc.Arbitrary<WebhookOrder> =>
  fc.record(
    valuesOf(webhookEndpoint.order, { id: prefixed(webhookPrefix), partnerId: fc.constant(partnerId) })
  )

/** Subscribers of the host, who may be removed and told of holds. */
export const subscriber: fc.Arbitrary<Subscriber> = fc.record({
  ...valuesOf(subscribers.fixed, { id: asciiText(1, 60).map(subscriberIdOf) }),
  ...valuesOf(subscribers.changing, {
    events: fc.shuffledSubarray<WebhookEventType>([...eventsOfFamily.fiat, ...eventsOfFamily.transit])
  })
})

/** Events are in the partner's order. A retiring secret may have retired long ago. */
export const webhookEndpointState = (order: WebhookOrder): fc.Arbitrary<RegisteredEndpoint> =>
  statesOf(webhookEndpoint, order, {
    target: fc.record({
      url: fc.oneof(fc.webUrl({ withQueryParameters: true }), asciiText(1, 2_048)),
      events: fc.shuffledSubarray<WebhookEventType>([...eventsOfFamily[order.family]])
    })
  })

export const webhookMessage = (partnerId: string): fc.Arbitrary<WebhookMessage> =>
  fc.record({
    id: prefixed(eventPrefix),
    partnerId: fc.constant(partnerId),
    type: eventType,
    createdAt: instant,
    body: fc.oneof(
      fc.json({ stringUnit: scalarValue }),
      anyText(2_000).map((text) => JSON.stringify({ text }))
    )
  })

export const webhookDeliveryOrder = (partnerId: string): fc.Arbitrary<WebhookDeliveryOrder> =>
  fc.record({
    id: prefixed(deliveryPrefix),
    partnerId: fc.constant(partnerId),
    endpointId: prefixed(webhookPrefix),
    eventId: prefixed(eventPrefix),
    type: eventType,
    createdAt: instant
  })

/** The beginning of an answer: up to 2 KiB of UTF-8, of any characters. */
const responseStart: fc.Arbitrary<string> = fc.oneof(
  anyText(500),
  fc.constantFrom("💸".repeat(512), "é".repeat(1_024), "x".repeat(2_048))
)

const attempt: fc.Arbitrary<DeliveryAttempt> = fc.record({
  at: instant,
  url: fc.webUrl({ withQueryParameters: true }),
  responseCode: optionOf(fc.integer({ min: 100, max: 599 })),
  responseMillis: fc.nat({ max: 60_000 }),
  responseStart: optionOf(responseStart),
  error: optionOf(anyText(500))
})

/** The last attempt may be older than the URL and the error of now. */
export const webhookDeliveryState = (order: WebhookDeliveryOrder): fc.Arbitrary<RecordedDelivery> => {
  const recorded = {
    order: fc.constant(order),
    attempts: fc.nat({ max: 1_000 }),
    attemptsBefore: fc.nat({ max: 1_000 }),
    url: fc.webUrl({ withQueryParameters: true }),
    lastAttempt: optionOf(attempt),
    earlierAttempts: fc.oneof(fc.constant([]), fc.array(attempt, { maxLength: earlierAttemptsMax })),
    error: optionOf(anyText(500)),
    updatedAt: instant
  }
  return fc.oneof(
    fc.record({ _tag: fc.constant("pending" as const), ...recorded, dueAt: instant }),
    fc.record({ _tag: fc.constant("delivered" as const), ...recorded, deliveredAt: instant }),
    fc.record({ _tag: fc.constant("failed" as const), ...recorded }),
    fc.record({ _tag: fc.constant("cancelled" as const), ...recorded })
  )
}
