import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import { type PartnerId, Store, type WebhookMessage, WebhookReader } from "@quittance/core/adapter"
import { Effect } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { adjusting, balancesOf, commit, newPartnerId, start } from "./StoreSamples.ts"
import { fanOut, newDelivery, newEndpoint, newMessage, posting, writingDeliveries } from "./WebhookSamples.ts"

/**
 * The outbox: a message waits from the commit of its event until a commit says that every endpoint has its delivery.
 */

const waiting = Effect.fnUntraced(function* (partnerId: PartnerId, limit = 100) {
  const webhooks = yield* WebhookReader
  return yield* webhooks.waiting(partnerId, limit)
})

const waitingIds = (partnerId: PartnerId, limit?: number) =>
  Effect.map(waiting(partnerId, limit), (all) => all.map(({ message }) => message.id))

const newWaiting = Effect.fnUntraced(function* (partnerId: PartnerId, more: Partial<WebhookMessage> = {}) {
  const message = yield* newMessage(partnerId, more)
  yield* commit(yield* posting(message))
  return message
})

const byId = (messages: ReadonlyArray<WebhookMessage>) => messages.map(({ id }) => id).toSorted()

export const outboxChecks = {
  "a message waits from the commit of its event on, fanned out to nobody": Effect.gen(function* () {
    const store = yield* Store
    const partnerId = yield* newPartnerId
    const message = yield* newMessage(partnerId, { type: "crypto.invoice.overpaid", createdAt: start + 7 })
    const { body: _, ...named } = message
    const post = yield* posting(message)
    yield* commit({ ...post, entries: [adjusting(partnerId, 1n)] })
    assert.deepStrictEqual(yield* waiting(partnerId), [{ message: named, through: "" }])
    for (const event of post.events) assert.isTrue(yield* store.committed(event))
    assert.strictEqual((yield* balancesOf(partnerId)).available, 1n)
  }),

  "a refused commit posts nothing": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const post = yield* posting(yield* newMessage(partnerId))
    const refusal = yield* Effect.flip(commit({ ...post, entries: [adjusting(partnerId, -1n)] }))
    assert.strictEqual(refusal._tag, "LimitExceeded")
    assert.deepStrictEqual(yield* waiting(partnerId), [])
    yield* commit(post)
    assert.lengthOf(yield* waiting(partnerId), 1)
  }),

  "waiting messages come in the order of ids, as many as are asked for": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const at = (after: number) => newMessage(partnerId, { createdAt: start + after })
    const made = yield* Effect.all([at(3), at(0), at(2), at(1)])
    const [first, second, third, fourth] = made
    const one = yield* posting(fourth)
    const two = yield* posting(second)
    yield* commit({ outbox: [...one.outbox, ...two.outbox], events: [...one.events, ...two.events] })
    for (const message of [first, third]) yield* commit(yield* posting(message))
    assert.deepStrictEqual(yield* waitingIds(partnerId), byId(made))
    assert.deepStrictEqual(yield* waitingIds(partnerId, 3), byId(made).slice(0, 3))
  }),

  "a message waits on while it is fanned out, and remembers how far": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const message = yield* newWaiting(partnerId)
    const other = yield* newWaiting(partnerId)
    const standing = Effect.map(waiting(partnerId), (all) =>
      all.map((each) => [each.message.id, each.through])
    )
    for (const through of ["whk_1", "whk_2"]) {
      yield* fanOut(message, through)
      assert.deepStrictEqual(yield* standing, [
        [message.id, through],
        [other.id, ""]
      ])
    }
    yield* fanOut(message, "all")
    assert.deepStrictEqual(yield* standing, [[other.id, ""]])
  }),

  "a message that was posted to be kept never waits": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const message = yield* newMessage(partnerId)
    yield* commit(yield* posting(message, "none"))
    assert.deepStrictEqual(yield* waiting(partnerId), [])
  }),

  "fanning out changes only what waits, and makes nothing wait again": Effect.gen(function* () {
    const [partnerId, other] = [yield* newPartnerId, yield* newPartnerId]
    const message = yield* newWaiting(partnerId)
    yield* fanOut({ id: message.id, partnerId: other }, "all")
    yield* fanOut({ id: "evt_never_posted", partnerId }, "all")
    assert.deepStrictEqual(yield* waitingIds(partnerId), [message.id])
    yield* fanOut(message, "all")
    yield* fanOut(message, "whk_late")
    yield* fanOut(message, "all")
    assert.deepStrictEqual(yield* waiting(partnerId), [])
  }),

  "a message is fanned out together with its deliveries or not at all": Effect.gen(function* () {
    const webhooks = yield* WebhookReader
    const partnerId = yield* newPartnerId
    const endpoint = yield* newEndpoint(partnerId)
    const message = yield* newWaiting(partnerId)
    const deliveries = yield* Effect.forEach([1, 2, 3], () => newDelivery(endpoint, message))
    const fannedOut = (expectedVersion: number) =>
      commit({
        ...writingDeliveries(deliveries, expectedVersion),
        outbox: [{ _tag: "FannedOut", partnerId, messageId: message.id, through: "all" }]
      })
    const due = webhooks.due(partnerId, endpoint.order.id, start, 10)
    assert.strictEqual((yield* Effect.flip(fannedOut(1)))._tag, "VersionConflict")
    assert.deepStrictEqual(yield* waitingIds(partnerId), [message.id])
    assert.lengthOf(yield* due, 0)
    yield* fannedOut(0)
    assert.deepStrictEqual(yield* waiting(partnerId), [])
    assert.lengthOf(yield* due, 3)
  }),

  "a partner sees only messages of its own": Effect.gen(function* () {
    const [owner, other] = [yield* newPartnerId, yield* newPartnerId]
    const message = yield* newWaiting(owner)
    assert.deepStrictEqual(yield* waitingIds(owner), [message.id])
    assert.deepStrictEqual(yield* waiting(other), [])
  })
} satisfies Checks<StorePorts | Ids>

export const outboxSuite = suiteOf<StorePorts>("outbox", outboxChecks)
