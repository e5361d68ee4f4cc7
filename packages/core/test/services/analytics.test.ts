import { MemoryStore } from "@quittance/core"
import { analyticsSuite } from "@quittance/testing"

analyticsSuite("memory", MemoryStore.layer)
