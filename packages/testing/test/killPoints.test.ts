import { MemoryStore } from "@quittance/core"
import { emptyMemoryState } from "@quittance/core/adapter"
import { killPointSuite } from "@quittance/testing"
import { Effect } from "effect"

killPointSuite(
  "memory",
  Effect.sync(() => MemoryStore.layerOver(emptyMemoryState())),
  "every story",
  3
)
