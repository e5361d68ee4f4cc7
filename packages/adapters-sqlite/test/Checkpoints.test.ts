import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { setImmediate as turn } from "node:timers/promises"
import Database from "better-sqlite3"
import { assert, it, vi } from "vitest"
import { FileHealth } from "../src/FileHealth.ts"
import { Checkpoints } from "../src/Checkpoints.ts"
import { temporaryFolder } from "@quittance/testing"

const folder = temporaryFolder()

const newStore = (name: string) => {
  const filename = join(folder, name)
  const database = new Database(filename)
  database.pragma("journal_mode = WAL")
  database.pragma("wal_autocheckpoint = 0")
  database.exec("CREATE TABLE written (name TEXT) STRICT; INSERT INTO written VALUES ('marked for the log')")
  return {
    database,
    checkpoints: new Checkpoints(database, new FileHealth(filename, () => {})),
    isInFile: () => readFileSync(filename).includes("marked for the log"),
    logBytes: () => statSync(`${filename}-wal`).size
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

it("erasures empty the log a second after the first of them, all at once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  try {
    const { checkpoints, database, logBytes } = newStore("erased.db")
    checkpoints.noteErasure()
    vi.advanceTimersByTime(600)
    checkpoints.noteErasure()
    vi.advanceTimersByTime(399)
    await twoTurns()
    assert.isAbove(logBytes(), 0)
    vi.advanceTimersByTime(1)
    await twoTurns()
    assert.strictEqual(logBytes(), 0)
    assert.strictEqual(vi.getTimerCount(), 0)
    database.close()
  } finally {
    vi.useRealTimers()
  }
})

it("a store that is closed before the turn comes is left alone", async () => {
  const { checkpoints, database } = newStore("closed.db")
  checkpoints.note(12_000)
  database.close()
  await twoTurns()
  assert.isFalse(database.open)
})
