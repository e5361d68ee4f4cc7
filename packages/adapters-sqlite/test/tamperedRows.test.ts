import { copyFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { Auditor } from "@quittance/core"
import { temporaryFolder, writeOneOfEverything } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"

const folder = temporaryFolder()
const filename = join(folder, "whole.db")

const made = writeOneOfEverything(SqliteStore.layer({ filename, mode: "sandbox" }))

const verify = (file: string) =>
  Effect.runPromise(
    Effect.flatMap(Auditor, (auditor) => auditor.verify).pipe(
      Effect.provide(
        Auditor.layer.pipe(
          Layer.provide(SqliteStore.layer({ filename: file, mode: "sandbox", readonly: true }))
        )
      )
    )
  )

/** What the audit says of a copy in which this was changed. */
const faultsAfter = async (sql: string): Promise<string> => {
  await made
  const copy = join(folder, "changed.db")
  for (const end of ["", ".anchor"]) copyFileSync(`${filename}${end}`, `${copy}${end}`)
  try {
    const database = new Database(copy)
    assert.isAbove(database.prepare(sql).run().changes, 0, "something was changed")
    database.close()
    return (await verify(copy)).faults.join("\n")
  } finally {
    for (const end of ["", "-wal", "-shm", ".anchor"]) rmSync(`${copy}${end}`, { force: true })
  }
}

describe("the audit of a store in which one thing was changed past the program", () => {
  it("finds nothing where nothing was", async () => {
    await made
    assert.deepStrictEqual((await verify(filename)).faults, [])
  })

  const changedRow = (noun: string, table: string) =>
    new RegExp(`^${noun} \\S+ differs from what was committed: its row in ${table} was changed`, "m")
  const broken = /^the chain is broken at /m

  for (const [change, named] of [
    ["UPDATE payouts SET address = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'", changedRow("payout", "payouts")],
    ["UPDATE payouts SET network = 'bsc'", changedRow("payout", "payouts")],
    ["UPDATE payouts SET note = NULL", changedRow("payout", "payouts")],
    ["UPDATE payouts SET created_at = created_at + 1", changedRow("payout", "payouts")],
    ["UPDATE payouts SET attempts = attempts + 1", changedRow("payout", "payouts")],
    ["UPDATE payouts SET processing_id = 'other'", changedRow("payout", "payouts")],
    ["UPDATE crypto_invoices SET address = 'elsewhere'", changedRow("crypto invoice", "crypto_invoices")],
    ["UPDATE crypto_invoices SET live_minor = 0", changedRow("crypto invoice", "crypto_invoices")],
    [`UPDATE crypto_invoices SET in_transit = '[1]'`, changedRow("crypto invoice", "crypto_invoices")],
    [
      "UPDATE crypto_transfers SET state = 'dropped', fee_minor = NULL",
      changedRow("transfer", "crypto_transfers")
    ],
    [
      "UPDATE crypto_transfers SET amount_minor = amount_minor + 1",
      /^invoice \S+ differs from the sum of its transfers: by liveMinor -1, /m
    ],
    ["UPDATE crypto_transfers SET tx_hash = 'other'", changedRow("transfer", "crypto_transfers")],
    ["DELETE FROM crypto_transfers", /^\S+-[0-9a-f]{32} is missing: it has events but no row/m],
    ["UPDATE crypto_invoices SET fee_basis_points = 1", changedRow("crypto invoice", "crypto_invoices")],
    ["UPDATE invoices SET external_id = 'other'", changedRow("invoice", "invoices")],
    ["UPDATE invoices SET payer_bank = 'other'", changedRow("invoice", "invoices")],
    ["UPDATE bank_payments SET bank_time = bank_time + 1", changedRow("bank payment", "bank_payments")],
    ["UPDATE transit_wallets SET label = 'other'", changedRow("wallet", "transit_wallets")],
    ["UPDATE webhook_endpoints SET url = 'https://x.test/'", changedRow("webhook", "webhook_endpoints")],
    ["UPDATE webhook_endpoints SET events = '[]'", changedRow("webhook", "webhook_endpoints")],
    ["UPDATE partners SET terms = '{}'", changedRow("partner", "partners")],
    ["UPDATE api_keys SET scopes = '[]'", changedRow("API key", "api_keys")],
    ["UPDATE api_keys SET allowed_ips = '[\"10.0.0.0/8\"]'", changedRow("API key", "api_keys")],
    ["UPDATE api_keys SET bind = 'query'", changedRow("API key", "api_keys")],
    [
      "UPDATE claims SET fingerprint = 'other' WHERE scope = 'payout.create'",
      /^the idempotency record of \S+ differs from what/m
    ],
    [
      "UPDATE claims SET key = 'other' WHERE scope = 'invoice.create'",
      /^the idempotency record of \S+ differs from what/m
    ],
    [
      "DELETE FROM claims WHERE scope = 'cryptoInvoice.create'",
      /^the idempotency record of \S+ differs from what/m
    ],
    ["DELETE FROM transit_wallets", /^\S+ is missing: it has events but no row/m],
    [`UPDATE events SET data = '{"amountMinor":"1"}' WHERE type = 'BalanceAdjusted'`, broken],
    ["UPDATE events SET at = at + 1 WHERE seq = 3", broken],
    ["UPDATE events SET actor = 'customer' WHERE seq = 3", broken],
    ["UPDATE events SET actor = NULL WHERE seq = 3", broken],
    ["UPDATE events SET subject_id = 'other' WHERE seq = 3", broken],
    ["UPDATE events SET digest = '' WHERE type = 'PayoutReserved'", broken],
    ["UPDATE events SET link = 'other' WHERE seq = 3", broken],
    ["UPDATE postings SET amount_minor = amount_minor + 1 WHERE entry_seq = 1", broken],
    ["UPDATE postings SET credit = 'received' WHERE entry_seq = 1", broken],
    ["UPDATE journal_entries SET at = at + 1 WHERE seq = 1", broken],
    [
      `INSERT INTO events (id, partner_id, subject_id, version, type, at, data, digest)
         SELECT 'evt_x', partner_id, subject_id, 9, type, at, data, '' FROM events WHERE seq = 3`,
      /^event \d+ \(of \S+\): no commit wrote this content/m
    ],
    [
      `INSERT INTO journal_entries (partner_id, currency, kind, subject_id, at, limit_rule)
         SELECT partner_id, currency, kind, subject_id, at, limit_rule FROM journal_entries WHERE seq = 1`,
      /^journal entry \d+: no commit wrote this content/m
    ],
    ["DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)", /older than its anchor/]
  ] as const) {
    it(`names it: ${change.replace(/\s+/g, " ").slice(0, 90)}`, async () => {
      assert.match(await faultsAfter(change), named)
    })
  }
})
