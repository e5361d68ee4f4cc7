import { killPointSuite } from "@quittance/testing"
import { emptyStores } from "../server/emptyStores.ts"
import { newDistributedDatabase } from "./cluster.ts"

const stride = Number(process.env.QUITTANCE_KILL_STRIDE ?? 7)
const first = Number(process.env.QUITTANCE_SEED ?? 1)

const url = await newDistributedDatabase()

killPointSuite(
  "Citus",
  emptyStores(async () => url),
  "in short",
  { first, stride }
)
