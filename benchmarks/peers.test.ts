import { temporaryFolder } from "@quittance/testing"
import { testServer } from "@quittance/testing/postgres"
import Database from "better-sqlite3"
import { DatabaseError, Pool } from "pg"
import { assert, describe, it } from "vitest"
import { batchFile } from "./inProcess/BatchSample.ts"
import { orderOf, rowsOf } from "./inProcess/PayoutSample.ts"
import { prepareBatchWriter } from "./peers/batchWriter.ts"
import { callPayoutFunction, createPayoutFunction, tooSmall } from "./peers/payoutFunction.ts"
import { openPayoutStore } from "./peers/payoutTables.ts"
import { type PayoutRows, preparePayoutWriter } from "./peers/payoutWriter.ts"
import { uuidV7 } from "./peers/uuidV7.ts"
import { makeSharedStore } from "./postgres/sharedStore.ts"
import { makeInvoiceStore } from "./product/invoiceStore.ts"
import { countPayouts, lookAt, makeSandboxStore } from "./product/sandboxStore.ts"

// The peers of the benchmarks write the product's own tables, so a changed column changes them too.
describe("what the benchmarks write by hand fits the product's tables", () => {
  it("a payout of the peers", async () => {
    const { filename, partnerId } = await makeSandboxStore(temporaryFolder())
    const database = openPayoutStore(filename, "FULL")
    assert.strictEqual(preparePayoutWriter(database).write(rowsOf(orderOf(partnerId, 0))), "written")
    database.close()
    assert.strictEqual(countPayouts(filename, "waiting"), 1)
  })

  it("a payout of the function on PostgreSQL, its replay and what it refuses", async () => {
    const { count, location, partnerId } = await makeSharedStore(await testServer(), 20)
    const pool = new Pool({ connectionString: location, max: 1 })
    try {
      await createPayoutFunction(pool)
      const call = (rows: PayoutRows, fingerprint = rows.fingerprint) =>
        callPayoutFunction(pool, {
          partnerId,
          idempotencyKey: rows.idempotencyKey,
          fingerprint,
          rows: { ...rows, payoutId: uuidV7() }
        })
      const [first, second] = [0, 1].map((index) => rowsOf(orderOf(partnerId, index))) as [
        PayoutRows,
        PayoutRows
      ]
      const outcomes = [await call(first), await call(first), await call(first, second.fingerprint)]
      assert.deepStrictEqual(
        outcomes.map(({ outcome }) => outcome),
        ["created", "replayed", "conflict"]
      )
      assert.strictEqual(Number(outcomes[1]?.found_amount), first.amountMinor)
      const tooLarge = { ...second, amountMinor: 20_000_000, totalMinor: 22_000_000 }
      const error: unknown = await call(tooLarge).catch((refused: unknown) => refused)
      assert.isTrue(error instanceof DatabaseError && error.code === tooSmall, String(error))
      assert.strictEqual(await count("waiting"), 1)
    } finally {
      await pool.end()
    }
  })

  it("a file of invoices of the peer", async () => {
    const { filename, partnerId } = await makeSandboxStore(temporaryFolder())
    const database = new Database(filename)
    const file = batchFile("test", 0)
    prepareBatchWriter(database, partnerId, "time first")(file.text)
    assert.strictEqual(database.prepare("SELECT count(*) FROM invoices").pluck().get(), file.rows)
    database.close()
  })

  it("a year of invoices and its sums", async () => {
    const { filename } = await makeInvoiceStore(temporaryFolder(), 500)
    const sums = lookAt(filename, (database) =>
      database
        .prepare(
          `SELECT (SELECT sum(count) FROM list_counts WHERE list = 'invoices' AND grain = 'day' AND status = '') AS listed,
             (SELECT sum(created) FROM invoice_figures WHERE grain = 'day') AS created`
        )
        .get()
    )
    assert.deepStrictEqual(sums, { listed: 500, created: 500 })
  })
})
