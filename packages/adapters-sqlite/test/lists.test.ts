import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import {
  AuditReader,
  balanceEntryList,
  deliveryList,
  emptyCommit,
  ListReader,
  millisPerHour,
  type PendingDelivery,
  payoutList,
  Store
} from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { funding, partnerId, reserving, start } from "./payoutSamples.ts"
import { delivered, failed, messageNamed, scheduled, writing } from "./webhookSamples.ts"

const newStore = () => {
  const filename = join(temporaryFolder(), "store.db")
  return { filename, layer: SqliteStore.layer({ filename, mode: "sandbox" }) }
}

const countsOf = (filename: string): ReadonlyArray<unknown> => {
  const database = new Database(filename, { readonly: true })
  const all = `SELECT list, status, kind, grain, count FROM list_counts
    WHERE list <> 'balanceEntries' ORDER BY 1, 2, 3, 4`
  const counts = database.prepare(all).raw().all()
  database.close()
  return counts
}

it.effect("keeps no counts of what is erased", () => {
  const { filename, layer } = newStore()
  return Effect.gen(function* () {
    const { commit } = yield* Store
    const at = (name: string, hours: number): PendingDelivery => {
      const fresh = scheduled(name)
      return { ...fresh, order: { ...fresh.order, createdAt: start + hours * millisPerHour } }
    }
    const fresh = [at("a", 0), at("b", 1), at("c", 50)]
    const stays = at("d", 50)
    const outbox = ["a", "b", "c", "d"].map(
      (name) => ({ _tag: "Posted", message: messageNamed(name), fanOut: "none" }) as const
    )
    yield* commit({ ...writing([...fresh, stays]), outbox })
    const ended = fresh.map((each, index) => (index === 1 ? failed(each) : delivered(each)))
    yield* commit(writing(ended, 1, fresh))
    assert.lengthOf(countsOf(filename), 13)
    yield* commit({
      ...emptyCommit,
      erasures: outbox.map(({ message }) => ({ _tag: "WebhookMessage", partnerId, messageId: message.id }))
    })
    assert.deepStrictEqual(countsOf(filename), [
      ["webhookDeliveries", "", "invoice.paid", "day", 1],
      ["webhookDeliveries", "", "invoice.paid", "hour", 1],
      ["webhookDeliveries", "pending", "invoice.paid", "day", 1],
      ["webhookDeliveries", "pending", "invoice.paid", "hour", 1]
    ])
    const owner = { partnerId, endpointId: "whk_shop" }
    const { items } = yield* (yield* ListReader).page(deliveryList, owner, {}, { page: 1, limit: 9 }, start)
    assert.deepStrictEqual(items, [stays])
    assert.deepStrictEqual((yield* (yield* AuditReader).snapshot).storageFaults, [])
  }).pipe(Effect.scoped, Effect.provide(layer))
})

it.effect("counts once what was written twice because its group was taken back", () => {
  const { filename, layer } = newStore()
  return Effect.gen(function* () {
    const { commit } = yield* Store
    yield* commit(funding("funds", 10_000_000n))
    const twice = reserving("d")
    const bad = { ...twice, aggregates: [...twice.aggregates, ...twice.aggregates] }
    const commits = [reserving("a"), reserving("b"), bad, reserving("c")]
    const exits = yield* Effect.all(
      commits.map((each) => Effect.exit(commit(each))),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(
      exits.map(({ _tag }) => _tag),
      ["Success", "Success", "Failure", "Success"]
    )
    const lists = yield* ListReader
    const { total } = yield* lists.page(payoutList, { partnerId }, {}, { page: 1, limit: 1 }, start)
    assert.strictEqual(total, 3)
    assert.deepStrictEqual(countsOf(filename), [
      ["payouts", "", "", "day", 3],
      ["payouts", "", "", "hour", 3],
      ["payouts", "PENDING", "", "day", 3],
      ["payouts", "PENDING", "", "hour", 3]
    ])
  }).pipe(Effect.provide(layer))
})

it.effect("ids of a statement are the same whatever other partners do", () => {
  const idsBeside = (others: number) =>
    Effect.gen(function* () {
      const { commit } = yield* Store
      yield* commit(funding("first", 5n))
      for (let index = 0; index < others; index++) {
        const { entries, events, ...rest } = funding(`other-${index}`, 5n)
        const theirs = { partnerId: "prt_other" }
        yield* commit({
          ...rest,
          entries: entries.map((entry) => ({ ...entry, ...theirs })),
          events: events.map((event) => ({ ...event, ...theirs }))
        })
      }
      yield* commit(funding("second", 5n))
      const { page } = yield* ListReader
      const { items } = yield* page(balanceEntryList, { partnerId }, {}, { page: 1, limit: 9 }, start)
      return items.map(({ id }) => id)
    }).pipe(Effect.provide(newStore().layer))
  return Effect.gen(function* () {
    const alone = yield* idsBeside(0)
    assert.lengthOf(alone, 2)
    assert.deepStrictEqual(yield* idsBeside(3), alone)
  })
})
