import { simulationSuite } from "@quittance/testing"
import { Layer } from "effect"
import { emptyStores } from "./server/emptyStores.ts"

const emptyStore = emptyStores()

// Each call of a run asks a real server.
simulationSuite("postgres", () => Layer.unwrap(emptyStore), 4)
