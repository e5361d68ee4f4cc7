import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { type RecordedDelivery, Store, WebhookReader } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import { Effect, Option } from "effect"
import { partnerId } from "./payoutSamples.ts"
import {
  delivered,
  failed,
  namesOf,
  posting,
  scheduled,
  unanswered,
  webhookUrl,
  writing
} from "./webhookSamples.ts"

const folder = temporaryFolder()
let fileCount = 0
const newStore = () => {
  fileCount += 1
  return SqliteStore.layer({ filename: join(folder, `store-${fileCount}.db`), mode: "sandbox" })
}

const commit = (...given: Parameters<Store["Service"]["commit"]>) =>
  Effect.flatMap(Store, (store) => store.commit(...given))

/** The delivery as it is read, and its version. */
const found = ({ order }: RecordedDelivery) =>
  Effect.flatMap(WebhookReader, (webhooks) => webhooks.delivery(order.partnerId, order.id))

const assertFound = Effect.fnUntraced(function* (
  deliveries: ReadonlyArray<RecordedDelivery>,
  version: number
) {
  for (const state of deliveries) {
    assert.deepStrictEqual(yield* found(state), Option.some({ state, version }))
  }
})

/** What each of so many deliveries becomes: each step in turn. */
const stepped = (names: ReadonlyArray<string>): ReadonlyArray<RecordedDelivery> =>
  names.map((name, index): RecordedDelivery => {
    const pending = scheduled(name)
    const elsewhere = { ...pending, url: "https://example.com/moved" }
    switch (index % 6) {
      case 0:
        return unanswered(pending)
      case 1:
        return failed(pending)
      case 2:
        return { ...delivered(pending), url: "https://example.com/moved" }
      case 3:
        return { ...delivered(unanswered(elsewhere)), attemptsBefore: 1 }
      case 4:
        return { ...pending, attemptsBefore: 1 }
      default:
        return delivered(pending)
    }
  })

describe("many deliveries of one commit", () => {
  for (const count of [1, 9, 10, 11, 37]) {
    it.effect(`${count} that are just scheduled are each read as written`, () =>
      Effect.gen(function* () {
        const deliveries = namesOf("a", count).map((name) => scheduled(name))
        yield* commit(writing(deliveries))
        yield* assertFound(deliveries, 1)
      }).pipe(Effect.provide(newStore()))
    )
  }

  it.effect("are each read as written, whatever step each takes", () =>
    Effect.gen(function* () {
      const names = namesOf("a", 60)
      const first = [...names.slice(0, 30).map((name) => scheduled(name)), ...stepped(names.slice(30))]
      yield* commit(writing(first))
      yield* assertFound(first, 1)
      const second = stepped(names)
      yield* commit(writing(second, 1, first))
      yield* assertFound(second, 2)
      const third = names.map((name, index) =>
        index < 30 ? delivered(scheduled(name)) : { ...scheduled(name), attemptsBefore: 1 }
      )
      yield* commit(writing(third, 2, second))
      yield* assertFound(third, 3)
    }).pipe(Effect.provide(newStore()))
  )

  it.effect("land between ids that are there already", () =>
    Effect.gen(function* () {
      const all = namesOf("a", 40).map((name) => scheduled(name))
      const [there, between] = [
        all.filter((_, index) => index % 2 === 1),
        all.filter((_, index) => index % 2 === 0)
      ]
      yield* commit(writing(there))
      yield* commit(writing(between))
      yield* assertFound(all, 1)
    }).pipe(Effect.provide(newStore()))
  )

  it.effect("are refused as one, and the stale one is named", () =>
    Effect.gen(function* () {
      const names = namesOf("a", 20)
      const pending = names.map((name) => scheduled(name))
      yield* commit(writing(pending))
      const stale = pending.slice(13, 14)
      yield* commit(writing(stale.map(unanswered), 1, stale))
      const change = yield* Effect.flip(commit(writing(pending.map(delivered), 1, pending)))
      assert.deepInclude(change, { _tag: "VersionConflict", subjectId: "dlv_a00013", expected: 1 })
      const others = namesOf("b", 20).map((name) => scheduled(name))
      const insert = yield* Effect.flip(commit(writing([...others, ...stale])))
      assert.deepInclude(insert, { _tag: "VersionConflict", subjectId: "dlv_a00013", expected: 0 })
      yield* assertFound(stale.map(unanswered), 2)
      yield* assertFound(pending.slice(0, 13), 1)
      for (const other of others) assert.isTrue(Option.isNone(yield* found(other)))
    }).pipe(Effect.provide(newStore()))
  )

  it.effect("may be decided on several versions, and another partner's of the same ids stay", () =>
    Effect.gen(function* () {
      const ours = namesOf("a", 12).map((name) => scheduled(name))
      const theirs = ours.map((each) => ({ ...each, order: { ...each.order, partnerId: "prt_other" } }))
      yield* commit(writing(ours))
      yield* commit(writing(theirs))
      const [again, once] = [ours.slice(0, 4).map(unanswered), ours.slice(4)]
      yield* commit(writing(again, 1, ours))
      const mixed = [writing(again.map(delivered), 2, again), writing(once.map(delivered), 1, once)]
      yield* commit({ ...writing([]), aggregates: mixed.flatMap(({ aggregates }) => aggregates) })
      yield* assertFound(again.map(delivered), 3)
      yield* assertFound(once.map(delivered), 2)
      yield* assertFound(theirs, 1)
    }).pipe(Effect.provide(newStore()))
  )
})

describe("what is due", () => {
  it.effect("has what other columns are left out for", () =>
    Effect.gen(function* () {
      const reader = yield* WebhookReader
      yield* commit(posting("a"))
      const pending = unanswered(scheduled("a"))
      const attempt = Option.map(pending.lastAttempt, (last) => ({
        ...last,
        url: "https://example.com/before"
      }))
      const moved = { ...pending, lastAttempt: attempt, url: webhookUrl }
      yield* commit(writing([moved]))
      const body = JSON.stringify({ id: "evt_a", type: "invoice.paid" })
      const due = yield* reader.due(partnerId, "whk_shop", moved.dueAt, 10)
      assert.deepStrictEqual(due, [{ state: moved, version: 1, body }])
    }).pipe(Effect.provide(newStore()))
  )
})
