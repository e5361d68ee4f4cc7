import { simulationSuite } from "@quittance/testing"
import { newStore } from "./server/newStore.ts"

// Each call of a run asks a real server.
simulationSuite("postgres", newStore, 6)
