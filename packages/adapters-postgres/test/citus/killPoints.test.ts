import { killPointSuite } from "@quittance/testing"
import { emptyStores } from "../server/emptyStores.ts"
import { newDistributedDatabase } from "./cluster.ts"

killPointSuite("Citus", emptyStores(newDistributedDatabase), "in short", 7)
