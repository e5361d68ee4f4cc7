import { assert, describe, it } from "@effect/vitest"
import {
  type Commit,
  emptyCommit,
  emptyMemoryState,
  Ids,
  type MemoryState,
  MemoryStore,
  Store,
  type StorePorts
} from "@quittance/core"
import { Context, Effect, Layer } from "effect"

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

/** A store that writes something other than it was given. */
export const writing = (change: (commit: Commit) => Commit): Layer.Layer<StorePorts> =>
  changed(Store, (inner) => ({ commit: (commit) => inner.commit(change(commit)) }))

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
