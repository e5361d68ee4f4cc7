import { PostgresStore } from "@quittance/adapters-postgres"
import { writeOneOfEverything } from "@quittance/testing"
import { testServer } from "@quittance/testing/postgres"
import { assert, describe, it } from "vitest"
import { adminOf } from "../server/admin.ts"
import { faultsOf } from "./faultsOf.ts"

const made = (async () => {
  const url = await (await testServer()).newDatabase()
  await writeOneOfEverything(PostgresStore.layer({ url, mode: "sandbox" }))
  return url
})()

/** What the audit says after this change of a table, which is then put back. */
const faultsAfter = async (table: string, change: string): Promise<ReadonlyArray<string>> => {
  const url = await made
  const admin = await adminOf(url)
  await admin.query(`CREATE TABLE put_aside AS TABLE ${table}`)
  try {
    const { rowCount } = await admin.query(change)
    assert.isAbove(rowCount ?? 0, 0, "something was changed")
    return await faultsOf(url)
  } finally {
    await admin.query(`DELETE FROM ${table}; INSERT INTO ${table} TABLE put_aside; DROP TABLE put_aside`)
  }
}

describe("the audit of a PostgreSQL store in which one thing was changed by another program", () => {
  it("finds nothing where nothing was", async () => {
    assert.deepStrictEqual(await faultsOf(await made), [])
  })

  const changedRow = (noun: string, table: string) =>
    new RegExp(`^${noun} \\S+ differs from what was committed: its row in ${table} was changed`, "m")
  const changedRecord = /^the idempotency record of \S+ differs from what/m
  const missingEvents = /^\d+ of the \d+ events of \S+ on \d{4}-\d\d-\d\d are missing$/m
  const changedEvent =
    /^event \S+ differs from what was committed: it was changed, or its journal entries were/m
  const missing = /^\S+ is missing: it has events but no row/m

  for (const [table, change, named] of [
    [
      "payouts",
      "UPDATE payouts SET address = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'",
      changedRow("payout", "payouts")
    ],
    ["payouts", "UPDATE payouts SET attempts = attempts + 1", changedRow("payout", "payouts")],
    ["payouts", "UPDATE payouts SET version = version + 1", changedRow("payout", "payouts")],
    ["payouts", "UPDATE payouts SET note = NULL", changedRow("payout", "payouts")],
    [
      "crypto_invoices",
      "UPDATE crypto_invoices SET live_minor = 0",
      changedRow("crypto invoice", "crypto_invoices")
    ],
    [
      "crypto_transfers",
      "UPDATE crypto_transfers SET tx_hash = 'other'",
      changedRow("transfer", "crypto_transfers")
    ],
    ["crypto_transfers", "DELETE FROM crypto_transfers", missing],
    ["invoices", "UPDATE invoices SET payer_bank = 'other'", changedRow("invoice", "invoices")],
    [
      "bank_payments",
      "UPDATE bank_payments SET bank_time = bank_time + 1",
      changedRow("bank payment", "bank_payments")
    ],
    [
      "transit_wallets",
      "UPDATE transit_wallets SET label = 'other'",
      changedRow("wallet", "transit_wallets")
    ],
    [
      "webhook_endpoints",
      "UPDATE webhook_endpoints SET url = 'https://x.test/'",
      changedRow("webhook", "webhook_endpoints")
    ],
    ["partners", "UPDATE partners SET terms = '{}'", changedRow("partner", "partners")],
    ["api_keys", "UPDATE api_keys SET scopes = '[]'", changedRow("API key", "api_keys")],
    ["api_keys", "DELETE FROM api_keys", missing],
    [
      "transit_wallets",
      `INSERT INTO transit_wallets SELECT (jsonb_populate_record(other, '{"id": "other", "address": "elsewhere"}')).*
         FROM transit_wallets AS other`,
      changedRow("wallet", "transit_wallets")
    ],
    ["claims", "UPDATE claims SET fingerprint = 'other' WHERE scope = 'payout.create'", changedRecord],
    ["claims", "UPDATE claims SET key = 'other' WHERE scope = 'invoice.create'", changedRecord],
    ["claims", "DELETE FROM claims WHERE scope = 'cryptoInvoice.create'", changedRecord],
    ["events", "DELETE FROM events WHERE type = 'PayoutReserved'", changedRow("payout", "payouts")],
    ["events", "DELETE FROM events WHERE type = 'PayoutReserved'", missingEvents],
    [
      "events",
      "DELETE FROM events WHERE id = (SELECT max(id) FROM events WHERE digests = '')",
      missingEvents
    ],
    [
      "events",
      "DELETE FROM events WHERE type = 'PayoutReserved'",
      /^journal entry \S+ 0 of \S+ has no event$/m
    ],
    ["events", "UPDATE events SET data = '{}' WHERE type = 'BalanceAdjusted'", changedEvent],
    ["events", "UPDATE events SET at = at + 1 WHERE digests = ''", changedEvent],
    ["events", "UPDATE events SET actor = 'customer' WHERE type = 'PayoutReserved'", changedEvent],
    ["events", "UPDATE events SET actor = NULL WHERE type = 'PayoutReserved'", changedEvent],
    ["events", "UPDATE events SET checksum = NULL WHERE type = 'PayoutReserved'", missingEvents],
    [
      "events",
      `INSERT INTO events SELECT (jsonb_populate_record(other, '{"id": "evt_other", "checksum": null, "digests": ""}')).*
         FROM events AS other WHERE type = 'PayoutReserved'`,
      /^\d+ of the 0 events of \S+ on \d{4}-\d\d-\d\d were added by no commit$/m
    ],
    ["journal_entries", "DELETE FROM journal_entries WHERE kind = 'payout.reserved'", changedEvent],
    [
      "journal_entries",
      "UPDATE journal_entries SET amounts_minor = ARRAY[1], debits = debits[:1], credits = credits[:1]",
      changedEvent
    ],
    [
      "events",
      "UPDATE events SET digests = '' WHERE type = 'PayoutReserved'",
      changedRow("payout", "payouts")
    ],
    [
      "list_counts",
      "UPDATE list_counts SET count = count + 1 WHERE list = 'payouts' AND grain = 'day' AND status = ''",
      /^list_counts keeps 2 of payouts for \S+ in the day \d{4}-\d\d-\d\dT00:00Z; there are 1$/m
    ],
    [
      "list_counts",
      "DELETE FROM list_counts WHERE list = 'transitWallets'",
      /^list_counts keeps 0 of transitWallets for \S+.* in the hour \d{4}-\d\d-\d\dT\d\d:00Z; there are 1$/m
    ],
    [
      "list_counts",
      "UPDATE list_counts SET count = count + 1 WHERE list = 'balanceEntries' AND grain = 'day' AND status = 'sum'",
      /^list_counts keeps \d+ of balanceEntries for \S+ +sum in the day \d{4}-\d\d-\d\dT00:00Z; there are \d+$/m
    ],
    [
      "list_counts",
      "DELETE FROM list_counts WHERE list = 'balanceEntries' AND status = 'sum'",
      /^list_counts keeps 0 of balanceEntries for \S+ +sum in the hour \d{4}-\d\d-\d\dT\d\d:00Z; there are \d+$/m
    ]
  ] as const) {
    it(`names it: ${change.replace(/\s+/g, " ").slice(0, 90)}`, async () => {
      assert.match((await faultsAfter(table, change)).join("\n"), named)
    })
  }
})
