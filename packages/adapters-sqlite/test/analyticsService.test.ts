import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { analyticsSuite, temporaryFolder } from "@quittance/testing"

analyticsSuite(
  "SQLite",
  SqliteStore.layer({ filename: join(temporaryFolder(), "store.db"), mode: "sandbox" })
)
