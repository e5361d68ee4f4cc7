import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { Auditor } from "@quittance/core"
import { rowDigest, Store, StoreHealth } from "@quittance/core/adapter"
import { newSample, oldSamples, sampleConcept, temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Layer, Logger } from "effect"
import { migrate } from "../../src/schema/migrate.ts"
import { schemaVersion, steps } from "../../src/schema/steps.ts"
import { funding, reserving } from "../payoutSamples.ts"
import { Child } from "../process/Child.ts"
import { addOldSamples } from "./addOldSamples.ts"
import { conceptTable } from "./conceptTable.ts"
import { missingParts } from "./missingParts.ts"
import { sampleStep } from "./sampleStep.ts"
import { shapeOf } from "./tableShapes.ts"

const folder = temporaryFolder()
const next = schemaVersion + 1
const known = [...steps, sampleStep(next)]
const after = sampleConcept.after(next)

const upgrade = (filename: string): void => {
  const database = new Database(filename)
  database.exec("BEGIN EXCLUSIVE")
  migrate(database, schemaVersion, known)
  database.exec("COMMIT")
  database.close()
}

const looking = <A>(filename: string, look: (database: Database.Database) => A): A => {
  const database = new Database(filename)
  try {
    return look(database)
  } finally {
    database.close()
  }
}

const versionOf = (filename: string): unknown =>
  looking(filename, (database) => database.pragma("user_version", { simple: true }))

/** Every old row as it was, with the digests that the definition of before gave it, and the file in order. */
const assertOldRows = (filename: string): void =>
  looking(filename, (database) => {
    const rows = database.prepare("SELECT * FROM samples WHERE id <> 'new' ORDER BY closed_at, id").all()
    assert.lengthOf(rows, oldSamples.length)
    for (const sample of oldSamples) {
      const row = rows.find((each) => (each as { id: string }).id === sample.id) as typeof sample
      assert.include(row, sample)
      assert.deepStrictEqual(rowDigest(after).inserted(row), rowDigest(sampleConcept.before).inserted(sample))
    }
    assert.deepStrictEqual(database.pragma("integrity_check"), [{ integrity_check: "ok" }])
  })

const insertNew = (database: Database.Database): void => {
  database
    .prepare(
      "INSERT INTO samples (id, partner_id, state, status, note, until, version) VALUES (@id, @partner_id, @state, @status, @note, @until, 1)"
    )
    .run(newSample)
}

const assertUpgraded = (filename: string): void => {
  assert.strictEqual(versionOf(filename), next)
  assertOldRows(filename)
  looking(filename, (database) => {
    const wanted = new Database(":memory:")
    wanted.exec(conceptTable(after))
    const [found, shape] = [shapeOf(database, "samples"), shapeOf(wanted, "samples")]
    assert.isDefined(found)
    assert.isDefined(shape)
    if (found === undefined || shape === undefined) return
    assert.deepStrictEqual(missingParts("samples", found, shape), {
      table: "samples",
      columns: [],
      checks: [],
      indexes: [],
      counts: [],
      sql: [],
      faults: []
    })
    assert.doesNotThrow(() => insertNew(database))
    const wrong = { ...newSample, id: "wrong", status: "COMPLETED" }
    assert.throws(() => {
      database
        .prepare(
          "INSERT INTO samples (id, partner_id, state, status, until, version) VALUES (@id, @partner_id, @state, @status, @until, 1)"
        )
        .run(wrong)
    }, /CHECK constraint failed/)
    database.exec("INSERT INTO sample_entries VALUES ('p1', 'e1')")
    assert.isDefined(
      database
        .prepare(
          "SELECT origin FROM events INDEXED BY events_of_partner WHERE partner_id = ? AND subject_id = ?"
        )
        .get("prt_sample", "fund")
    )
  })
}

const logged: Array<string> = []
const log = Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])
const store = (filename: string) =>
  Layer.provideMerge(Auditor.layer, SqliteStore.layer({ filename, mode: "sandbox" }))

const faults = Effect.flatMap(Auditor, ({ verify }) => Effect.map(verify, (report) => report.faults))

describe("a step with columns, checks, an index and a table", () => {
  it.effect(
    "is taken beside a process of the version before, which writes until then and not after it",
    () => {
      const filename = join(folder, "beside.db")
      return Effect.gen(function* () {
        const { commit } = yield* Store
        yield* commit(funding("fund", 1_000_000_000n))
        for (let each = 0; each < 20; each++) yield* commit(reserving(`payout-${each}`))
        looking(filename, addOldSamples)
        assert.throws(() => looking(filename, insertNew), /no column/)
        logged.length = 0
        upgrade(filename)
        const refusal = yield* Effect.flip(commit(reserving("late")))
        assert.deepInclude(refusal, { _tag: "StoreUnavailable", outcome: "notWritten" })
        assert.deepInclude(yield* Effect.flip(commit(reserving("later"))), { _tag: "StoreUnavailable" })
        const reason = `the store is of schema version ${next} now, and this program works with version ${schemaVersion}`
        assert.deepStrictEqual(yield* yield* StoreHealth, { _tag: "upgraded", reason })
        assert.deepStrictEqual(logged, [
          `This process no longer writes to ${filename}: ${reason}. Restart it with the version of the program that brought the store to version ${next}.`
        ])
        // It still reads, and the chain, the digests and the books are in order.
        assert.deepStrictEqual(yield* faults, [])
        assertUpgraded(filename)
        const again = yield* Effect.flip(Layer.build(SqliteStore.layer({ filename, mode: "sandbox" })))
        assert.strictEqual(again.reason, "newer")
      }).pipe(Effect.scoped, Effect.provide(store(filename)), Effect.provide(log))
    }
  )

  it("is taken whole or not at all, wherever the process is killed, and then the next one takes it", async () => {
    const filename = join(folder, "killed.db")
    await Effect.runPromise(
      Effect.flatMap(Store, ({ commit }) => commit(funding("fund", 1_000_000_000n))).pipe(
        Effect.provide(store(filename))
      )
    )
    looking(filename, addOldSamples)
    for (let point = 1; ; point++) {
      const child = new Child("takeSampleStep.ts", filename, String(point))
      child.killAfter(1)
      const { code, lines } = await child.end()
      if (lines[0] === "taken") {
        assert.strictEqual(code, null)
        assert.isAbove(point, 8)
        break
      }
      assert.deepStrictEqual(lines, [`at ${point}`])
      assert.strictEqual(versionOf(filename), schemaVersion)
      assertOldRows(filename)
      looking(filename, (database) => {
        assert.strictEqual(shapeOf(database, "sample_entries"), undefined)
        assert.notProperty(shapeOf(database, "samples")?.columns, "note")
      })
      // A process of the version before goes on.
      const written = Effect.flatMap(Store, ({ commit }) => commit(reserving(`after-${point}`)))
      await Effect.runPromise(Effect.provide(written, store(filename)))
    }
    assertUpgraded(filename)
  })
})
