import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { killPointSuite, temporaryFolder } from "@quittance/testing"
import { Effect } from "effect"

const folder = temporaryFolder()
let count = 0

killPointSuite(
  "SQLite",
  Effect.sync(() => SqliteStore.layer({ filename: join(folder, `${count++}.db`), mode: "sandbox" })),
  "in short",
  5
)
