import { Effect, Option } from "effect"
import { DataKeys } from "../../kernel/ports/DataKeys.ts"
import { LinkBase } from "../../kernel/ports/LinkBase.ts"
import { StoreHold } from "../../kernel/ports/StoreHold.ts"
import type { MemoryState } from "./MemoryState.ts"

/** What a store keeps of itself, in memory: its hold, the base of its links and its data keys. */

export const memoryStoreHold = (state: MemoryState): StoreHold["Service"] =>
  StoreHold.of({
    current: Effect.sync(() => state.hold),
    place: (hold) =>
      Effect.sync(() => {
        state.hold = Option.orElseSome(state.hold, () => hold)
      }),
    release: Effect.sync(() => {
      state.hold = Option.none()
    })
  })

export const memoryLinkBase = (state: MemoryState): LinkBase["Service"] =>
  LinkBase.of({
    current: Effect.sync(() => state.linkBase),
    note: (publicUrl) =>
      Effect.sync(() => {
        state.linkBase = Option.some(publicUrl)
      })
  })

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
