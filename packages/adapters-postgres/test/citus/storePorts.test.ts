import { storeSuite } from "@quittance/testing"
import { newStore } from "../server/newStore.ts"
import { newDistributedDatabase } from "./cluster.ts"

const url = await newDistributedDatabase()

storeSuite(
  "Citus",
  newStore(async () => url)
)
