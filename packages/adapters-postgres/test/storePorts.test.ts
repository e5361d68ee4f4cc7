import { storeSuite } from "@quittance/testing"
import { newStore } from "./server/newStore.ts"

storeSuite("PostgreSQL", newStore())
