import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { endingsOfConcept, Store } from "@quittance/core/adapter"
import { searchSuite, temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { endingReads, unfoundSql } from "../src/readers/endingSql.ts"
import { createStore, migrate } from "../src/schema/migrate.ts"
import { firstVersion } from "../src/schema/steps.ts"
import { funding, partnerId, reserving } from "./payoutSamples.ts"
import { endingTablesSql } from "./schema/endingTables.ts"

const endings = endingsOfConcept("Payout")

/** A store whose runs are so short that the few payouts of a test fill many. */
const shortRuns = (): string => {
  const filename = join(temporaryFolder(), "store.db")
  const database = new Database(filename)
  createStore(database, { mode: "sandbox", createdAt: 0 })
  migrate(database, firstVersion)
  for (const ending of endings) {
    const name = `payouts_${ending.index}`
    for (const part of ["added", "changed", "sorted"]) database.exec(`DROP TRIGGER ${name}_${part}`)
    database.exec(`DROP TABLE ${name}; DROP TABLE ${name}_new;`)
    database.exec(endingTablesSql("payouts", ending, 3))
  }
  database.close()
  return filename
}

describe("the ends of addresses and hashes, in runs of three", () => {
  searchSuite("SQLite", SqliteStore.layer({ filename: shortRuns(), mode: "sandbox" }))

  it("find the newest first, and a row by its last value only; an audit misses lost entries", async () => {
    const filename = shortRuns()
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"].map((letter) => `payout_${letter}`)
    await Effect.runPromise(
      Effect.gen(function* () {
        const { commit } = yield* Store
        for (const each of [funding("funds", 100_000_000n), ...names.map((name) => reserving(name))])
          yield* commit(each)
      }).pipe(Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" })))
    )
    const database = new Database(filename)
    const all = (sql: string, ...parameters: ReadonlyArray<unknown>) =>
      database
        .prepare(sql)
        .pluck()
        .all(...parameters)
    const [byAddress, byTransaction] = endings.map((ending) => endingReads("payouts", ending))
    const [address] = all("SELECT DISTINCT address FROM payouts")
    const paid = [address, partnerId, JSON.stringify([address])]
    assert.deepStrictEqual(all(byAddress?.unsorted ?? "", ...paid, 20), ["payout_h", "payout_g"])
    assert.deepStrictEqual(all(byAddress?.runs ?? "", ...paid, 20), [2, 1])
    assert.deepStrictEqual(all(byAddress?.runs ?? "", ...paid, 1), [2])
    assert.deepStrictEqual(all(byAddress?.inRun ?? "", 2, ...paid, 2), ["payout_f", "payout_e"])

    const hashes = ["1", "2"].map((digit) => `0x${digit.repeat(64)}`)
    for (const hash of hashes)
      database.exec(`UPDATE payouts SET processing_id = '${hash}' WHERE id = 'payout_a'`)
    const told = hashes.map((hash) =>
      all(byTransaction?.unsorted ?? "", hash, partnerId, JSON.stringify([hash]), 20)
    )
    assert.deepStrictEqual(told, [[], ["payout_a"]])

    const faults = () => endings.flatMap((ending) => all(unfoundSql("payouts", ending)))
    assert.deepStrictEqual(faults(), [])
    database.exec(
      "DELETE FROM payouts_by_address WHERE id = 'payout_a'; DELETE FROM payouts_by_transaction_new"
    )
    assert.deepStrictEqual(faults(), [
      "1 of payouts are not found by address",
      "1 of payouts are not found by processing_id"
    ])
    database.close()
  })
})
