import { emptyMemoryState, MemoryStore } from "@quittance/core"
import { killPointSuite } from "@quittance/testing"
import { Effect } from "effect"

killPointSuite(
  "memory",
  Effect.sync(() => MemoryStore.layerOver(emptyMemoryState()))
)
