import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore, type SqliteStoreOptions } from "@quittance/adapters-sqlite"
import { Store } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { schemaVersion } from "../src/schema/steps.ts"
import { funding } from "./payoutSamples.ts"
import { Child } from "./process/Child.ts"

const folder = temporaryFolder()

const open = (options: Omit<SqliteStoreOptions, "mode"> & Partial<SqliteStoreOptions>) =>
  Effect.asVoid(Store).pipe(Effect.provide(SqliteStore.layer({ mode: "sandbox", ...options })))

const reasonOf = (options: Omit<SqliteStoreOptions, "mode"> & Partial<SqliteStoreOptions>) =>
  Effect.map(Effect.flip(open(options)), (error) => {
    assert.strictEqual(error._tag, "SqliteStoreRefused")
    assert.match(error.message, /^[^\n]+\.$/, "one sentence")
    return error.reason
  })

/** Refused for this reason, and the file's bytes are as they were. */
const refusedUntouched = Effect.fnUntraced(function* (
  filename: string,
  reason: string,
  more: Partial<SqliteStoreOptions> = {}
) {
  const before = readFileSync(filename)
  assert.strictEqual(yield* reasonOf({ filename, ...more }), reason)
  assert.isTrue(before.equals(readFileSync(filename)), "the file is as it was")
})

const change = (filename: string, sql: string): void => {
  const database = new Database(filename)
  database.exec(sql)
  database.close()
}

describe("opening", () => {
  it.effect("makes the folder and a store that can be opened again", () =>
    Effect.gen(function* () {
      const filename = join(folder, "a", "b", "store.db")
      yield* open({ filename })
      yield* open({ filename })
      assert.isFalse(existsSync(`${filename}-wal`), "closing moves the write-ahead log into the file")
      const database = new Database(filename, { readonly: true })
      assert.strictEqual(database.pragma("application_id", { simple: true }), 0x51746e63)
      assert.strictEqual(database.pragma("user_version", { simple: true }), schemaVersion)
      assert.strictEqual(database.pragma("journal_mode", { simple: true }), "wal")
      database.close()
    })
  )

  it.effect("takes an empty file for a new store", () =>
    Effect.gen(function* () {
      const filename = join(folder, "empty.db")
      writeFileSync(filename, "")
      yield* open({ filename })
    })
  )

  it.effect("refuses a place where only a log lies, which SQLite would delete: its file may come back", () =>
    Effect.gen(function* () {
      const filename = join(folder, "log alone.db")
      writeFileSync(`${filename}-wal`, "what was committed last")
      const refused = yield* Effect.flip(open({ filename }))
      assert.strictEqual(refused.reason, "logAlone")
      assert.isFalse(existsSync(filename))
      writeFileSync(filename, "")
      yield* refusedUntouched(filename, "logAlone")
      assert.strictEqual(readFileSync(`${filename}-wal`, "utf8"), "what was committed last")
    })
  )

  it.effect("refuses a file that is no SQLite database", () =>
    Effect.gen(function* () {
      const long = join(folder, "long.txt")
      writeFileSync(long, "no database at all, but long enough to be one\n".repeat(100))
      yield* refusedUntouched(long, "notSqlite")
      const short = join(folder, "short.txt")
      writeFileSync(short, "x")
      yield* refusedUntouched(short, "notSqlite")
      const damaged = join(folder, "damaged.db")
      writeFileSync(damaged, `SQLite format 3\u0000${"x".repeat(4_096)}`)
      yield* refusedUntouched(damaged, "notSqlite")
    })
  )

  it.effect("refuses the database of another program", () =>
    Effect.gen(function* () {
      const filename = join(folder, "foreign.db")
      change(filename, "CREATE TABLE notes (text TEXT)")
      yield* refusedUntouched(filename, "foreign")
      const marked = join(folder, "marked.db")
      change(marked, "PRAGMA application_id = 42")
      yield* refusedUntouched(marked, "foreign")
    })
  )

  it.effect("refuses a store of a newer version", () =>
    Effect.gen(function* () {
      const filename = join(folder, "newer.db")
      yield* open({ filename })
      change(filename, "PRAGMA user_version = 1000")
      yield* refusedUntouched(filename, "newer")
    })
  )

  it.effect("refuses a store from before the first release", () =>
    Effect.gen(function* () {
      for (const version of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
        const filename = join(folder, `older-${version}.db`)
        yield* open({ filename })
        change(filename, `PRAGMA user_version = ${version}`)
        yield* refusedUntouched(filename, "older")
      }
    })
  )

  it.effect("refuses a store of the other mode", () =>
    Effect.gen(function* () {
      for (const [made, asked] of [
        ["sandbox", "live"],
        ["live", "sandbox"]
      ] as const) {
        const filename = join(folder, `${made}.db`)
        yield* open({ filename, mode: made })
        yield* refusedUntouched(filename, "otherMode", { mode: asked })
        yield* open({ filename, mode: made })
      }
    })
  )

  it.effect("refuses a folder, what lies under a file, and what names no file", () =>
    Effect.gen(function* () {
      mkdirSync(join(folder, "directory.db"))
      assert.strictEqual(yield* reasonOf({ filename: join(folder, "directory.db") }), "notAFile")
      writeFileSync(join(folder, "file"), "")
      assert.strictEqual(yield* reasonOf({ filename: join(folder, "file", "store.db") }), "notAFile")
      for (const filename of [
        "",
        "  ",
        ":memory:",
        "file:store.db?mode=memory",
        "postgres://me:s3cret@host/money"
      ]) {
        assert.strictEqual(yield* reasonOf({ filename }), "notAFile")
        assert.notInclude((yield* Effect.flip(open({ filename }))).message, "s3cret")
      }
    })
  )

  it.effect.skipIf(!existsSync("/proc/self"))("refuses a folder in which none can be made, at once", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reasonOf({ filename: "/proc/absent/store.db" }), "notWritable")
    })
  )

  it.effect("refuses a full disk, and opens once there is room", () =>
    Effect.gen(function* () {
      const filename = join(folder, "full.db")
      assert.strictEqual(yield* reasonOf({ filename, maxFileBytes: 16_384 }), "diskFull")
      yield* open({ filename })
    })
  )

  it.effect("refuses a store that another process keeps locked", () =>
    Effect.gen(function* () {
      const filename = join(folder, "busy.db")
      const other = new Database(filename)
      other.exec("BEGIN EXCLUSIVE; CREATE TABLE t (x)")
      assert.strictEqual(yield* reasonOf({ filename, busyMillisMax: 20 }), "busy")
      other.exec("ROLLBACK")
      other.close()
      yield* open({ filename })
    })
  )

  it.effect("refuses a file or folder that may not be written", () =>
    Effect.gen(function* () {
      // The administrator may write everything, so the process becomes somebody else first.
      const uid = process.getuid?.() === 0 ? ["65534"] : []
      chmodSync(folder, 0o755)
      const closed = join(folder, "closed")
      mkdirSync(closed)
      const readable = join(closed, "readable.db")
      yield* open({ filename: readable })
      const openWritable = join(folder, "writable")
      mkdirSync(openWritable)
      const locked = join(openWritable, "locked.db")
      yield* open({ filename: locked })
      chmodSync(readable, 0o644)
      chmodSync(locked, 0o444)
      chmodSync(closed, 0o555)
      chmodSync(openWritable, 0o777)
      for (const filename of [readable, locked, join(closed, "new.db")]) {
        const { lines } = yield* Effect.promise(() => new Child("openStore.ts", filename, ...uid).end())
        assert.deepStrictEqual(lines, ["notWritable"], filename)
      }
      chmodSync(closed, 0o755)
    })
  )
})

describe("opening read-only", () => {
  it.effect("reads, refuses every write, and changes nothing", () =>
    Effect.gen(function* () {
      const filename = join(folder, "looked-at.db")
      yield* open({ filename })
      const size = statSync(filename).size
      const refused = Effect.flatMap(Store, (store) => store.commit(funding("fund", 1n))).pipe(
        Effect.provide(SqliteStore.layer({ filename, mode: "sandbox", readonly: true })),
        Effect.flip
      )
      assert.deepInclude(yield* refused, { _tag: "StoreUnavailable", outcome: "notWritten" })
      assert.strictEqual(statSync(filename).size, size)
    })
  )

  it.effect("makes no store", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reasonOf({ filename: join(folder, "none.db"), readonly: true }), "absent")
      writeFileSync(join(folder, "void.db"), "")
      assert.strictEqual(yield* reasonOf({ filename: join(folder, "void.db"), readonly: true }), "absent")
    })
  )
})
