import { join } from "node:path"
import { SqliteFront, SqliteWriter } from "@quittance/adapters-sqlite"
import { storeSuite, temporaryFolder } from "@quittance/testing"
import { Layer } from "effect"

const folder = temporaryFolder()
const filename = join(folder, "store.db")
const socket = join(folder, "writer")

// The front is built inside the writer's life: it opens the file that the writer made.
storeSuite(
  "SQLite, written by another process",
  SqliteFront.layer({ filename, mode: "sandbox", writer: socket }).pipe(
    Layer.provide(SqliteWriter.layer({ filename, mode: "sandbox", socket }))
  )
)
