import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { assert, describe, it } from "vitest"
import { batchFile } from "./inProcess/BatchSample.ts"
import { orderOf, rowsOf } from "./inProcess/PayoutSample.ts"
import { prepareBatchWriter } from "./peers/batchWriter.ts"
import { openPayoutStore } from "./peers/payoutTables.ts"
import { preparePayoutWriter } from "./peers/payoutWriter.ts"
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
          `SELECT (SELECT sum(count) FROM list_counts WHERE grain = 'day' AND status = '') AS listed,
             (SELECT sum(created) FROM invoice_figures WHERE grain = 'day') AS created`
        )
        .get()
    )
    assert.deepStrictEqual(sums, { listed: 500, created: 500 })
  })
})
