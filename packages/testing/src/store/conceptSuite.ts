import { assert } from "@effect/vitest"
import {
  type AggregateWrite,
  type AnyConcept,
  AuditReader,
  type Concept,
  Ids,
  type PartnerId,
  type StateIn,
  type StorePorts,
  type StoreUnavailable
} from "@quittance/core"
import { Effect, Option, Stream } from "effect"
import * as fc from "fast-check"
import { type Checks, forAll } from "../Suite.ts"
import { commit, newEvent, newPartnerId, start } from "./StoreSamples.ts"

/** What a store promises of every concept alike, whatever its fields and states are. */

type Read<A> = Effect.Effect<A, StoreUnavailable, StorePorts>
interface Found<State> {
  readonly state: State
  readonly version: number
}

/** How one concept is made and read. */
export interface Stored<State> {
  readonly concept: Concept<State>
  /** Two states of one, so that an update has every field to change. */
  readonly states: fc.Arbitrary<readonly [State, State]>
  readonly byId: (partnerId: PartnerId, id: string) => Read<Option.Option<Found<State>>>
  /** Other ways in which a partner comes to one, and which states are found there; all of them unless said. */
  readonly ways?: ReadonlyArray<{
    readonly find: (partnerId: PartnerId, state: State) => Read<ReadonlyArray<State>>
    readonly has?: (state: State) => boolean
  }>
}

const checks = <State extends object>({ byId, concept, states, ways = [] }: Stored<State>) => {
  const named = (state: State, partnerId: PartnerId, id: string): State =>
    "order" in state
      ? { ...state, order: { ...(state.order as object), id, partnerId } }
      : { ...state, id, ...("partnerId" in state ? { partnerId } : {}) }

  const write = Effect.fnUntraced(function* (state: State, expectedVersion = 0) {
    const { id, partnerId } = concept.nameOf(state)
    const events = [yield* newEvent(partnerId, id, { version: expectedVersion + 1 })]
    const aggregate = { _tag: concept.name, state, expectedVersion } as unknown as AggregateWrite
    yield* commit({ aggregates: [aggregate], events })
  })

  /** Two states of a new one, whose partner is that one unless it is a partner itself. */
  const renamed = Effect.fnUntraced(function* (both: readonly [State, State], partnerId: PartnerId) {
    const ids = yield* Ids
    const id = yield* ids.uuid
    return both.map((state) => named(state, partnerId, id)) as [State, State]
  })

  const one = Effect.fnUntraced(function* (seed: number) {
    const [both] = fc.sample(states, { seed, numRuns: 1 })
    assert.isDefined(both)
    const made = yield* renamed(both, yield* newPartnerId)
    return { made, ...concept.nameOf(made[0]) }
  })

  const idOf = (state: State): string => concept.nameOf(state).id

  const alike = {
    "every state is read as it was inserted, and as it was updated": Effect.gen(function* () {
      const partnerId = yield* newPartnerId
      const last = new Map<string, State>()
      yield* forAll(states, (both) =>
        Effect.gen(function* () {
          for (const [version, state] of (yield* renamed(both, partnerId)).entries()) {
            yield* write(state, version)
            const name = concept.nameOf(state)
            last.set(name.id, state)
            const found = yield* byId(name.partnerId, name.id)
            assert.deepStrictEqual(found, Option.some({ state, version: version + 1 }))
            for (const { find, has = () => true } of ways) {
              const there = (yield* find(partnerId, state)).filter((each) => idOf(each) === name.id)
              assert.deepStrictEqual(there, has(state) ? [state] : [])
            }
          }
        })
      )
      const audit = yield* AuditReader
      const audited = yield* Effect.scoped(
        Effect.flatMap(audit.snapshot, (snapshot) =>
          Stream.runCollect(
            snapshot.states(concept as unknown as AnyConcept) as unknown as Stream.Stream<State>
          )
        )
      )
      const own = audited.filter((state) => last.has(idOf(state)))
      assert.deepStrictEqual(new Map(own.map((state) => [idOf(state), state])), last)
      assert.lengthOf(own, last.size)
    }),

    "it changes only on the version that it was decided on": Effect.gen(function* () {
      const { id, made, partnerId } = yield* one(1)
      yield* write(made[0])
      for (const expected of [0, 2]) {
        const refusal = yield* Effect.flip(write(made[1], expected))
        assert.deepInclude(refusal, { _tag: "VersionConflict", subjectId: id, expected })
      }
      assert.deepStrictEqual(yield* byId(partnerId, id), Option.some({ state: made[0], version: 1 }))
    }),

    "a partner sees only its own": Effect.gen(function* () {
      const { id, made, partnerId } = yield* one(2)
      assert.isTrue(Option.isNone(yield* byId(partnerId, id)))
      yield* write(made[0])
      const stranger = yield* newPartnerId
      assert.isTrue(Option.isSome(yield* byId(partnerId, id)))
      assert.isTrue(Option.isNone(yield* byId(partnerId, `${id}0`)))
      // A partner, and a key, is looked up by itself.
      if ("order" in made[0]) assert.isTrue(Option.isNone(yield* byId(stranger, id)))
      for (const { find, has = () => true } of ways) {
        assert.lengthOf(yield* find(partnerId, made[0]), has(made[0]) ? 1 : 0)
        assert.isEmpty(yield* find(stranger, made[0]))
      }
    })
  }

  /** Operators know only the id of one. */
  const whose = (partnerOf: (id: string) => Read<Option.Option<PartnerId>>) =>
    Effect.gen(function* () {
      const { id, made, partnerId } = yield* one(3)
      yield* write((yield* one(4)).made[0])
      assert.deepStrictEqual(yield* partnerOf(id), Option.none())
      for (const [version, state] of made.entries()) {
        yield* write(state, version)
        assert.deepStrictEqual(yield* partnerOf(id), Option.some(partnerId))
      }
    })

  /** What a redaction erased stays erased, through whatever comes later. */
  const redacted = Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const afterRedaction = (state: State): State => ({
      ...concept.erase(state),
      redactedAt: Option.some(start + 50)
    })
    yield* forAll(
      states,
      (both) =>
        Effect.gen(function* () {
          const [first, second] = yield* renamed(both, partnerId)
          for (const [version, state] of [first, afterRedaction(second), afterRedaction(first)].entries()) {
            yield* write(state, version)
            const found = yield* byId(partnerId, idOf(state))
            assert.deepStrictEqual(found, Option.some({ state, version: version + 1 }))
          }
        }),
      30
    )
  })

  return { alike: alike satisfies Checks<StorePorts | Ids>, whose, redacted }
}

/** The checks of one concept: those that all have alike, and those of what some have. */
export const conceptChecksOf = <C extends AnyConcept>(
  stored: Omit<Stored<StateIn<C>>, "concept"> & { readonly concept: C }
) => checks<StateIn<C>>(stored as unknown as Stored<StateIn<C>>)
