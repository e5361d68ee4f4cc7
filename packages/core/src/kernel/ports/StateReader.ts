import { Context, Effect, Option, Stream } from "effect"
import type { Concept } from "../concept/Concept.ts"
import type { Index } from "../concept/Definition.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { StoreUnavailable } from "./Store.ts"
import type { Versioned } from "./Versioned.ts"

/** A stretch of an index. */
export interface IndexRange {
  /** What the first fields of the index hold. */
  readonly equal: ReadonlyArray<string>
  /** What the field after those is below: a text of a field of texts, else a number. */
  readonly below?: number | string
  /** What the field after those is above. */
  readonly above?: number | string
  /** How many are read at most; all when left out. */
  readonly limit?: number
  /** In the order of the index, which is the default, or against it. */
  readonly order?: ReadingOrder
}

export type ReadingOrder = "forwards" | "backwards"

/** A concept that has an index of this name. */
export type IndexedBy<State, Name extends string> = Concept<State> & {
  readonly indexes: { readonly [Each in Name]: Index }
}

/** Port. The states of every concept, as last committed. A partner owns itself: it is read by its id twice. */
export class StateReader extends Context.Service<
  StateReader,
  {
    readonly get: <State>(
      concept: Concept<State>,
      partnerId: PartnerId,
      id: string
    ) => Effect.Effect<Option.Option<Versioned<State>>, StoreUnavailable>
    /**
     * The partner that owns the state, for operators, who know only its id. It may ask every partner, so nothing that
     * serves a request uses it: what is found without its partner there has a lookup.
     */
    readonly partnerOf: <State>(
      concept: Concept<State>,
      id: string
    ) => Effect.Effect<Option.Option<PartnerId>, StoreUnavailable>
    /**
     * The states in a range of an index, in its order unless told otherwise. A lookup is read by one value, with
     * `equal`.
     */
    readonly indexed: <State, Name extends string>(
      concept: IndexedBy<State, Name>,
      index: Name,
      range: IndexRange
    ) => Effect.Effect<ReadonlyArray<Versioned<State>>, StoreUnavailable>
    /** How many states a concept has, of all partners together. */
    readonly count: <State>(concept: Concept<State>) => Effect.Effect<number, StoreUnavailable>
    /** Every state of a concept, by partner and id. One that changes meanwhile is read before or after its change. */
    readonly all: <State>(concept: Concept<State>) => Stream.Stream<State, StoreUnavailable>
  }
>()("@quittance/core/kernel/ports/StateReader") {}

/**
 * Every state of a concept that is wanted, in the order of ids, which is that of creation. All of them are held at
 * once, so there should be few.
 */
export const allById = <State>(
  concept: Concept<State>,
  isWanted: (state: State) => boolean = () => true
): Effect.Effect<ReadonlyArray<State>, StoreUnavailable, StateReader> =>
  Effect.gen(function* () {
    const states = yield* StateReader
    const found = yield* Stream.runCollect(Stream.filter(states.all(concept), isWanted))
    return found.sort((a, b) => (concept.nameOf(a).id < concept.nameOf(b).id ? -1 : 1))
  })

/** How many states of an index are read at once. */
const pageMax = 500

/**
 * The states of a stretch of an index, in its order, page by page. `numberOf` is the field after those that are equal.
 * Pages are cut between numbers: those that share one are read at once, however many they are.
 */
export const indexedPages = <State, Name extends string>(
  states: StateReader["Service"],
  concept: IndexedBy<State, Name>,
  index: Name,
  range: Pick<IndexRange, "equal"> & { readonly above?: number; readonly below?: number },
  numberOf: (state: State) => number
): Stream.Stream<State, StoreUnavailable> =>
  Stream.paginate({ above: range.above, limit: pageMax }, ({ above, limit }) =>
    Effect.map(
      states.indexed(concept, index, { ...range, ...(above !== undefined && { above }), limit }),
      (found) => {
        const read = statesOf(found)
        const last = read.at(-1)
        if (last === undefined || read.length < limit) return [read, Option.none()] as const
        const whole = read.filter((state) => numberOf(state) < numberOf(last))
        const next = whole.at(-1)
        return next === undefined
          ? ([[], Option.some({ above, limit: 2 * limit })] as const)
          : ([whole, Option.some({ above: numberOf(next), limit: pageMax })] as const)
      }
    )
  )

/** The first state of a range, which is the only one where the index is on what is unique. */
export const firstOf = <State>(
  found: Effect.Effect<ReadonlyArray<Versioned<State>>, StoreUnavailable>
): Effect.Effect<Option.Option<Versioned<State>>, StoreUnavailable> =>
  Effect.map(found, ([first]) => Option.fromUndefinedOr(first))

export const statesOf = <State>(found: ReadonlyArray<Versioned<State>>): ReadonlyArray<State> =>
  found.map(({ state }) => state)
