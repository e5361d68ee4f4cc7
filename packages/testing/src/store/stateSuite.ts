import { assert } from "@effect/vitest"
import { Ids, type StorePorts } from "@quittance/core"
import {
  type AggregateWrite,
  type Claim,
  type Concept,
  concepts,
  type EventRecord,
  type Index,
  invariant,
  ownClaim,
  type PartnerId,
  partner,
  partnerPrefix,
  StateReader,
  type Versioned
} from "@quittance/core/adapter"
import { Effect, type Layer, Option, Stream } from "effect"
import * as fc from "fast-check"
import { type Generated, generatedConcepts } from "../generators/conceptGenerators.ts"
import { type CheckGroup, type Checks, forAll, runSuite } from "../Suite.ts"
import { commit, newEvent, newPartnerId, start } from "./StoreSamples.ts"

/** The states of every concept are read as they were written: by key, by every index, and all of them. */

interface Values {
  readonly [field: string]: unknown
}

/** The order of a state, or a record itself. */
const orderOf = (state: unknown): Values => {
  const values = state as { readonly order?: Values } & Values
  return values.order ?? values
}

/** The same with other values of the fixed fields. */
export const named = <State>(state: State, name: Values): State => {
  const { order } = state as { readonly order?: Values }
  return order === undefined ? { ...state, ...name } : { ...state, order: { ...order, ...name } }
}

/** What no later write of a state changes: its order, or the fixed fields of a record. */
const keptOf = (concept: Generated["concept"], state: object): Values => {
  const { fixed } = concept as { readonly fixed?: object }
  const isKept = (name: string) => (fixed === undefined ? name === "order" : name in fixed)
  return Object.fromEntries(Object.entries(state).filter(([name]) => isKept(name)))
}

interface Owner {
  readonly partnerId: PartnerId
  readonly id: string
}

/** A partner owns itself. */
const newOwner = Effect.fnUntraced(function* ({ concept }: Generated, partnerId?: PartnerId) {
  const ids = yield* Ids
  if (concept.partnerColumn === "id") {
    const id = yield* ids.prefixed(partnerPrefix)
    return { partnerId: id, id }
  }
  return { partnerId: partnerId ?? (yield* newPartnerId), id: yield* ids.uuid }
})

/** What identifies a state: its id, its partner, and the unique value by which it is looked up. */
const nameOf = ({ concept }: Generated, { id, partnerId }: Owner): Values => {
  const lookups = Object.values(concept.indexes).flatMap(({ across, on }) => (across === "lookup" ? on : []))
  return {
    ...Object.fromEntries(lookups.map((field) => [field, `${field} of ${id}`])),
    ...(concept.partnerColumn === "id" ? { id } : { id, partnerId })
  }
}

/** The global claims by which a state is looked up. */
const claimsOf = ({ concept: { indexes } }: Generated, owner: Owner, state: unknown): ReadonlyArray<Claim> =>
  Object.values(indexes).flatMap(({ claim, on }) =>
    claim === undefined ? [] : on.map((field) => ownClaim(owner, claim, String(orderOf(state)[field])))
  )

const write = Effect.fnUntraced(function* (
  generated: Generated,
  owner: Owner,
  state: unknown,
  expectedVersion = 0,
  previous?: unknown
) {
  const events = [yield* newEvent(owner.partnerId, owner.id, { version: expectedVersion + 1 })]
  const { name } = generated.concept
  const claims = previous === undefined ? claimsOf(generated, owner, state) : []
  yield* commit({
    aggregates: [{ _tag: name, state, expectedVersion, previous } as AggregateWrite],
    claims,
    events
  })
})

/** A partner whose state exists. What is found without its partner is found among these. */
export const newKnownPartner = Effect.gen(function* () {
  const generated = generatedConcepts.find(({ concept }) => concept.name === partner.name)
  invariant(generated !== undefined, "states of partners are generated")
  const owner = yield* newOwner(generated)
  for (const [sample] of samplesOf(generated.twoStates, 1))
    yield* write(generated, owner, named(sample, nameOf(generated, owner)))
  return owner.partnerId
})

const samplesOf = <A>(values: fc.Arbitrary<A>, count: number): ReadonlyArray<A> =>
  fc.sample(values, { numRuns: count, seed: 20260101 })

/** The value of an indexed field of a state: a text, a number or nothing. */
const held = ({ statuses }: Concept<unknown>, state: unknown, field: string): unknown => {
  const values = state as Values
  if (field === "state") return values._tag
  if (field === "status") return statuses?.[String(values._tag)]
  const value = orderOf(state)[field] ?? values[field]
  if (Option.isOption(value)) return Option.getOrNull(value)
  return value ?? null
}

const isCovered = (concept: Concept<unknown>, { where }: Index, state: unknown): boolean =>
  Object.entries(where?.in ?? {}).every(([field, texts]) =>
    texts.includes(String(held(concept, state, field)))
  ) &&
  (where?.set ?? []).every((field) => held(concept, state, field) !== null) &&
  (where?.unset ?? []).every((field) => held(concept, state, field) === null)

/** A range of an index: what its first columns are, and what the next one is compared with. */
interface Range {
  readonly equal: ReadonlyArray<string>
  readonly bounds: ReadonlySet<number>
}

/** The ranges that begin, end or lie at these keys, each once, of at least so many first columns. */
const rangesOf = (
  keys: ReadonlyArray<ReadonlyArray<unknown>>,
  equalCountMin: number
): ReadonlyArray<Range> => {
  const ranges = new Map<string, Range & { readonly bounds: Set<number> }>()
  for (const key of keys) {
    const texts = key.findIndex((value) => typeof value !== "string")
    const equalCountMax = texts < 0 ? key.length : texts
    for (let equalCount = equalCountMin; equalCount <= equalCountMax; equalCount++) {
      const equal = key.slice(0, equalCount).map(String)
      const name = JSON.stringify(equal)
      const range = ranges.get(name) ?? { equal, bounds: new Set() }
      ranges.set(name, range)
      const bound = key[equalCount]
      if (typeof bound === "number") range.bounds.add(bound)
    }
  }
  return [...ranges.values()]
}

/** The states of one concept. */
export const stateChecksOf = (generated: Generated) => {
  const { concept, twoStates } = generated
  return {
    "every state is read as it was inserted, and as it was updated": Effect.gen(function* () {
      const states = yield* StateReader
      const isRead = Effect.fnUntraced(function* (pair: ReadonlyArray<unknown>) {
        const owner = yield* newOwner(generated)
        const { id, partnerId } = owner
        const written = pair.map((each) => named(each, nameOf(generated, owner)))
        for (const [expectedVersion, state] of written.entries()) {
          yield* write(generated, owner, state, expectedVersion, written[expectedVersion - 1])
          const found = yield* states.get(concept, partnerId, id)
          assert.deepStrictEqual(found, Option.some({ state, version: expectedVersion + 1 }))
        }
      })
      // Several at once: a store may write them together.
      const several = fc.array(twoStates, { minLength: 1, maxLength: 10, size: "max" })
      yield* forAll(several, (pairs) => Effect.forEach(pairs, isRead, { concurrency: 10, discard: true }), 20)
    }),

    "a state changes only on the version that it was decided on": Effect.gen(function* () {
      const states = yield* StateReader
      const owner = yield* newOwner(generated)
      const { id, partnerId } = owner
      for (const [first, second] of samplesOf(twoStates, 1)) {
        const [before, after] = [first, second].map((each) => named(each, nameOf(generated, owner)))
        yield* write(generated, owner, before)
        for (const expectedVersion of [0, 2]) {
          const refusal = yield* Effect.flip(write(generated, owner, after, expectedVersion, before))
          assert.deepInclude(refusal, { _tag: "VersionConflict", subjectId: id, expected: expectedVersion })
        }
        const found = yield* states.get(concept, partnerId, id)
        assert.deepStrictEqual(found, Option.some({ state: before, version: 1 }))
      }
    }),

    "a state is found by its own partner alone, and its partner by its id": Effect.gen(function* () {
      const states = yield* StateReader
      const owner = yield* newOwner(generated, yield* newKnownPartner)
      const other = yield* newOwner(generated, yield* newKnownPartner)
      const { id, partnerId } = owner
      for (const [sample] of samplesOf(twoStates, 1)) {
        const state = named(sample, nameOf(generated, owner))
        assert.isTrue(Option.isNone(yield* states.get(concept, partnerId, id)))
        yield* write(generated, other, named(sample, nameOf(generated, other)))
        assert.isTrue(Option.isNone(yield* states.partnerOf(concept, id)), concept.name)
        yield* write(generated, owner, state)
        assert.isTrue(Option.isSome(yield* states.get(concept, partnerId, id)))
        assert.isTrue(Option.isNone(yield* states.get(concept, other.partnerId, id)))
        assert.isTrue(Option.isNone(yield* states.get(concept, partnerId, `${id}0`)))
        assert.deepStrictEqual(yield* states.partnerOf(concept, id), Option.some(partnerId))
      }
    }),

    "what was redacted is read without what was personal, through whatever comes later": Effect.gen(
      function* () {
        const states = yield* StateReader
        if (concept.personal === "none") return
        yield* forAll(
          fc.tuple(twoStates, twoStates),
          ([[first, second], [third]]) =>
            Effect.gen(function* () {
              const owner = yield* newOwner(generated)
              let previous = named(first, nameOf(generated, owner)) as object
              const kept = keptOf(concept, previous)
              yield* write(generated, owner, previous)
              for (const [index, each] of [second, third].entries()) {
                const erased = concept.erase({ ...(each as object), ...kept }) as object
                const state = { ...erased, redactedAt: Option.some(start) }
                yield* write(generated, owner, state, index + 1, previous)
                previous = state
                const found = yield* states.get(concept, owner.partnerId, owner.id)
                assert.deepStrictEqual<unknown>(found, Option.some({ state, version: index + 2 }))
              }
            }),
          30
        )
      }
    ),

    "a range of an index is all that it covers there, in its order": Effect.gen(function* () {
      const states = yield* StateReader
      const partnerId = yield* newPartnerId
      const kept: Array<Versioned<unknown>> = []
      for (const [index, pair] of samplesOf(twoStates, 24).entries()) {
        // A third of them are another partner's, and half of them were changed.
        const owner = yield* newOwner(generated, index % 3 === 0 ? undefined : partnerId)
        const version = 1 + (index % 2)
        const written = pair.slice(0, version).map((each) => named(each, nameOf(generated, owner)))
        for (const [expectedVersion, state] of written.entries())
          yield* write(generated, owner, state, expectedVersion, written[expectedVersion - 1])
        kept.push({ state: written.at(-1), version })
      }
      const keptById = new Map(kept.map((each) => [concept.nameOf(each.state).id, each]))
      const isMine = ({ state }: Versioned<unknown>) => keptById.has(concept.nameOf(state).id)
      const idsOf = (some: ReadonlyArray<Versioned<unknown>>) =>
        some.map(({ state }) => concept.nameOf(state).id).sort()
      for (const [name, index] of Object.entries(concept.indexes)) {
        const covered = kept.filter(({ state }) => isCovered(concept, index, state))
        const isLookup = index.across === "lookup"
        const keyOf = (state: unknown) => index.on.map((field) => held(concept, state, field))
        const keys = covered.map(({ state }) => keyOf(state))
        for (const { bounds, equal } of rangesOf(keys, isLookup ? 1 : 0)) {
          const expected = covered.filter((_, at) => equal.every((value, i) => keys[at]?.[i] === value))
          const found = (yield* states.indexed(concept, name, { equal })).filter(isMine)
          assert.deepStrictEqual(idsOf(found), idsOf(expected), `${concept.name}.${name}`)
          for (const each of found) assert.deepStrictEqual(each, keptById.get(concept.nameOf(each.state).id))
          assertOrder(found.map((each) => keyOf(each.state)))
          const isWithin = (compares: (value: number) => boolean) =>
            found.filter(({ state }) => {
              const value = keyOf(state)[equal.length]
              return typeof value === "number" && compares(value)
            })
          for (const bound of bounds) {
            const below = yield* states.indexed(concept, name, { equal, below: bound })
            assert.deepStrictEqual(
              below.filter(isMine),
              isWithin((value) => value < bound)
            )
            const above = yield* states.indexed(concept, name, { equal, above: bound })
            assert.deepStrictEqual(
              above.filter(isMine),
              isWithin((value) => value > bound)
            )
          }
        }
        if (isLookup) continue
        const all = yield* states.indexed(concept, name, { equal: [] })
        for (const limit of [0, 1, 2, all.length])
          assert.deepStrictEqual(
            yield* states.indexed(concept, name, { equal: [], limit }),
            all.slice(0, limit)
          )
        const backwards = yield* states.indexed(concept, name, { equal: [], order: "backwards", limit: 2 })
        assert.deepStrictEqual(backwards, all.toReversed().slice(0, 2))
      }
    }),

    "all states are counted, and met once, by partner and id": Effect.gen(function* () {
      const states = yield* StateReader
      const partnerIds = [yield* newPartnerId, yield* newPartnerId]
      const written = new Map<string, unknown>()
      // More than stores read at a time.
      const writes: Array<{ readonly write: AggregateWrite; readonly event: EventRecord }> = []
      for (const [sample] of samplesOf(twoStates, 3))
        for (let copy = 0; copy < 201; copy++) {
          const owner = yield* newOwner(generated, partnerIds[copy % 2])
          const state = named(sample, nameOf(generated, owner))
          writes.push({
            write: { _tag: concept.name, state, expectedVersion: 0 } as AggregateWrite,
            event: yield* newEvent(owner.partnerId, owner.id, { version: 1 })
          })
          written.set(owner.id, state)
        }
      const before = yield* states.count(concept)
      for (const ofPartner of Map.groupBy(writes, ({ event }) => event.partnerId).values())
        yield* commit({
          aggregates: ofPartner.map(({ write }) => write),
          events: ofPartner.map(({ event }) => event)
        })
      const all = yield* Stream.runCollect(states.all(concept))
      const found = all.filter((state) => written.has(concept.nameOf(state).id))
      assert.deepStrictEqual(new Map(found.map((state) => [concept.nameOf(state).id, state])), written)
      assert.lengthOf(found, written.size)
      assert.strictEqual(yield* states.count(concept), before + written.size)
      assertOrder(
        all.map((state) => {
          const { id, partnerId } = concept.nameOf(state)
          return [partnerId, id]
        })
      )
    })
  } satisfies Checks<StorePorts | Ids>
}

/** Keys that only rise; nothing comes before everything. Texts that no name has are in the order of the engine. */
const assertOrder = (keys: ReadonlyArray<ReadonlyArray<unknown>>): void => {
  for (const [index, key] of keys.slice(1).entries()) {
    const before = keys[index] ?? []
    const at = key.findIndex((value, i) => value !== before[i])
    const [lesser, greater] = [before[at] ?? null, key[at] ?? null]
    if (at < 0 || [lesser, greater].some((each) => typeof each === "string" && /[^ -~]/.test(each))) continue
    assert.isTrue(
      lesser === null || (greater !== null && (lesser as string) < (greater as string)),
      `${String(lesser)} comes before ${String(greater)}`
    )
  }
}

/** By the tables of the concepts, which are all that stores keep by their definitions. */
export const stateChecks: { readonly [table: string]: ReturnType<typeof stateChecksOf> } = Object.fromEntries(
  concepts.map(({ name, table }) => {
    const generated = generatedConcepts.find(({ concept }) => concept.name === name)
    invariant(generated !== undefined, `states of ${table} are generated`)
    return [table, stateChecksOf(generated)]
  })
)

export const stateGroups: ReadonlyArray<CheckGroup<StorePorts | Ids>> = Object.entries(stateChecks).map(
  ([table, checks]) => ({ subject: `states: ${table}`, checks })
)

/** The suite of the states of all concepts. */
export const stateSuite = (name: string, layer: Layer.Layer<StorePorts, unknown>): void =>
  runSuite(`states (${name})`, layer, stateGroups)
