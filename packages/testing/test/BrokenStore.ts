import { assert, describe, it } from "@effect/vitest"
import { Ids, MemoryStore, type StorePorts } from "@quittance/core"
import {
  type AggregateWrite,
  type AnyConcept,
  AuditReader,
  type AuditSnapshot,
  type Commit,
  emptyCommit,
  emptyMemoryState,
  type MemoryState,
  type StateIn,
  Store
} from "@quittance/core/adapter"
import { Context, Effect, Layer, type Stream } from "effect"

/** Memory stores that break one promise each, and the checks that must die on them. */

export type Check = Effect.Effect<void, unknown, StorePorts | Ids>

/** The same store with one port of it changed. */
export const changedOver = <I extends StorePorts, S extends object>(
  store: Layer.Layer<StorePorts>,
  port: Context.Key<I, S>,
  change: (inner: S) => Partial<S>
): Layer.Layer<StorePorts> =>
  Layer.effectContext(
    Effect.map(Effect.context<StorePorts>(), (ports) => {
      const inner = Context.get(ports, port)
      return Context.add(ports, port, { ...inner, ...change(inner) })
    })
  ).pipe(Layer.provide(store))

/** The memory store with one port of it changed; the change may look at all that the store has. */
export const changed = <I extends StorePorts, S extends object>(
  port: Context.Key<I, S>,
  change: (inner: S, state: MemoryState) => Partial<S>
): Layer.Layer<StorePorts> =>
  Layer.suspend(() => {
    const state = emptyMemoryState()
    return changedOver(MemoryStore.layerOver(state), port, (inner) => change(inner, state))
  })

type Asked<M> = M extends (...asked: infer P) => unknown ? P : []
type Answer<M> = M extends (...asked: infer _) => Effect.Effect<infer A, infer _E>
  ? A
  : M extends Effect.Effect<infer A, infer _E>
    ? A
    : never

/** A store of which one member answers with something else. */
export const answering = <I extends StorePorts, S extends object, K extends keyof S & string>(
  port: Context.Key<I, S>,
  member: K,
  change: (answer: Answer<S[K]>, state: MemoryState, ...asked: Asked<S[K]>) => Answer<S[K]>
): Layer.Layer<StorePorts> =>
  changed(port, (inner, state) => {
    const whole: unknown = inner[member]
    const answered = (effect: unknown, asked: unknown) =>
      Effect.map(effect as Effect.Effect<Answer<S[K]>>, (answer) =>
        change(answer, state, ...(asked as Asked<S[K]>))
      )
    const instead =
      typeof whole === "function"
        ? (...asked: ReadonlyArray<unknown>) => answered(Reflect.apply(whole, inner, asked), asked)
        : answered(whole, [])
    return { [member]: instead } as unknown as Partial<S>
  })

/** A store of which one member is asked for something else than was wanted. */
export const asking = <I extends StorePorts, S extends object, K extends keyof S & string>(
  port: Context.Key<I, S>,
  member: K,
  change: (...asked: Asked<S[K]>) => Asked<S[K]>
): Layer.Layer<StorePorts> =>
  changed(port, (inner) => {
    const whole: unknown = inner[member]
    const instead = (...asked: ReadonlyArray<unknown>) =>
      typeof whole === "function" && Reflect.apply(whole, inner, change(...(asked as Asked<S[K]>)))
    return { [member]: instead } as unknown as Partial<S>
  })

/** A store that writes something other than it was given. */
export const writing = (change: (commit: Commit) => Partial<Commit>): Layer.Layer<StorePorts> =>
  changed(Store, (inner) => ({ commit: (commit) => inner.commit({ ...commit, ...change(commit) }) }))

type Part =
  | "aggregates"
  | "claims"
  | "counters"
  | "entries"
  | "erasures"
  | "events"
  | "guards"
  | "jobs"
  | "outbox"

/** A store that loses some of what commits carry, or all of it. */
export const losing = <P extends Part>(
  part: P,
  isLost: (each: Commit[P][number]) => boolean = () => true
): Layer.Layer<StorePorts> =>
  writing((commit) => {
    const all: ReadonlyArray<Commit[P][number]> = commit[part]
    return { [part]: all.filter((each) => !isLost(each)) }
  })

type StateOf<T extends AggregateWrite["_tag"]> = Extract<AggregateWrite, { readonly _tag: T }>["state"]

/** A store that keeps another state of these aggregates than it was given. */
export const keeping = <T extends AggregateWrite["_tag"]>(
  tag: T,
  change: (state: StateOf<T>) => StateOf<T>
): Layer.Layer<StorePorts> =>
  writing(({ aggregates }) => ({
    aggregates: aggregates.map((write) =>
      write._tag === tag ? ({ ...write, state: change(write.state as StateOf<T>) } as AggregateWrite) : write
    )
  }))

/** A store that shows auditors something other than it has. */
export const auditing = (
  change: (state: MemoryState, snapshot: AuditReader["Service"]["snapshot"]) => Partial<AuditSnapshot>
): Layer.Layer<StorePorts> =>
  changed(AuditReader, ({ snapshot }, state) => ({
    snapshot: Effect.map(snapshot, (whole) => ({ ...whole, ...change(state, snapshot) }))
  }))

/** A store that shows auditors other states of one concept than it has. */
export const auditingStates = <C extends AnyConcept>(
  concept: C,
  instead: (state: MemoryState) => Stream.Stream<StateIn<C>>
): Layer.Layer<StorePorts> =>
  changed(AuditReader, ({ snapshot }, state) => ({
    snapshot: Effect.map(snapshot, (whole): AuditSnapshot => {
      const states: AuditSnapshot["states"] = (asked) =>
        asked.name === concept.name
          ? (instead(state) as unknown as ReturnType<typeof whole.states<typeof asked>>)
          : whole.states(asked)
      return { ...whole, states }
    })
  }))

/** A store of which some part of a commit lands although the rest is refused. */
export const landingFirst = (part: "outbox" | "erasures") =>
  changed(Store, (inner) => ({
    commit: (commit) =>
      commit[part].length === 0
        ? inner.commit(commit)
        : Effect.andThen(
            inner.commit({ ...emptyCommit, events: commit.events, [part]: commit[part] }),
            inner.commit({ ...commit, [part]: [] })
          )
  }))

export const reversed = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => all.toReversed()

/** By the promise that is broken: the store, and every check that has to notice. */
export interface BrokenStores {
  readonly [promise: string]: readonly [Layer.Layer<StorePorts>, ...ReadonlyArray<Check>]
}

export const noticed = (brokenStores: BrokenStores): void => {
  describe("a store that", () => {
    for (const [promise, [layer, ...checks]] of Object.entries(brokenStores)) {
      it.effect(promise, () =>
        Effect.forEach(
          checks,
          (check, index) =>
            Effect.map(Effect.exit(Effect.provide(check, Layer.merge(layer, Ids.layer))), (exit) =>
              assert.strictEqual(exit._tag, "Failure", `check ${index + 1} does not notice`)
            ),
          { discard: true }
        )
      )
    }
  })
}
