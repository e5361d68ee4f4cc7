import { readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setImmediate as turn } from "node:timers/promises"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { assert, describe, it, vi } from "vitest"
import { Checkpoints } from "../src/Checkpoints.ts"
import { FileFlush } from "../src/FileFlush.ts"
import { FileHealth } from "../src/FileHealth.ts"
import { FileWatch } from "../src/FileWatch.ts"
import { WriteQueue } from "../src/WriteQueue.ts"

const folder = temporaryFolder()

/** A store of blobs with the parts that look after its log, put together as `SqliteStore` does it. */
const newStore = (name: string) => {
  const filename = join(folder, name)
  const database = new Database(filename, { timeout: 0 })
  database.pragma("journal_mode = WAL")
  database.pragma("wal_autocheckpoint = 0")
  database.exec("CREATE TABLE written (page ANY) STRICT; INSERT INTO written VALUES ('marked for the log')")
  const insert = database.prepare("INSERT INTO written VALUES (zeroblob(4000))")
  const health = new FileHealth(filename, () => {})
  const file = new FileFlush(filename)
  const flush = vi.spyOn(file, "flush")
  const files = new FileWatch(database, filename)
  health.watch(files)
  const checkpoints = new Checkpoints(database, health, file, files)
  const queue = new WriteQueue(
    database,
    { groupWeightMax: 512, busyMillisMax: 0 },
    {
      begun: () => undefined,
      sealing: () => checkpoints.seal(),
      committed: () => checkpoints.note(),
      takenBack: () => checkpoints.takenBack(),
      failed: (error) => health.note(error),
      refusal: () => health.refusal,
      beforeGroup: () => health.beforeGroup(),
      afterGroup: () => health.afterGroup()
    }
  )
  const lengths = database.prepare("PRAGMA wal_checkpoint(NOOP)")
  return {
    checkpoints,
    database,
    filename,
    flush,
    health,
    /** So many pages or a few more, in one group. */
    write: (pages: number) =>
      Effect.runPromise(
        queue.submit(1, () => {
          for (let page = 0; page < pages; page++) insert.run()
          return Effect.void
        })
      ),
    writeInVain: () =>
      Effect.runPromise(
        Effect.exit(
          queue.submit(1, () => {
            insert.run()
            throw new Error("in vain")
          })
        )
      ),
    isInFile: () => readFileSync(filename).includes("marked for the log"),
    logBytes: () => statSync(`${filename}-wal`).size,
    lengths: () => lengths.get() as { readonly log: number; readonly checkpointed: number },
    close: async (): Promise<void> => {
      await Effect.runPromise(checkpoints.close(0))
      database.close()
      await Effect.runPromise(file.close)
    }
  }
}

type TestStore = ReturnType<typeof newStore>

const someTurns = async (): Promise<void> => {
  for (let count = 0; count < 4; count++) await turn()
}

describe("a log", () => {
  it("is moved in parts of 1 000 pages, in a later turn than the commit, and not to its end", async () => {
    const { close, flush, isInFile, lengths, write } = newStore("parts.db")
    await write(900)
    await write(1)
    await someTurns()
    assert.isFalse(isInFile())
    await write(100)
    const { log } = lengths()
    await write(5)
    assert.isFalse(isInFile())
    await someTurns()
    assert.isTrue(isInFile())
    assert.deepStrictEqual(lengths(), { ...lengths(), checkpointed: log })
    assert.isAbove(lengths().log, log)
    assert.strictEqual(flush.mock.calls.length, 0)
    await close()
  })

  const untilRestart = async ({ lengths, write }: TestStore, pages: number): Promise<number> => {
    for (let longest = 0; ; ) {
      await write(pages)
      const { log } = lengths()
      if (log < longest) return longest
      longest = log
    }
  }

  it("starts anew at 4 000 pages again and again although commits never pause", async () => {
    const store = newStore("steady.db")
    for (let count = 1; count <= 3; count++) {
      assert.isAtLeast(await untilRestart(store, 20), 4_000)
      assert.strictEqual(store.flush.mock.calls.length, count)
    }
    await store.close()
  })

  it("that a reader needs is tried again every 1 000 pages, and starts anew when the reader has gone", async () => {
    const store = newStore("read.db")
    const reader = new Database(store.filename)
    reader.exec("BEGIN; SELECT count(*) FROM written")
    const tries = vi.spyOn(store.database, "pragma")
    for (let count = 0; count < 80; count++) {
      await store.write(100)
      await someTurns()
    }
    // Seven parts, and those from the fourth on with a flush and another try.
    assert.isAtMost(tries.mock.calls.length, 12)
    assert.isAtLeast(store.lengths().log, 8_000)
    reader.close()
    await untilRestart(store, 100)
    await store.close()
  })

  it("is held back by nobody after a group in vain or at the end", async () => {
    const store = newStore("vain.db")
    await store.write(1_000)
    await store.writeInVain()
    assert.deepStrictEqual(store.database.pragma("wal_checkpoint(TRUNCATE)"), [
      { busy: 0, log: 0, checkpointed: 0 }
    ])
    await store.write(1_000)
    await store.write(1)
    await store.close()
    assert.throws(() => store.logBytes(), /ENOENT/)
  })

  it("is not moved any more when the disk could not flush the file", async () => {
    const { close, flush, health, lengths, write } = newStore("unflushed.db")
    flush.mockImplementation((done) => void setImmediate(() => done(new Error("EIO: i/o error, fsync"))))
    while (health.condition._tag === "sound") await write(500).catch(() => undefined)
    assert.deepStrictEqual(health.condition, {
      _tag: "damaged",
      reason: "the store's file is damaged (SQLITE_IOERR_FSYNC: EIO: i/o error, fsync)"
    })
    assert.isBelow(lengths().checkpointed, lengths().log)
    await close()
  })

  it("of a damaged store is not moved", async () => {
    const { close, health, isInFile, write } = newStore("damaged.db")
    await write(1_000)
    await write(1)
    health.note(new Database.SqliteError("malformed", "SQLITE_CORRUPT"))
    await someTurns()
    assert.isFalse(isInFile())
    await close()
  })
})

it("a file is closed when its flush has ended", async () => {
  const filename = join(folder, "flushed")
  writeFileSync(filename, "")
  const file = new FileFlush(filename)
  const events: Array<string> = []
  file.flush(() => events.push("flushed"))
  await Effect.runPromise(file.close)
  events.push("closed")
  assert.deepStrictEqual(events, ["flushed", "closed"])
})

it("a file that cannot be opened is left to SQLite", async () => {
  const file = new FileFlush(join(folder, "nowhere", "file"))
  const error = await new Promise((resolve) => file.flush(resolve))
  assert.isNull(error)
  await Effect.runPromise(file.close)
})

it("erasures empty the log a second after the first of them, all at once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  try {
    const { checkpoints, close, logBytes } = newStore("erased.db")
    checkpoints.noteErasure()
    vi.advanceTimersByTime(600)
    checkpoints.noteErasure()
    vi.advanceTimersByTime(399)
    await someTurns()
    assert.isAbove(logBytes(), 0)
    vi.advanceTimersByTime(1)
    await someTurns()
    assert.strictEqual(logBytes(), 0)
    assert.strictEqual(vi.getTimerCount(), 0)
    await close()
  } finally {
    vi.useRealTimers()
  }
})

it("a store that is closed before the turn comes is left alone", async () => {
  const { close, database, write } = newStore("closed.db")
  await write(1_000)
  await write(1)
  await close()
  await someTurns()
  assert.isFalse(database.open)
})
