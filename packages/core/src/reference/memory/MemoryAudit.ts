import { Effect, Stream } from "effect"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { AuditReader, type Notes } from "../../store/AuditReader.ts"
import { type AnyConcept, concepts, type StateIn } from "../../store/concepts.ts"
import type { MemoryState } from "./MemoryState.ts"
import { standingOf } from "./MemoryTransit.ts"

/**
 * A copy of everything as of one instant. Memory has no files that could be damaged, so there are no storage faults.
 */
export const memoryAuditReader = (state: MemoryState): AuditReader["Service"] =>
  AuditReader.of({
    snapshot: Effect.sync(() => {
      const statesOf = <State>(kept: ReadonlyMap<string, Versioned<State>>): ReadonlyArray<State> =>
        [...kept.values()].map((each) => each.state)
      const copies: ReadonlyMap<string, ReadonlyArray<unknown>> = new Map(
        concepts.map(({ name }) => [name, statesOf<unknown>(state.aggregates[name])])
      )
      return {
        balances: Stream.fromIterable([...state.balances.values()]),
        entries: Stream.fromIterable([...state.journal]),
        entryOrder: "written",
        states: <C extends AnyConcept>({ name }: C) =>
          Stream.fromIterable((copies.get(name) ?? []) as ReadonlyArray<StateIn<C>>),
        counters: Stream.fromIterable([...state.counters.values()]),
        transitWallets: Stream.fromIterable(
          statesOf(state.aggregates.TransitWallet).map((wallet) => standingOf(state, wallet))
        ),
        outbox: Stream.fromIterable(
          [...state.webhookMessages.values()].filter(({ id }) => state.outbox.has(id))
        ),
        pendingDeliveries: Stream.fromIterable(
          statesOf(state.aggregates.WebhookDelivery).filter((delivery) => delivery._tag === "pending")
        ),
        claims: Stream.fromIterable([...state.claims.values()]),
        jobs: Stream.fromIterable([...state.jobs.values()]),
        notes: mapNotes,
        noting: Effect.sync,
        storageFaults: []
      }
    })
  })

/** Values are copied, as in a store that writes them: one that was changed and not set again stays as it was. */
export const mapNotes = <V>(): Notes<V> => {
  const kept = new Map<string, V>()
  return {
    get: (key) => structuredClone(kept.get(key)),
    set: (key, value) => void kept.set(key, structuredClone(value)),
    take: (key) => {
      const value = kept.get(key)
      kept.delete(key)
      return value
    },
    rest: () => kept
  }
}
