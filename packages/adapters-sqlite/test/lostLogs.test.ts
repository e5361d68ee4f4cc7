import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { backupStore, restoreStore, SqliteStore } from "@quittance/adapters-sqlite"
import { Store, StoreHold } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Option } from "effect"
import { isDamaged } from "../src/isDamaged.ts"
import { funding, reserving } from "./payoutSamples.ts"

const folder = temporaryFolder()
const open = (filename: string) => SqliteStore.layer({ filename, mode: "live" })

/** Two instants of one store, and its anchor of the second. */
const twoInstants = Effect.fnUntraced(function* (name: string) {
  const filename = join(folder, `${name}.db`)
  const write = (from: number) =>
    Effect.gen(function* () {
      const store = yield* Store
      yield* store.commit(funding(`fund-${from}`, 100_000_000_000n))
      for (let index = from; index < from + 60; index++) yield* store.commit(reserving(`payout-${index}`))
    }).pipe(Effect.provide(open(filename)))
  yield* write(0)
  const before = readFileSync(filename)
  yield* write(60)
  return { filename, before, after: readFileSync(filename) }
})

const pageBytes = (file: Buffer): number => file.readUInt16BE(16)

/** One file with pages of the other. */
const withPages = (file: Buffer, other: Buffer, from: number, end: number): Buffer => {
  const size = pageBytes(file)
  const mixed = Buffer.from(file)
  other.copy(mixed, from * size, from * size, end * size)
  return mixed
}

const isHeld = Effect.flatMap(StoreHold, ({ current }) => Effect.map(current, Option.isSome))

describe("a store whose log was lost while part of it was moved into the file", () => {
  it.effect("does not open, and is left as it is", () =>
    Effect.gen(function* () {
      const { after, before, filename } = yield* twoInstants("half")
      const half = withPages(before, after, 1, Math.floor(before.length / pageBytes(before) / 2))
      writeFileSync(filename, half)
      const refused = yield* Effect.flip(Effect.provide(isHeld, open(filename)))
      assert.match(refused.message, /is damaged.*quittance restore FILE/)
    })
  )

  it.effect("does not open either where the end of its chain is the newest", () =>
    Effect.gen(function* () {
      const { after, before, filename } = yield* twoInstants("end")
      const pages = before.length / pageBytes(before)
      let found = 0
      for (let page = 1; page < pages && found === 0; page++) {
        writeFileSync(filename, withPages(after, before, page, page + 1))
        const database = new Database(filename, { readonly: true })
        const isWhole = !isDamaged(database)
        database.close()
        if (isWhole) continue
        // Without a trace of the log nothing tells but `ledger verify`.
        const held = yield* Effect.result(Effect.provide(isHeld, open(filename)))
        if (held._tag === "Success" && !held.success) found = page
      }
      assert.isAbove(found, 0)
      writeFileSync(filename, withPages(after, before, found, found + 1))
      writeFileSync(`${filename}-shm`, "")
      rmSync(`${filename}-wal`, { force: true })
      const refused = yield* Effect.flip(Effect.provide(isHeld, open(filename)))
      assert.match(refused.message, /is damaged/)
    })
  )

  it.effect("is replaced by a backup, which stands on hold", () =>
    Effect.gen(function* () {
      const { after, before, filename } = yield* twoInstants("restored")
      const backup = join(folder, "backup.db")
      yield* backupStore({ filename, mode: "live", to: backup })
      writeFileSync(filename, withPages(before, after, 1, Math.floor(before.length / pageBytes(before) / 2)))
      yield* restoreStore({ filename, mode: "live", from: backup })
      assert.isTrue(yield* Effect.provide(isHeld, open(filename)))
    })
  )

  it.effect("opens where a whole file has lost nothing but an index of a log", () =>
    Effect.gen(function* () {
      const { filename } = yield* twoInstants("whole")
      copyFileSync(filename, `${filename}-shm`)
      assert.isFalse(yield* Effect.provide(isHeld, open(filename)))
    })
  )
})
