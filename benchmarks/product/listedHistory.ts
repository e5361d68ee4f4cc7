/**
 * A year of one partner's crypto invoices, batches and KYC sessions, written in bulk as `invoiceStore.ts` writes
 * invoices.
 */
import { firstCounts } from "@quittance/testing"
import Database from "better-sqlite3"
import { type InvoiceStore, yearMillis } from "./invoiceStore.ts"

const drawn = `
  WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < @count),
  drawn AS (
    SELECT n, @from + n * @yearMillis / @count AS created_at, (n * 2654435761) % 4294967296 / 256 AS draw FROM numbers)`

/**
 * 60 % paid, 10 % cancelled, 2 % underpaid, the rest expired; of the last 30 days some are pending or wait for
 * confirmations, and one in a thousand of these has expired short, which nobody recorded. One in a hundred is late, as
 * many are overpaid, one in a thousand lost a transfer. One in two hundred is on the rarest of three networks.
 */
const insertCryptoInvoices = `${drawn},
  stated AS (
    SELECT *, CASE WHEN draw % 100 < 60 THEN 'paid' WHEN draw % 100 < 70 THEN 'cancelled' WHEN draw % 100 < 72 THEN 'underpaid'
        WHEN created_at < @to - 2592000000 THEN 'expired' WHEN draw % 100 < 86 THEN 'pending' ELSE 'confirming' END AS state
      FROM drawn),
  paid AS (
    SELECT *, CASE WHEN state = 'paid' THEN 5000000 + (draw / 128 % 100 = 0) WHEN state IN ('underpaid', 'confirming') THEN 2000000 ELSE 0 END AS live
      FROM stated)
  INSERT INTO crypto_invoices (partner_id, id, version, external_id, token, network, currency, address, address_salt, amount_minor,
      expected_minor, fee_minor, net_minor, fee_payer, fee_basis_points, fee_fixed_minor, fee_min_minor, required_confirmations,
      created_at, expires_at, watch_until, state, live_minor, credited_minor, charged_minor, counting_live_minor,
      counting_credited_minor, late_minor, dropped_count, reversed_count, in_transit, has_vanished, updated_at, paid_at)
    SELECT @partnerId, substr(printf('%012x', created_at), 1, 8) || '-' || substr(printf('%012x', created_at), 9) ||
          printf('-7%03x-%04x-%012x', n % 4096, 32768 + n / 4096 % 16384, n),
        3, 'order-' || n, printf('%032x', n), CASE WHEN draw / 64 % 200 = 0 THEN 'ethereum' WHEN draw % 7 = 0 THEN 'bsc' ELSE 'tron' END,
        'USDT', printf('T%033x', n), printf('%032x', n), 5000000, 5000000, 50000, 4950000, 'merchant', 100, 0, 0, 20,
        created_at, created_at + iif(state IN ('pending', 'confirming') AND draw / 32 % 1000 > 0, 7776000000, 3600000), created_at + 9000000000, state,
        live, iif(state = 'confirming', 0, live), 0, live, iif(state = 'confirming', 0, live),
        iif(draw / 256 % 100 = 0, live, 0), 0, draw / 512 % 1000 = 0, '[]', 0, created_at + 5000, iif(state = 'paid', created_at + 5000, NULL)
      FROM paid`

const insertBatches = `${drawn}
  INSERT INTO batches (partner_id, id, version, total, created, failed, created_at)
    SELECT @partnerId, printf('bat_%012x7%03x8%015x', created_at, n % 4096, n), 1, 100, 98, 2, created_at FROM drawn`

/** 80 % completed, 10 % failed, the rest expired, or wait if younger than 30 days. */
const insertSessions = `${drawn},
  stated AS (
    SELECT *, CASE WHEN draw % 100 < 80 THEN 'completed' WHEN draw % 100 < 90 THEN 'failed'
        WHEN created_at < @to - 2592000000 THEN 'expired' WHEN draw % 100 < 95 THEN 'pending' WHEN draw % 100 < 98 THEN 'collecting' ELSE 'submitted' END AS state
      FROM drawn)
  INSERT INTO kyc_sessions (partner_id, id, version, token, level, locale, created_at, expires_at, state, attempts, reasons,
      check_number, check_since, updated_at, ended_at)
    SELECT @partnerId, printf('kyc_%012x7%03x8%015x', created_at, n % 4096, n), 4, printf('%012x%032x', created_at, n), 'basic', 'en',
        created_at, created_at + iif(state IN ('pending', 'collecting') AND draw / 32 % 1000 > 0, 7776000000, 86400000), state,
        0, '[]', 1, iif(state = 'submitted', created_at, NULL), created_at + 5000,
        iif(state IN ('completed', 'failed', 'expired'), created_at + 5000, NULL)
      FROM stated`

const filled = [
  [insertCryptoInvoices, "crypto_invoices", ["listed", "by_exception"]],
  [insertBatches, "batches", ["listed"]],
  [insertSessions, "kyc_sessions", ["listed"]]
] as const

/** Adds this many of each to a store that nobody has open. */
export const addListed = ({ filename, from, partnerId, to }: InvoiceStore, count: number): void => {
  const database = new Database(filename)
  try {
    database.pragma("synchronous = OFF")
    database.pragma("cache_size = -262144")
    const values = { partnerId, from: BigInt(from), to: BigInt(to) }
    const bulk = database.transaction(() => {
      for (const [insert, table, indexes] of filled) {
        const known = insert.includes("@to") ? values : { partnerId, from: values.from }
        database.prepare(insert).run({ ...known, yearMillis: BigInt(yearMillis), count: BigInt(count) })
        for (const sql of firstCounts(
          table,
          indexes.map((index) => `${table}_${index}`)
        ))
          database.exec(sql)
      }
    })
    bulk()
  } finally {
    database.close()
  }
}
