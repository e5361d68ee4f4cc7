import { storeSuite } from "@quittance/testing"
import { newStore } from "../server/newStore.ts"
import { newDistributedDatabase } from "./cluster.ts"

storeSuite("Citus", newStore(newDistributedDatabase))
