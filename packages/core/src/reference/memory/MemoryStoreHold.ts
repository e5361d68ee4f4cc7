import { Effect, Option } from "effect"
import { StoreHold } from "../../kernel/ports/StoreHold.ts"
import type { MemoryState } from "./MemoryState.ts"

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
