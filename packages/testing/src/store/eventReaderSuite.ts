import { assert } from "@effect/vitest"
import { Ids, type StorePorts } from "@quittance/core"
import { EventReader, type EventRecord, eventData, type PartnerId } from "@quittance/core/adapter"
import { Effect } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { commit, newEvent, newPartnerId, start } from "./StoreSamples.ts"

/** The events of a subject are read in their order, whatever else there is. */

/** All that a reader must say of an event. */
const storedAs = (record: EventRecord) => {
  const { actor, at, event, id, version } = record
  return { id, type: event._tag, version, at, actor, data: eventData(record) }
}

const write = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  subjectId: string,
  ...events: ReadonlyArray<Partial<EventRecord>>
) {
  const written = yield* Effect.forEach(events, (more) => newEvent(partnerId, subjectId, more))
  yield* commit({ events: written })
  return written
})

const idsOf = (events: ReadonlyArray<{ readonly id: string }>) => events.map(({ id }) => id)

export const eventReaderChecks = {
  "an event is read as it was written, with who caused it": Effect.gen(function* () {
    const reader = yield* EventReader
    const partnerId = yield* newPartnerId
    const event = { _tag: "PayoutRejected", reason: `"no" 💸\n`, at: start + 1 } as const
    const actors = ["system", "customer", "user:1", "key:key_1", "operator:root", "provider:tron"] as const
    const written = yield* Effect.forEach(actors, (actor, index) =>
      newEvent(partnerId, "subject", { event, actor, at: start + index, version: index + 1 })
    )
    yield* commit({ events: written })
    assert.deepStrictEqual(yield* reader.ofSubject(partnerId, "subject", 10), written.map(storedAs))
  }),

  "events are read the oldest first, those of one commit in its order": Effect.gen(function* () {
    const reader = yield* EventReader
    const partnerId = yield* newPartnerId
    const at = (after: number, version: number) => ({ at: start + after, version })
    const first = yield* write(partnerId, "subject", at(0, 1))
    const third = yield* write(partnerId, "subject", at(5, 3), at(5, 3), at(5, 3))
    // Another process was quicker to write than to say when.
    const second = yield* write(partnerId, "subject", at(2, 2), at(2, 2))
    // Of the same instant: a version follows another.
    const last = yield* write(partnerId, "subject", at(5, 4))
    const all = [...first, ...second, ...third, ...last]
    assert.deepStrictEqual(idsOf(yield* reader.ofSubject(partnerId, "subject", 100)), idsOf(all))
  }),

  "of many events the newest are read, and no more than asked for": Effect.gen(function* () {
    const reader = yield* EventReader
    const partnerId = yield* newPartnerId
    const all = yield* Effect.forEach(Array.from({ length: 12 }), (_, index) =>
      write(partnerId, "subject", { at: start + index, version: index + 1 })
    )
    const newest = (limit: number) => Effect.map(reader.ofSubject(partnerId, "subject", limit), idsOf)
    assert.deepStrictEqual(yield* newest(3), idsOf(all.flat().slice(-3)))
    assert.deepStrictEqual(yield* newest(12), idsOf(all.flat()))
    assert.deepStrictEqual(yield* newest(0), [])
  }),

  "a subject is found by its whole id, and only by its own partner": Effect.gen(function* () {
    const reader = yield* EventReader
    const ids = yield* Ids
    const [owner, other] = [yield* newPartnerId, yield* newPartnerId]
    const id = yield* ids.uuid
    // Ids that begin alike, to the last character.
    const alike = [id, `${id.slice(0, -1)}#`, id.slice(0, 18), id.slice(0, 3), `${id}-1`, ""]
    const written = yield* Effect.forEach(alike, (subjectId) => write(owner, subjectId, {}))
    for (const [index, subjectId] of alike.entries()) {
      assert.deepStrictEqual(idsOf(yield* reader.ofSubject(owner, subjectId, 9)), idsOf(written[index] ?? []))
      assert.deepStrictEqual(yield* reader.ofSubject(other, subjectId, 9), [])
    }
    assert.deepStrictEqual(yield* reader.ofSubject(owner, "none", 9), [])
  })
} satisfies Checks<StorePorts | Ids>

export const eventReaderSuite = suiteOf<StorePorts>("events of a subject", eventReaderChecks)
