import { simulationSuite } from "@quittance/testing"
import { Layer } from "effect"
import { emptyStores } from "../server/emptyStores.ts"
import { newDistributedDatabase } from "./cluster.ts"

const url = await newDistributedDatabase()
const emptyStore = emptyStores(async () => url)

simulationSuite("citus", () => Layer.unwrap(emptyStore), 6)
