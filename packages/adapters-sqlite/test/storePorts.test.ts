import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { storeSuite, temporaryFolder } from "@quittance/testing"

storeSuite("SQLite", SqliteStore.layer({ filename: join(temporaryFolder(), "store.db"), mode: "sandbox" }))
