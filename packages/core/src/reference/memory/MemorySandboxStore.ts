import { Effect, Option } from "effect"
import { type SandboxCollection, SandboxStore } from "../../kernel/ports/SandboxStore.ts"
import type { MemoryState } from "./MemoryState.ts"

/** What the simulated outside remembers, in memory. */
export const memorySandboxStore = (state: MemoryState): SandboxStore["Service"] => {
  const keyOf = (collection: SandboxCollection, id: string): string => JSON.stringify([collection, id])
  const listed = (collection: SandboxCollection, prefix: string) =>
    [...state.sandbox.values()]
      .filter((record) => record.collection === collection && record.id.startsWith(prefix))
      .map(({ id, value }) => ({ id, value }))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  return SandboxStore.of({
    insert: (collection, id, value) =>
      Effect.sync(() => {
        if (state.sandbox.has(keyOf(collection, id))) return false
        state.sandbox.set(keyOf(collection, id), { collection, id, value })
        return true
      }),
    put: (collection, id, value) =>
      Effect.sync(() => {
        state.sandbox.set(keyOf(collection, id), { collection, id, value })
      }),
    remove: (collection, id) => Effect.sync(() => void state.sandbox.delete(keyOf(collection, id))),
    get: (collection, id) =>
      Effect.sync(() =>
        Option.map(Option.fromUndefinedOr(state.sandbox.get(keyOf(collection, id))), ({ value }) => value)
      ),
    list: (collection, prefix) => Effect.sync(() => listed(collection, prefix)),
    page: (collection, prefix, { limit, page }) =>
      Effect.sync(() => {
        const all = listed(collection, prefix)
        return { items: all.slice((page - 1) * limit, page * limit), total: all.length }
      }),
    after: (collection, prefix, id, limit) =>
      Effect.sync(() =>
        listed(collection, prefix)
          .filter((record) => record.id > id)
          .slice(0, limit)
      )
  })
}
