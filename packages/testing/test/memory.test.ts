import { MemoryStore } from "@quittance/core"
import { storeSuite } from "@quittance/testing"

storeSuite("memory", MemoryStore.layer)
