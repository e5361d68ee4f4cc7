import { killPointSuite } from "@quittance/testing"
import { emptyStores } from "../server/emptyStores.ts"
import { newDistributedDatabase } from "./cluster.ts"

const url = await newDistributedDatabase()

killPointSuite(
  "Citus",
  emptyStores(async () => url),
  "in short",
  7
)
