import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import {
  AuditReader,
  type DeliveryFilter,
  type DeliveryStatus,
  emptyCommit,
  type Erasure,
  millisPerHour,
  millisPerMinute,
  type OutboxChange,
  type RecordedDelivery,
  Store,
  WebhookReader
} from "@quittance/core"
import Database from "better-sqlite3"
import { Context, Effect, Layer, Random } from "effect"
import { partnerId, start } from "./payoutSamples.ts"
import { temporaryFolder } from "@quittance/testing"
import { delivered, failed, messageNamed, scheduled, unanswered, writing } from "./webhookSamples.ts"

/**
 * A log of deliveries that was drawn from a seed: 60 hours, some of them dense, several deliveries of one instant, ids in no
 * order of time, some redelivered, and some erased.
 */
const drawn = Effect.gen(function* () {
  const { commit } = yield* Store
  const below = (count: number) => Effect.map(Random.next, (draw) => Math.floor(draw * count))
  const kept: Array<RecordedDelivery> = []
  const erasures: Array<Erasure> = []
  const outbox: Array<OutboxChange> = []
  const steps: Array<readonly [RecordedDelivery, RecordedDelivery, RecordedDelivery]> = []
  for (let count = 0; count < 2_000; count++) {
    const isDense = (yield* below(2)) === 0
    const at =
      start +
      (isDense ? 31 * millisPerHour + (yield* below(millisPerHour)) : yield* below(60 * millisPerHour))
    const createdAt = (yield* below(2)) === 0 ? at : at - (at % (5 * millisPerMinute))
    const name = `${(yield* below(2 ** 31)).toString(36)}_${count}`
    const fresh = scheduled(name, (yield* below(10)) === 0 ? "other" : "shop")
    const type = (yield* below(3)) === 0 ? "invoice.expired" : "invoice.paid"
    const pending = { ...fresh, order: { ...fresh.order, createdAt, type } as const }
    const ended = [pending, unanswered(pending), failed(pending), delivered(pending), delivered(pending)]
    const first = ended[yield* below(5)] ?? pending
    const isRedelivered = (yield* below(20)) === 0
    const last = isRedelivered ? (ended[yield* below(5)] ?? pending) : first
    steps.push([pending, first, last])
    outbox.push({ _tag: "Posted", message: messageNamed(name), fanOut: "none" })
    if (last._tag !== "pending" && (yield* below(10)) === 0) {
      erasures.push({ _tag: "WebhookMessage", partnerId, messageId: `evt_${name}` })
    } else kept.push(last)
  }
  yield* commit({ ...writing(steps.map(([pending]) => pending)), outbox })
  yield* commit(
    writing(
      steps.map(([, first]) => first),
      1
    )
  )
  yield* commit(
    writing(
      steps.map(([, , last]) => last),
      2
    )
  )
  yield* commit({ ...emptyCommit, erasures })
  assert.isAbove(erasures.length, 50)
  return kept.filter(({ order }) => order.endpointId === "whk_shop")
})

const filename = join(temporaryFolder(), "store.db")

class Log extends Context.Service<Log, ReadonlyArray<RecordedDelivery>>()("Log") {
  static readonly layer = Layer.provideMerge(
    Layer.effect(Log, Random.withSeed(drawn, "delivery log")),
    SqliteStore.layer({ filename, mode: "sandbox" })
  )
}

const statuses: ReadonlyArray<DeliveryStatus | undefined> = [undefined, "pending", "delivered", "failed"]
const events = [undefined, "invoice.paid", "kyc.failed"] as const
const ranges: ReadonlyArray<DeliveryFilter> = [
  {},
  { to: start + 32 * millisPerHour },
  { from: start + 31 * millisPerHour + 7, to: start + 50 * millisPerHour + 11 },
  {
    from: start + 31 * millisPerHour + 10 * millisPerMinute,
    to: start + 31 * millisPerHour + 20 * millisPerMinute
  },
  { from: start + 9 * millisPerHour, to: start + 8 * millisPerHour }
]

it.layer(Log.layer)("a log of deliveries", (layered) => {
  layered.effect("is as sorted by hand, on every page of every filter", () =>
    Effect.gen(function* () {
      const reader = yield* WebhookReader
      const log = yield* Log
      const limit = 47
      for (const status of statuses) {
        for (const event of events) {
          for (const range of ranges) {
            const filter = { ...range, ...(status && { status }), ...(event && { event }) }
            const expected = log
              .filter(({ _tag, order }) => _tag === (status ?? _tag) && order.type === (event ?? order.type))
              .map(({ order }) => order)
              .filter(({ createdAt }) => createdAt >= (range.from ?? 0) && createdAt < (range.to ?? Infinity))
              .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
              .map(({ id }) => id)
            for (let page = 1; page <= Math.ceil(expected.length / limit) + 1; page++) {
              const found = yield* reader.deliveries(partnerId, "whk_shop", filter, { page, limit })
              const name = `${JSON.stringify(filter)} page ${page}`
              assert.deepStrictEqual(
                found.items.map(({ order }) => order.id),
                expected.slice((page - 1) * limit, page * limit),
                name
              )
              assert.strictEqual(found.total, expected.length, name)
            }
          }
        }
      }
    })
  )

  layered.effect("is counted right by the hour", () =>
    Effect.gen(function* () {
      const { storageFaults } = yield* (yield* AuditReader).snapshot
      assert.deepStrictEqual(storageFaults, [])
    })
  )

  layered.effect("leaves no counts behind when all that is finished is erased", () =>
    Effect.gen(function* () {
      const { commit } = yield* Store
      const log = yield* Log
      const hoursOf = (part: ReadonlyArray<RecordedDelivery>) =>
        new Set(part.map(({ order }) => `${Math.floor(order.createdAt / millisPerHour)} ${order.type}`))
      const pending = log.filter(({ _tag }) => _tag === "pending")
      assert.isAbove(hoursOf(log).size, hoursOf(pending).size)
      yield* commit({
        ...emptyCommit,
        erasures: log.map(({ order }) => ({ _tag: "WebhookMessage", partnerId, messageId: order.eventId }))
      })
      const database = new Database(filename, { readonly: true })
      const counts = database
        .prepare("SELECT hour || ' ' || type FROM webhook_delivery_counts WHERE endpoint_id = 'whk_shop'")
        .pluck()
      assert.deepStrictEqual(new Set(counts.all()), hoursOf(pending))
      database.close()
      const { storageFaults } = yield* (yield* AuditReader).snapshot
      assert.deepStrictEqual(storageFaults, [])
    })
  )
})
