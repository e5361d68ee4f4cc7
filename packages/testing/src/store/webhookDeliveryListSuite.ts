import { assert } from "@effect/vitest"
import {
  type DeliveryFilter,
  deliveryStatuses,
  fiatWebhookEvents,
  type Ids,
  type RecordedDelivery,
  type RegisteredEndpoint,
  type StorePorts,
  WebhookReader
} from "@quittance/core"
import { Effect } from "effect"
import * as fc from "fast-check"
import { type Checks, forAll, suiteOf } from "../Suite.ts"
import { commit, newPartnerId, start } from "./StoreSamples.ts"
import {
  deliveryIn,
  newDelivery,
  newEndpoint,
  newMessage,
  posting,
  writingDeliveries
} from "./WebhookSamples.ts"

/** The log of an endpoint's deliveries: order, pages, filters and totals. */

const list = Effect.fnUntraced(function* (
  { order }: RegisteredEndpoint,
  filter: DeliveryFilter = {},
  page = 1,
  limit = 100
) {
  const webhooks = yield* WebhookReader
  return yield* webhooks.deliveries(order.partnerId, order.id, filter, { page, limit })
})

/** What the list has to be, said without the product's words. */
const expected = (
  all: ReadonlyArray<RecordedDelivery>,
  { event, from = Number.NEGATIVE_INFINITY, status, to = Number.POSITIVE_INFINITY }: DeliveryFilter
): ReadonlyArray<RecordedDelivery> =>
  all
    .filter(({ _tag, order }) => {
      const isMeant = (status ?? _tag) === _tag && (event ?? order.type) === order.type
      return isMeant && from <= order.createdAt && order.createdAt < to
    })
    .toSorted((a, b) => b.order.createdAt - a.order.createdAt || (a.order.id < b.order.id ? 1 : -1))

interface Sample {
  readonly after: number
  readonly type: (typeof fiatWebhookEvents)[number]
  readonly status: RecordedDelivery["_tag"]
}

/** A delivery that was created so long after `start` and went on to a state of its own. */
const newDelivered = Effect.fnUntraced(function* (
  endpoint: RegisteredEndpoint,
  { after, status, type }: Sample
) {
  const message = yield* newMessage(endpoint.order.partnerId, { createdAt: start + after, type })
  const fresh = yield* newDelivery(endpoint, message)
  const { aggregates } = writingDeliveries([fresh])
  yield* commit({ ...(yield* posting(message, "none")), aggregates })
  const next = deliveryIn(status, fresh)
  yield* commit(writingDeliveries([next], 1))
  return next
})

/** One of which nothing matters but when it was created. */
const newAt = (endpoint: RegisteredEndpoint, after: number) =>
  newDelivered(endpoint, { after, type: "invoice.paid", status: "delivered" })

/** Few instants, so that many are equal. */
const sample: fc.Arbitrary<Sample> = fc.record({
  after: fc.integer({ min: 0, max: 20 }),
  type: fc.constantFrom(...fiatWebhookEvents),
  status: fc.constantFrom(...deliveryStatuses)
})

const bound = fc.integer({ min: start - 1, max: start + 21 })

const request = fc.record({
  filter: fc.record(
    {
      status: fc.constantFrom(...deliveryStatuses),
      event: fc.constantFrom(...fiatWebhookEvents),
      from: bound,
      to: bound
    },
    { requiredKeys: [] }
  ),
  limit: fc.oneof(fc.integer({ min: 1, max: 7 }), fc.constantFrom(20, 100)),
  page: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30 }))
})

export const webhookDeliveryListChecks = {
  "the newest come first: creation instant, then id": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const at = (after: number) => newAt(endpoint, after)
    const [late, sameA, early, sameB] = yield* Effect.all([at(9), at(5), at(0), at(5)])
    const { items, total } = yield* list(endpoint)
    assert.deepStrictEqual(items, [late, sameB, sameA, early])
    assert.strictEqual(total, 4)
  }),

  "pages divide the list; a page past the end is empty and knows the total": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const made = yield* Effect.forEach([0, 1, 2, 0, 1, 2, 0], (after) => newAt(endpoint, after))
    const pages = yield* Effect.forEach([1, 2, 3, 4], (page) => list(endpoint, {}, page, 3))
    assert.deepStrictEqual(
      pages.map(({ items, total }) => [items.length, total]),
      [
        [3, 7],
        [3, 7],
        [1, 7],
        [0, 7]
      ]
    )
    assert.deepStrictEqual(
      pages.flatMap(({ items }) => items),
      expected(made, {})
    )
    assert.deepStrictEqual(yield* list(endpoint, {}, 1_000_000), { items: [], total: 7 })
  }),

  "a delivery is listed under the state it is in now": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const delivery = yield* newAt(endpoint, 0)
    for (const [index, status] of (["failed", "pending", "delivered"] as const).entries()) {
      const moved = deliveryIn(status, delivery)
      yield* commit(writingDeliveries([moved], index + 2))
      for (const asked of deliveryStatuses) {
        const items = asked === status ? [moved] : []
        assert.deepStrictEqual(yield* list(endpoint, { status: asked }), { items, total: items.length })
      }
    }
  }),

  "any filter and page gives what looking at every delivery gives": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const samples = fc.sample(sample, { seed: 20260101, numRuns: 120 })
    const made = yield* Effect.forEach(samples, (each) => newDelivered(endpoint, each))
    yield* forAll(
      request,
      ({ filter, limit, page }) =>
        Effect.gen(function* () {
          const all = expected(made, filter)
          const found = yield* list(endpoint, filter, page, limit)
          assert.strictEqual(found.total, all.length)
          assert.deepStrictEqual(found.items, all.slice((page - 1) * limit, page * limit))
        }),
      400
    )
  }),

  "an endpoint's log has only its own deliveries, and only its partner reads it": Effect.gen(function* () {
    const endpoint = yield* newEndpoint(yield* newPartnerId)
    const neighbour = yield* newEndpoint(endpoint.order.partnerId)
    const stranger = yield* newEndpoint(yield* newPartnerId, { id: endpoint.order.id })
    const [one, other] = [yield* newAt(endpoint, 0), yield* newAt(neighbour, 0)]
    assert.deepStrictEqual(yield* list(endpoint), { items: [one], total: 1 })
    assert.deepStrictEqual(yield* list(neighbour), { items: [other], total: 1 })
    assert.deepStrictEqual(yield* list(stranger), { items: [], total: 0 })
  })
} satisfies Checks<StorePorts | Ids>

export const webhookDeliveryListSuite = suiteOf<StorePorts>(
  "lists of webhook deliveries",
  webhookDeliveryListChecks
)
