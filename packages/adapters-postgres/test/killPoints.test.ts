import { killPointSuite } from "@quittance/testing"
import { emptyStores } from "./server/emptyStores.ts"

killPointSuite("PostgreSQL", emptyStores(), "in short", 13)
