import { killPointSuite } from "@quittance/testing"
import { Effect } from "effect"
import { newStore } from "./server/newStore.ts"

killPointSuite("PostgreSQL", Effect.sync(newStore), "in short")
