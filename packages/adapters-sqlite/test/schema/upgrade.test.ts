import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { payout, StateReader } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { schemaVersion } from "../../src/schema/steps.ts"
import { Child } from "../process/Child.ts"
import { addOldSamples } from "./addOldSamples.ts"

const folder = temporaryFolder()
const next = schemaVersion + 1

const inFile = <A>(filename: string, work: (database: Database.Database) => A): A => {
  const database = new Database(filename)
  try {
    return work(database)
  } finally {
    database.close()
  }
}

const versionOf = (filename: string): unknown =>
  inFile(filename, (database) => database.pragma("user_version", { simple: true }))

/** A store of the version before. */
const oldStore = async (name: string): Promise<string> => {
  const filename = join(folder, name)
  await Effect.runPromise(
    Effect.scoped(Effect.provide(StateReader, SqliteStore.layer({ filename, mode: "sandbox" })))
  )
  inFile(filename, addOldSamples)
  return filename
}

interface Told {
  readonly log?: string
  readonly answer?: unknown
  readonly failure?: { readonly reason: string; readonly message: string }
}

/** What the program of the next version says to a deed, or to several that one process does. */
const nextProgram = async (deed: string, filename: string, other = ""): Promise<ReadonlyArray<Told>> => {
  const { lines } = await new Child("nextProgram.ts", deed, filename, other).end()
  return lines.map((line) => JSON.parse(line) as Told)
}

describe("a program of the next version", () => {
  it("upgrades the store under a process of the version before, which then writes nothing more", async () => {
    const filename = await oldStore("served.db")
    const old = new Child("oldProgram.ts", filename)
    await old.printed(20)
    const printed = await nextProgram("write", filename)
    const { code, lines } = await old.end()
    assert.strictEqual(code, 0)
    assert.strictEqual(lines.at(-1), "upgraded")
    assert.deepStrictEqual(printed, [
      {
        log: `${filename} is brought from schema version ${schemaVersion} to ${next}. Reads go on; writes wait for it, and processes of version ${schemaVersion} no longer write to it.`
      },
      { answer: null }
    ])
    assert.strictEqual(versionOf(filename), next)
    // Nothing that the old process was told is written is missing, and nothing is there besides.
    const ids = inFile(filename, (database) =>
      database.prepare(`SELECT id FROM ${payout.table}`).pluck().all()
    )
    assert.sameMembers(ids, [...lines.slice(0, -1), "new"])
    assert.deepStrictEqual(await nextProgram("verify", filename), [
      { answer: { faults: [], payoutCount: lines.length } }
    ])
    assert.deepStrictEqual((await new Child("openStore.ts", filename).end()).lines, ["newer"])
  })

  it("leaves an older store alone where it only looks at it, or is told to", async () => {
    const filename = await oldStore("looked-at.db")
    const printed = await nextProgram("look,command,verify,copyAhead", filename)
    assert.deepStrictEqual(
      printed.map(({ failure }) => failure?.reason),
      ["older", "older", "older", "older"]
    )
    for (const { failure } of printed)
      assert.match(
        failure?.message ?? "",
        /use the version of the program that serves it, or start this version's server/
      )
    assert.strictEqual(versionOf(filename), schemaVersion)
  })

  it("backs an older store up as it is, and restores such a backup as a store of its own version", async () => {
    const filename = await oldStore("old.db")
    const to = join(folder, "old.backup")
    const restored = join(folder, "restored.db")
    assert.deepStrictEqual(await nextProgram("backup", filename, to), [{ answer: [] }])
    assert.deepStrictEqual([versionOf(filename), versionOf(to)], [schemaVersion, schemaVersion])
    assert.deepStrictEqual(await nextProgram("restore", restored, to), [{ answer: [] }])
    assert.strictEqual(versionOf(restored), next)
    // The program of the version before opens it too.
    assert.strictEqual((await new Child("openStore.ts", to).end()).lines.at(-1), "opened")
  })

  it("upgrades an older store that is moved, when nobody else has it open", async () => {
    const filename = await oldStore("moved.db")
    const other = new Database(filename)
    other.exec("BEGIN; SELECT count(*) FROM events")
    const [busy] = await nextProgram("upgradeAlone", filename)
    assert.strictEqual(busy?.failure?.reason, "busy")
    other.close()
    assert.strictEqual(versionOf(filename), schemaVersion)
    const told = await nextProgram("upgradeAlone,upgradeAlone", filename)
    assert.deepStrictEqual(told, [{ answer: null }, { answer: null }])
    assert.strictEqual(versionOf(filename), next)
  })
})
