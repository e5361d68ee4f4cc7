import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { killPointSuite } from "@quittance/testing"
import { Effect } from "effect"
import { temporaryFolder } from "@quittance/testing"

const folder = temporaryFolder()
let count = 0

killPointSuite(
  "SQLite",
  Effect.sync(() => SqliteStore.layer({ filename: join(folder, `${count++}.db`), mode: "sandbox" })),
  "in short",
  3
)
