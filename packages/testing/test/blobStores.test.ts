import { MemoryBlobStore } from "@quittance/core/adapter"
import { blobStoreSuite } from "@quittance/testing"
import { Option } from "effect"

/** The blob store that comes with the core keeps nothing at rest. */

blobStoreSuite("memory", MemoryBlobStore.layer, Option.none())
