import {
  chownSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { Auditor, type Mode } from "@quittance/core"
import { Store, StoreHold } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Layer, Logger, Option } from "effect"
import { vi } from "vitest"
import { holdAtOpen } from "../src/hashChain/holdAtOpen.ts"
import { funding, reserving } from "./payoutSamples.ts"

const folder = temporaryFolder()
let fileCount = 0
const newFile = (): string => {
  fileCount += 1
  return join(folder, `store-${fileCount}.db`)
}

const open = (filename: string, mode: Mode = "live") => SqliteStore.layer({ filename, mode })

/** Opens the store, writes these payouts one after the other, and closes it. */
const write = (filename: string, names: ReadonlyArray<string>, mode: Mode = "live") =>
  Effect.gen(function* () {
    const store = yield* Store
    yield* store.commit(funding(`fund-${names.join()}`, 100_000_000n))
    for (const name of names) yield* store.commit(reserving(name))
  }).pipe(Effect.provide(open(filename, mode)))

/** Why the store stands on hold after it was opened; nothing where it does not. */
const heldAfterOpening = (filename: string, mode: Mode = "live") =>
  Effect.flatMap(StoreHold, ({ current }) => current).pipe(
    Effect.map((hold) => Option.getOrUndefined(hold)?.reason),
    Effect.provide(open(filename, mode))
  )

/** Also what was told meanwhile. */
const withWarnings = <A, E>(body: Effect.Effect<A, E>) =>
  Effect.suspend(() => {
    const warnings: Array<string> = []
    const log = Logger.layer([Logger.make(({ message }) => void warnings.push(String(message)))])
    return Effect.map(Effect.provide(body, log), (answer) => [answer, warnings] as const)
  })

const release = (filename: string) =>
  Effect.flatMap(StoreHold, (hold) => hold.release).pipe(Effect.provide(open(filename)))

const faultsOf = (filename: string) =>
  Effect.flatMap(Auditor, ({ verify }) => verify).pipe(
    Effect.map(({ faults }) => faults),
    Effect.provide(
      Auditor.layer.pipe(Layer.provide(SqliteStore.layer({ filename, mode: "live", readonly: true })))
    )
  )

describe("a store and its anchor", () => {
  it.effect("that belong together open without a hold, again and again", () => {
    const filename = newFile()
    return Effect.gen(function* () {
      for (const names of [["a"], ["b", "c"], []]) {
        yield* write(filename, names)
        assert.isUndefined(yield* heldAfterOpening(filename))
        assert.deepStrictEqual(yield* faultsOf(filename), [])
      }
      assert.strictEqual(statSync(`${filename}.anchor`).mode & 0o777, 0o600)
    })
  })

  it.effect.each(["deleted", "replaced by an older one"])(
    "of which the anchor was %s while it was open: it says so once, and the next start finds it right",
    (what) => {
      const filename = newFile()
      const timers = vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
      return Effect.gen(function* () {
        yield* write(filename, ["a"])
        copyFileSync(`${filename}.anchor`, `${filename}.older`)
        const [, warnings] = yield* withWarnings(
          Effect.gen(function* () {
            const store = yield* Store
            yield* store.commit(reserving("b"))
            if (what === "deleted") rmSync(`${filename}.anchor`)
            else renameSync(`${filename}.older`, `${filename}.anchor`)
            timers.advanceTimersByTime(3_000)
            // As if the process ended here.
            copyFileSync(`${filename}.anchor`, `${filename}.seen`)
          }).pipe(Effect.provide(open(filename)))
        )
        assert.lengthOf(warnings, 1)
        assert.match(warnings[0] ?? "", /anchor .* was moved, deleted or replaced while its store was open/)
        copyFileSync(`${filename}.seen`, `${filename}.anchor`)
        assert.isUndefined(yield* heldAfterOpening(filename))
      }).pipe(Effect.ensuring(Effect.sync(() => timers.useRealTimers())))
    }
  )

  it.effect.skipIf(process.getuid?.() !== 0)("that root makes is the store's owner's", () => {
    const filename = newFile()
    return Effect.gen(function* () {
      yield* write(filename, ["a"])
      chownSync(filename, 65_534, 65_533)
      rmSync(`${filename}.anchor`)
      assert.match((yield* heldAfterOpening(filename)) ?? "", /its anchor, .* is missing/)
      const { gid, mode, uid } = statSync(`${filename}.anchor`)
      assert.deepStrictEqual({ gid, mode: mode & 0o777, uid }, { gid: 65_533, mode: 0o600, uid: 65_534 })
    })
  })

  it.effect.skipIf(process.getuid?.() !== 0)("gives away nothing that lies in its place as a link", () => {
    const filename = newFile()
    return Effect.gen(function* () {
      yield* write(filename, ["a"])
      chownSync(filename, 65_534, 65_533)
      rmSync(`${filename}.anchor`)
      writeFileSync(`${filename}.other`, "")
      symlinkSync(`${filename}.other`, `${filename}.anchor`)
      yield* write(filename, ["b"])
      assert.strictEqual(statSync(`${filename}.other`).uid, 0)
    })
  })

  it.effect(
    "of which the store is an older copy: it opens on hold, says what is missing, and keeps that",
    () => {
      const filename = newFile()
      return Effect.gen(function* () {
        yield* write(filename, ["a"])
        copyFileSync(filename, `${filename}.copy`)
        yield* write(filename, ["b", "c"])
        copyFileSync(`${filename}.copy`, filename)
        assert.match((yield* faultsOf(filename)).join(), /older than its anchor/)
        const reason = yield* heldAfterOpening(filename)
        assert.match(
          reason ?? "",
          /^This store is on hold: it is older than its anchor: it ends with event 2 of 2026-01-01T00:00:00.000Z, and its anchor records event 5 of 2026-01-01T00:00:00.000Z, so 3 events are missing\. .*`quittance payouts release`/
        )
        assert.strictEqual(yield* heldAfterOpening(filename), reason)
        yield* release(filename)
        assert.isUndefined(yield* heldAfterOpening(filename))
        assert.deepStrictEqual(yield* faultsOf(filename), [])
      })
    }
  )

  it.effect("of which the same older copy is put back once more: it opens on hold again", () => {
    const filename = newFile()
    const putBack = () => copyFileSync(`${filename}.copy`, filename)
    return Effect.gen(function* () {
      yield* write(filename, ["a"])
      copyFileSync(filename, `${filename}.copy`)
      yield* write(filename, ["b", "c"])
      putBack()
      assert.isDefined(yield* heldAfterOpening(filename))
      putBack()
      assert.match((yield* heldAfterOpening(filename)) ?? "", /a hold that this copy does not know/)
      yield* release(filename)
      assert.isUndefined(yield* heldAfterOpening(filename))
      putBack()
      assert.match((yield* faultsOf(filename)).join(), /a hold that this copy does not know/)
      assert.isDefined(yield* heldAfterOpening(filename))
    })
  })

  it.effect("that are opened by another process for the first time just then: no hold", () => {
    const filename = newFile()
    return Effect.gen(function* () {
      yield* write(filename, ["a"])
      // The other process has written the anchor after this one looked for it, and has said so in the store.
      const database = new Database(filename)
      const prepare = database.prepare.bind(database)
      renameSync(`${filename}.anchor`, `${filename}.made`)
      Object.assign(database, {
        prepare: (sql: string) => {
          const statement = prepare(sql)
          if (!sql.includes("has_anchor FROM meta")) return statement
          assert.isFalse(
            existsSync(`${filename}.anchor`),
            "the anchor is read after the store was asked for it"
          )
          renameSync(`${filename}.made`, `${filename}.anchor`)
          return statement
        }
      })
      holdAtOpen(database, { filename, mode: "live", at: 0, hasLostLog: false })
      assert.isUndefined(prepare("SELECT reason FROM store_hold").get())
      database.close()
    })
  })

  it.effect("of which the store went another way from an older copy: it opens on hold", () => {
    const filename = newFile()
    return Effect.gen(function* () {
      yield* write(filename, ["a"])
      copyFileSync(filename, `${filename}.copy`)
      yield* write(filename, ["b"])
      copyFileSync(`${filename}.anchor`, `${filename}.kept`)
      copyFileSync(`${filename}.copy`, filename)
      rmSync(`${filename}.anchor`)
      yield* write(filename, ["c", "d"])
      yield* release(filename)
      copyFileSync(`${filename}.kept`, `${filename}.anchor`)
      assert.match((yield* heldAfterOpening(filename)) ?? "", /does not match its anchor: event 4/)
    })
  })

  it.effect("of which the anchor is gone, or is no anchor: it opens on hold", () => {
    const filename = newFile()
    return Effect.gen(function* () {
      yield* write(filename, ["a"])
      rmSync(`${filename}.anchor`)
      assert.match((yield* heldAfterOpening(filename)) ?? "", /its anchor, .*, is missing/)
      assert.isTrue(existsSync(`${filename}.anchor`))
      yield* release(filename)
      writeFileSync(`${filename}.anchor`, Buffer.alloc(8_192, "x"))
      assert.match((yield* heldAfterOpening(filename)) ?? "", /its anchor, .*, cannot be read/)
    })
  })

  it.effect("one of whose slots was torn: the other one counts", () => {
    const filename = newFile()
    return Effect.gen(function* () {
      yield* write(filename, ["a", "b", "c"])
      const bytes = readFileSync(`${filename}.anchor`)
      const events = [0, 4096].map((start) =>
        Number(/event (\d+)/.exec(bytes.toString("latin1", start, start + 256))?.[1])
      )
      const later = events[0] === Math.max(...events) ? 0 : 4096
      bytes.write("torn", later + 40)
      writeFileSync(`${filename}.anchor`, bytes)
      assert.isUndefined(yield* heldAfterOpening(filename))
    })
  })

  it.effect("of another store that lay there: live opens on hold, a new sandbox starts anew", () => {
    const live = newFile()
    const sandbox = newFile()
    return Effect.gen(function* () {
      yield* write(live, ["a"])
      yield* write(sandbox, ["a"], "sandbox")
      for (const filename of [live, sandbox]) rmSync(filename)
      assert.match((yield* heldAfterOpening(live)) ?? "", /its anchor belongs to another store/)
      copyFileSync(`${sandbox}.anchor`, `${sandbox}.kept`)
      const [held, warnings] = yield* withWarnings(heldAfterOpening(sandbox, "sandbox"))
      assert.isUndefined(held)
      assert.lengthOf(warnings, 1)
      assert.match(
        warnings[0] ?? "",
        /is new and empty, but its anchor tells of a sandbox that was here before and reached event 2 of 2026-01-01T00:00:00.000Z: .* was moved or deleted\. .*put that file here again/
      )
      assert.deepStrictEqual((yield* withWarnings(heldAfterOpening(sandbox, "sandbox")))[1], [])
      // As if the process that made it had been killed before it wrote the anchor.
      copyFileSync(`${sandbox}.kept`, `${sandbox}.anchor`)
      const database = new Database(sandbox)
      database.exec("UPDATE meta SET has_anchor = 0")
      database.close()
      assert.isUndefined(yield* heldAfterOpening(sandbox, "sandbox"))
      yield* write(sandbox, ["b"], "sandbox")
      assert.isUndefined(yield* heldAfterOpening(sandbox, "sandbox"))
    })
  })
})
