import { Effect } from "effect"
import { DataKeys } from "../../kernel/ports/DataKeys.ts"
import type { MemoryState } from "./MemoryState.ts"

export const memoryDataKeys = (state: MemoryState): DataKeys["Service"] =>
  DataKeys.of({
    all: Effect.sync(() => [...state.dataKeys.values()]),
    add: (key) =>
      Effect.sync(() => {
        if (!state.dataKeys.has(key.id)) state.dataKeys.set(key.id, key)
      }),
    rewrap: (key, before) =>
      Effect.sync(() => {
        const kept = state.dataKeys.get(key.id)
        if (kept === undefined || kept.wrapped !== before) return false
        state.dataKeys.set(key.id, { ...kept, keyId: key.keyId, wrapped: key.wrapped })
        return true
      })
  })
