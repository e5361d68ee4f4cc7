import { Effect, Option } from "effect"
import { LinkBase } from "../../kernel/ports/LinkBase.ts"
import type { MemoryState } from "./MemoryState.ts"

export const memoryLinkBase = (state: MemoryState): LinkBase["Service"] =>
  LinkBase.of({
    current: Effect.sync(() => state.linkBase),
    note: (publicUrl) =>
      Effect.sync(() => {
        state.linkBase = Option.some(publicUrl)
      })
  })
