import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { simulationSuite, temporaryFolder } from "@quittance/testing"

const folder = temporaryFolder()
let count = 0

simulationSuite(
  "sqlite",
  () => SqliteStore.layer({ filename: join(folder, `${count++}.db`), mode: "sandbox" }),
  12
)
