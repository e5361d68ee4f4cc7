import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setImmediate as turn } from "node:timers/promises"
import Database from "better-sqlite3"
import { assert, it } from "vitest"
import { Checkpoints } from "../src/Checkpoints.ts"
import { temporaryFolder } from "./TemporaryFolder.ts"

const folder = temporaryFolder()

const newStore = (name: string) => {
  const filename = join(folder, name)
  const database = new Database(filename)
  database.pragma("journal_mode = WAL")
  database.pragma("wal_autocheckpoint = 0")
  database.exec("CREATE TABLE written (name TEXT) STRICT; INSERT INTO written VALUES ('marked for the log')")
  return {
    database,
    checkpoints: new Checkpoints(database),
    isInFile: () => readFileSync(filename).includes("marked for the log")
  }
}

const twoTurns = async (): Promise<void> => {
  await turn()
  await turn()
}

it("much that was written moves the log into the file, in a later turn than the commit", async () => {
  const { checkpoints, database, isInFile } = newStore("much.db")
  checkpoints.note(11_999)
  await twoTurns()
  assert.isFalse(isInFile())
  checkpoints.note(1)
  assert.isFalse(isInFile())
  await twoTurns()
  assert.isTrue(isInFile())
  database.close()
})

it("a store that is closed before the turn comes is left alone", async () => {
  const { checkpoints, database } = newStore("closed.db")
  checkpoints.note(12_000)
  database.close()
  await twoTurns()
  assert.isFalse(database.open)
})
