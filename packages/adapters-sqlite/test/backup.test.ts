import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { BackupRefused, backupStore, restoreStore, SqliteStore } from "@quittance/adapters-sqlite"
import { Auditor, type Mode } from "@quittance/core"
import { DataKeys, Guard, ListReader, payoutList, Store, StoreHold } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { funding, partnerId, reserving, start } from "./payoutSamples.ts"
import { Child } from "./process/Child.ts"

const folder = temporaryFolder()
let count = 0
/** A place for a store, in a folder of its own. */
const newPlace = () => {
  count += 1
  const filename = join(temporaryFolder(), "store.db")
  return { filename, to: join(folder, `backup-${count}`) }
}

const open = (filename: string, mode: Mode = "live") => SqliteStore.layer({ filename, mode })

const write = (filename: string, names: ReadonlyArray<string>, mode: Mode = "live") =>
  Effect.gen(function* () {
    const store = yield* Store
    yield* store.commit(funding(`fund-${names.join()}`, 1_000_000_000n))
    for (const name of names) yield* store.commit(reserving(name))
  }).pipe(Effect.provide(open(filename, mode)))

/** What somebody does by hand. */
const edit = (filename: string, sql: string): void => {
  const database = new Database(filename)
  database.exec(sql)
  database.close()
}

const state = (filename: string) =>
  Effect.gen(function* () {
    const lists = yield* ListReader
    const { items } = yield* lists.page(payoutList, { partnerId }, {}, { page: 1, limit: 100 }, 0)
    const hold = yield* (yield* StoreHold).current
    const { faults } = yield* (yield* Auditor).verify
    return {
      payouts: items.map(({ order }) => order.id).sort(),
      hold: Option.getOrUndefined(hold)?.reason,
      faults
    }
  }).pipe(Effect.provide(Layer.provideMerge(Auditor.layer, open(filename))))

describe("a backup", () => {
  it.effect("is restored on hold, and the store that was there is kept whole", () => {
    const { filename, to } = newPlace()
    return Effect.gen(function* () {
      yield* write(filename, ["a", "b"])
      const copy = yield* backupStore({ filename, mode: "live", to })
      assert.strictEqual(statSync(to).mode & 0o777, 0o600)
      assert.strictEqual(copy.lastEvent, 3)
      assert.strictEqual(copy.report.payoutCount, 2)
      yield* write(filename, ["c"])
      const restored = yield* restoreStore({ from: to, filename, mode: "live" })
      assert.strictEqual(statSync(filename).mode & 0o777, 0o600)
      assert.strictEqual(restored.keptLastEvent, 5)
      // The anchor that lies there is of the store before; who opens the restored one for writing compares it.
      const { faults } = yield* Effect.flatMap(Auditor, ({ verify }) => verify).pipe(
        Effect.provide(
          Auditor.layer.pipe(Layer.provide(SqliteStore.layer({ filename, mode: "live", readonly: true })))
        )
      )
      assert.deepStrictEqual(faults, [])
      const after = yield* state(filename)
      assert.deepInclude(after, { payouts: ["a", "b"], faults: [] })
      assert.match(
        after.hold ?? "",
        /restored from a backup that ends with event 3 of .*`quittance payouts release`/
      )
      assert.deepStrictEqual((yield* state(restored.kept ?? "")).payouts, ["a", "b", "c"])
      yield* Effect.flatMap(StoreHold, ({ release }) => release).pipe(Effect.provide(open(filename)))
      yield* write(filename, ["d"])
      assert.deepStrictEqual(yield* state(filename), {
        payouts: ["a", "b", "d"],
        hold: undefined,
        faults: []
      })
    })
  })

  it.effect("that is put in place by hand, or on another machine, is on hold too", () => {
    const { filename, to } = newPlace()
    return Effect.gen(function* () {
      yield* write(filename, ["a"])
      yield* backupStore({ filename, mode: "live", to })
      const elsewhere = newPlace().filename
      copyFileSync(to, elsewhere)
      assert.match((yield* state(elsewhere)).hold ?? "", /it is a backup that ends with event 2/)
      yield* TestClock.setTime(start + 3 * 86_400_000)
      yield* restoreStore({ from: to, filename, mode: "live" })
      const { since } = yield* Effect.flatMap(StoreHold, ({ current }) => current).pipe(
        Effect.flatMap(Effect.fromOption),
        Effect.provide(open(filename))
      )
      assert.strictEqual(since, start, "since its last event, and not only since it was put back")
    })
  })

  it.effect("is restored without the logs of a store that is gone", () => {
    const { filename, to } = newPlace()
    return Effect.gen(function* () {
      yield* write(filename, ["a"])
      yield* backupStore({ filename, mode: "live", to })
      rmSync(filename)
      // A journal would be rolled back into the store that takes the place.
      const logs = ["-wal", "-journal"].map((end) => `${filename}${end}`)
      for (const log of logs) writeFileSync(log, "left over")
      yield* restoreStore({ from: to, filename, mode: "live" })
      assert.deepStrictEqual(
        logs.filter((log) => existsSync(log)),
        []
      )
      assert.deepInclude(yield* state(filename), { payouts: ["a"], faults: [] })
    })
  })

  it.effect("is restored where nothing was, not even the folder", () => {
    const { filename, to } = newPlace()
    return Effect.gen(function* () {
      yield* write(filename, ["a"])
      yield* backupStore({ filename, mode: "live", to })
      const elsewhere = join(temporaryFolder(), "data", "new", "store.db")
      const restored = yield* restoreStore({ from: to, filename: elsewhere, mode: "live" })
      assert.isUndefined(restored.kept)
      assert.deepInclude(yield* state(elsewhere), { payouts: ["a"], faults: [] })
    })
  })

  it.effect("that is made while another process writes is as of one instant", () => {
    const { filename, to } = newPlace()
    return Effect.gen(function* () {
      yield* write(filename, [])
      const child = new Child("writePayouts.ts", filename, "payout", "400", "live")
      const copy = yield* backupStore({ filename, mode: "live", to })
      assert.deepStrictEqual(copy.report.faults, [])
      yield* Effect.promise(() => child.end())
    })
  })

  it.effect(
    "of a store with a row that was edited by hand is made and restored by who accepts its faults",
    () => {
      const { filename, to } = newPlace()
      return Effect.gen(function* () {
        yield* write(filename, ["a"])
        edit(filename, "UPDATE payouts SET address = 'elsewhere'")
        const unmade = yield* Effect.flip(backupStore({ filename, mode: "live", to }))
        assert.match(unmade.message, /no backup was made\. .*add `--accept-faults`/)
        const { report } = yield* backupStore({ filename, mode: "live", to, acceptFaults: true })
        assert.match(report.faults.join(), /^payout a differs from what was committed/)
        const unrestored = yield* Effect.flip(restoreStore({ from: to, filename, mode: "live" }))
        assert.match(unrestored.message, /nothing was restored\. .*add `--accept-faults`/)
        assert.deepStrictEqual(unrestored.faults, report.faults)
        const restored = yield* restoreStore({ from: to, filename, mode: "live", acceptFaults: true })
        assert.deepStrictEqual(restored.report.faults, report.faults)
        assert.deepInclude(yield* state(filename), { payouts: ["a"], faults: report.faults })
      })
    }
  )

  it.effect("with a value that a constraint forbids is a fault that can be accepted", () => {
    const { filename, to } = newPlace()
    return Effect.gen(function* () {
      yield* write(filename, ["a"])
      edit(filename, "PRAGMA ignore_check_constraints = ON; UPDATE payouts SET version = 0")
      const { report } = yield* backupStore({ filename, mode: "live", to, acceptFaults: true })
      assert.match(report.faults.join(), /CHECK constraint failed in payouts/)
    })
  })

  it.effect("overwrites nothing, and leaves nothing behind that is not in order", () => {
    const { filename, to } = newPlace()
    return Effect.gen(function* () {
      yield* write(filename, ["a"])
      writeFileSync(to, "mine")
      const taken = yield* Effect.flip(backupStore({ filename, mode: "live", to }))
      assert.match(taken.message, /already exists/)
      edit(filename, "UPDATE payouts SET address = 'elsewhere'")
      const broken = yield* Effect.flip(backupStore({ filename, mode: "live", to: `${to}.broken` }))
      assert.match(broken.faults.join(), /^payout a differs from what was committed/)
      assert.isFalse(existsSync(`${to}.broken`))
      const absent = yield* Effect.flip(backupStore({ filename, mode: "live", to: join(to, "x", "y") }))
      assert.instanceOf(absent, BackupRefused)
    })
  })
})

describe("what a killed backup or restore left", () => {
  it.effect("is removed by the next one over the same file, and nothing else is", () => {
    const { filename, to } = newPlace()
    return Effect.gen(function* () {
      yield* write(filename, ["a"])
      // Beyond any process id of the system.
      const gone = 2 ** 31 - 1
      const left = [
        `${to}.part-${gone}`,
        `${to}.part-${gone}-journal`,
        ...["", "-wal", "-shm", "-journal", ".anchor"].map((end) => `${filename}.restoring-${gone}${end}`)
      ]
      const kept = [`${to}.part-${process.ppid}`, `${to}.part-one`, `${filename}.restoring-${process.ppid}`]
      for (const path of [...left, ...kept]) writeFileSync(path, "left over")
      yield* backupStore({ filename, mode: "live", to })
      yield* restoreStore({ from: to, filename, mode: "live" })
      assert.deepStrictEqual(
        [...left, ...kept].filter((path) => existsSync(path)),
        kept
      )
    })
  })
})

describe("a restore by root", () => {
  it.effect.skipIf(process.getuid?.() !== 0)(
    "leaves the store to the owner of the one that was there",
    () => {
      const { filename, to } = newPlace()
      return Effect.gen(function* () {
        yield* write(filename, ["a"])
        yield* backupStore({ filename, mode: "live", to })
        chownSync(filename, 65_534, 65_533)
        const { kept = "" } = yield* restoreStore({ from: to, filename, mode: "live" })
        for (const path of [filename, kept]) {
          const { gid, uid } = statSync(path)
          assert.deepStrictEqual({ gid, uid }, { gid: 65_533, uid: 65_534 })
        }
      })
    }
  )
})

describe("the data keys of a store that is put aside", () => {
  const add = (filename: string, ...ids: ReadonlyArray<string>) =>
    Effect.flatMap(DataKeys, (keys) =>
      Effect.forEach(ids, (id) => keys.add({ id, keyId: "master", wrapped: `wrapped ${id}`, createdAt: 1 }))
    ).pipe(Effect.provide(open(filename)))
  const idsOf = (filename: string) =>
    Effect.flatMap(DataKeys, ({ all }) => all).pipe(
      Effect.map((keys) => keys.map(({ id, wrapped }) => `${id}: ${wrapped}`)),
      Effect.provide(open(filename))
    )

  it.effect("are added to the backup's, so that what was sealed later still opens", () => {
    const { filename, to } = newPlace()
    return Effect.gen(function* () {
      yield* add(filename, "old")
      yield* backupStore({ filename, mode: "live", to })
      edit(filename, "UPDATE data_keys SET wrapped = 'wrapped anew'")
      yield* add(filename, "later", "last")
      const { dataKeysAdded } = yield* restoreStore({ from: to, filename, mode: "live" })
      assert.strictEqual(dataKeysAdded, 2)
      const ids = ["old: wrapped old", "later: wrapped later", "last: wrapped last"]
      assert.deepStrictEqual(yield* idsOf(filename), ids)
    })
  })

  it.effect("are left where it is another store or cannot be read, and the backup is restored", () => {
    const { filename, to } = newPlace()
    return Effect.gen(function* () {
      yield* add(filename, "mine")
      yield* backupStore({ filename, mode: "live", to })
      yield* TestClock.setTime(start + 1)
      const other = newPlace().filename
      yield* add(other, "theirs")
      const unreadable = newPlace().filename
      copyFileSync(filename, unreadable)
      edit(unreadable, "DROP TABLE data_keys")
      const noStore = newPlace().filename
      writeFileSync(noStore, "x".repeat(10_000))
      for (const place of [other, unreadable, noStore]) {
        const { dataKeysAdded, kept } = yield* restoreStore({ from: to, filename: place, mode: "live" })
        assert.isDefined(kept)
        assert.isUndefined(dataKeysAdded)
        assert.deepStrictEqual(yield* idsOf(place), ["mine: wrapped mine"])
      }
    })
  })
})

/** All that lies beside a store but its log, which comes and goes. */
const filesBeside = (filename: string) =>
  readdirSync(join(filename, ".."))
    .filter((name) => !/-(?:wal|shm)$/.test(name))
    .sort()

describe("a restore is refused, and changes nothing, where", () => {
  const refusal = (from: string, filename: string, mode: Mode = "live", acceptFaults = false) =>
    Effect.map(Effect.flip(restoreStore({ from, filename, mode, acceptFaults })), ({ faults, message }) => ({
      faults,
      message
    }))

  it.effect("the store is open in another process", () => {
    const { filename, to } = newPlace()
    return Effect.gen(function* () {
      yield* write(filename, ["a"])
      yield* backupStore({ filename, mode: "live", to })
      const files = filesBeside(filename)
      yield* Effect.gen(function* () {
        yield* (yield* Guard).forgetThrough(0)
        assert.match((yield* refusal(to, filename)).message, /is open in another process: stop every server/)
      }).pipe(Effect.provide(open(filename)))
      assert.deepStrictEqual(filesBeside(filename), files)
      assert.deepStrictEqual((yield* state(filename)).payouts, ["a"])
    })
  })

  it.effect("the backup is damaged, is another mode's, is no store or is not there", () => {
    const { filename, to } = newPlace()
    return Effect.gen(function* () {
      yield* write(filename, ["a"])
      yield* backupStore({ filename, mode: "live", to })
      assert.match((yield* refusal(to, filename, "sandbox")).message, /created in mode live/)
      assert.match((yield* refusal(`${to}.none`, filename)).message, /There is no file/)
      writeFileSync(`${to}.text`, "x".repeat(10_000))
      assert.match((yield* refusal(`${to}.text`, filename)).message, /is not a SQLite database/)
      copyFileSync(to, `${to}.damaged`)
      const descriptor = openSync(`${to}.damaged`, "r+")
      writeSync(descriptor, Buffer.alloc(4_096, 0xa5), 0, 4_096, statSync(to).size - 4_096 * 20)
      closeSync(descriptor)
      for (const acceptFaults of [false, true]) {
        const damaged = yield* refusal(`${to}.damaged`, filename, "live", acceptFaults)
        assert.match(damaged.message, /damaged|malformed|CORRUPT/)
        assert.notMatch(damaged.message, /add `--accept-faults`/)
      }
      assert.deepStrictEqual((yield* state(filename)).payouts, ["a"])
    })
  })
})
