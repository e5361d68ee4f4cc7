import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import {
  ClaimReader,
  CryptoInvoiceReader,
  PayoutReader,
  TransitReader,
  transferClaimKey,
  WebhookReader
} from "@quittance/core"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Option } from "effect"
import { applicationId } from "../src/schema/migrations.ts"
import { version1 } from "../src/schema/version1.ts"

const folder = temporaryFolder()

const digits = "Ab".repeat(32)

/** A store as the first version left it: one payout, and a transfer to an invoice and to a wallet on each kind of network. */
const oldStore = (name: string): string => {
  const filename = join(folder, name)
  const database = new Database(filename)
  database.exec(version1)
  database.exec("INSERT INTO meta (id, mode, created_at, last_fence) VALUES (1, 'live', 0, 0)")
  database.exec(`INSERT INTO payouts (partner_id, id, version, state, status, currency, network, address, amount_minor,
    fee_minor, idempotency_key, attempts, created_at, updated_at)
    VALUES ('prt_1', 'payout-1', 1, 'unknown', 'PENDING', 'USDT', 'tron', 'T1', 1, 1, 'k', 1, 0, 0)`)
  for (const [network, address, txHash] of [
    ["ethereum", "0x52908400098527886E0F7030069857D2E4169EE7", digits],
    ["tron", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", `0x${digits}`],
    ["bsc", "0x52908400098527886E0F7030069857D2E4169EE7", "0XABC"]
  ] as const) {
    database
      .prepare(
        `INSERT INTO crypto_invoices (partner_id, id, version, state, external_id, token, network, currency, address,
         amount_minor, expected_minor, fee_minor, net_minor, fee_payer, fee_basis_points, fee_fixed_minor, fee_min_minor,
         required_confirmations, created_at, expires_at, watch_until, updated_at)
         VALUES ('prt_1', ?, 1, 'confirming', ?, ?, ?, 'USDT', ?, 1, 1, 0, 1, 'merchant', 0, 0, 0, 1, 0, 1, 2, 0)`
      )
      .run(`invoice on ${network}`, network, `token ${network}`, network, address)
    database
      .prepare(
        `INSERT INTO crypto_transfers (partner_id, invoice_id, position, tx_hash, log_index, status, amount_minor, fee_minor,
         confirmations, seen_at) VALUES ('prt_1', ?, 0, ?, 0, 'seen', 1, 0, 1, 0)`
      )
      .run(`invoice on ${network}`, txHash)
    database
      .prepare(
        `INSERT INTO transit_wallets (partner_id, id, version, label, network, currency, address, created_at)
         VALUES ('prt_1', ?, 1, 'till', ?, 'USDT', ?, 0)`
      )
      .run(`wallet on ${network}`, network, address)
    database
      .prepare(
        `INSERT INTO transit_deposits (partner_id, id, version, state, wallet_id, network, currency, address, tx_hash,
         log_index, required_confirmations, amount_minor, confirmations, seen_at, created_at, updated_at)
         VALUES ('prt_1', ?, 1, 'credited', ?, ?, 'USDT', ?, ?, 1, 1, 1, 1, 0, 0, 0)`
      )
      .run(`deposit on ${network}`, `wallet on ${network}`, network, address, txHash)
  }
  database.exec(`UPDATE crypto_invoices SET customer_name = 'Jane Doe' WHERE id = 'invoice on tron';
    INSERT INTO events (id, partner_id, subject_id, version, type, at, data)
      VALUES ('evt_1', 'prt_1', 'invoice on tron', 1, 'CryptoInvoiceConfirming', 0, '{}');
    INSERT INTO webhook_messages (partner_id, id, type, created_at, body)
      VALUES ('prt_1', 'evt_1', 'crypto.invoice.confirming', 0, '{"customerName":"Jane Doe"}')`)
  database.pragma(`application_id = ${applicationId}`)
  database.pragma("user_version = 1")
  database.close()
  return filename
}

describe("a store of the first version", () => {
  it.effect("takes nothing more from a process of that version that goes on beside a newer one", () =>
    Effect.gen(function* () {
      const filename = oldStore("beside.db")
      const old = new Database(filename)
      // As that version wrote them.
      const payout =
        old.prepare(`INSERT INTO payouts (partner_id, id, version, state, status, currency, network, address,
        amount_minor, fee_minor, idempotency_key, attempts, created_at, updated_at)
        VALUES ('prt_1', ?, 1, 'reserved', 'PENDING', 'USDT', 'tron', 'T1', 1, 1, ?, 1, 0, 0)`)
      const event = old.prepare(`INSERT INTO events (id, partner_id, subject_id, version, type, at, data)
        VALUES (?, 'prt_1', ?, 1, 'PayoutReserved', 0, '{}')`)
      const commit = old.transaction((id: string) => {
        payout.run(id, id)
        event.run(`evt_${id}`, id)
      })
      commit("payout-2")
      yield* Effect.provide(PayoutReader, SqliteStore.layer({ filename, mode: "live" }))
      assert.throws(() => commit("payout-3"), /stop every process of the older one/)
      assert.deepStrictEqual(old.prepare("SELECT DISTINCT reference FROM payouts").pluck().all(), [
        "payout-1",
        "payout-2"
      ])
      old.close()
    })
  )

  it.effect(
    "goes on: payouts are known outside by their ids, hashes have one spelling, salts are unknown",
    () =>
      Effect.gen(function* () {
        const payouts = yield* PayoutReader
        const payout = yield* Effect.flatMap(payouts.byId("prt_1", "payout-1"), Effect.fromOption)
        assert.strictEqual(payout.state.order.reference, "payout-1")
        const invoices = yield* CryptoInvoiceReader
        const transit = yield* TransitReader
        const claims = yield* ClaimReader
        for (const [network, txHash] of [
          ["ethereum", `0x${digits.toLowerCase()}`],
          ["tron", digits.toLowerCase()],
          ["bsc", "0xabc"]
        ] as const) {
          const invoice = yield* Effect.flatMap(
            invoices.byId("prt_1", `invoice on ${network}`),
            Effect.fromOption
          )
          assert.deepStrictEqual(
            invoice.state.transfers.map((transfer) => transfer.txHash),
            [txHash]
          )
          assert.deepStrictEqual(invoice.state.order.addressSalt, Option.none())
          const [deposit] = yield* transit.deposits("prt_1", `wallet on ${network}`)
          assert.strictEqual(deposit?.state.order.txHash, txHash)
          for (const [logIndex, ownerId] of [
            [0, `invoice on ${network}`],
            [1, `deposit on ${network}`]
          ] as const) {
            const claim = yield* claims.find("transfer", "", transferClaimKey(network, txHash, logIndex))
            assert.strictEqual(Option.getOrThrow(claim).ownerId, ownerId)
          }
        }
      }).pipe(Effect.provide(SqliteStore.layer({ filename: oldStore("old.db"), mode: "live" })))
  )

  it.effect(
    "has crypto invoices that name their payer, and messages about them, which a redaction finds",
    () =>
      Effect.gen(function* () {
        const invoices = yield* CryptoInvoiceReader
        const { state } = yield* Effect.flatMap(invoices.byId("prt_1", "invoice on tron"), Effect.fromOption)
        assert.deepStrictEqual(state.order.customerName, Option.some("Jane Doe"))
        assert.isUndefined(state.redactedAt)
        const webhooks = yield* WebhookReader
        assert.deepStrictEqual(yield* webhooks.messagesAbout("prt_1", "invoice on tron"), ["evt_1"])
      }).pipe(Effect.provide(SqliteStore.layer({ filename: oldStore("named.db"), mode: "live" })))
  )
})
