/** A year of one partner's payouts, written in bulk as `invoiceStore.ts` writes invoices. */
import Database from "better-sqlite3"
import { type InvoiceStore, yearMillis } from "./invoiceStore.ts"

/**
 * A row for each number: 90 % completed, 9 % failed, the rest pending, of which the answer to one in a hundred was
 * lost. Ids have the product's form and are in creation order.
 */
const insertPayouts = `
  WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < @payouts),
  drawn AS (
    SELECT n, @from + n * @yearMillis / @payouts AS created_at, (n * 2654435761) % 4294967296 / 256 AS draw FROM numbers),
  stated AS (
    SELECT *, CASE WHEN draw % 100 < 90 THEN 'confirmed' WHEN draw % 100 < 99 THEN 'rejected'
        WHEN draw / 128 % 100 = 0 THEN 'unknown' ELSE 'submitted' END AS state
      FROM drawn)
  INSERT INTO payouts (partner_id, id, version, idempotency_key, reference, currency, network, address, amount_minor, fee_minor,
      note, created_at, state, status, attempts, calls, processing_id, error, updated_at, completed_at)
    SELECT @partnerId, substr(printf('%012x', created_at), 1, 8) || '-' || substr(printf('%012x', created_at), 9) ||
          printf('-7%03x-%04x-%012x', n % 4096, 32768 + n / 4096 % 16384, n),
        3, printf('%032x', n * 2654435761), printf('%032x', n * 2246822519), 'USDT', 'tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
        1000000 + draw % 9000000, 2000000, 'payout ' || n, created_at, state,
        CASE state WHEN 'confirmed' THEN 'COMPLETED' WHEN 'rejected' THEN 'FAILED' ELSE 'PENDING' END, 1, '[]', 'ext-' || n,
        iif(state = 'rejected', 'refused', NULL), created_at + 5000, iif(state IN ('submitted', 'unknown'), NULL, created_at + 5000)
      FROM stated`

const insertJobs = `INSERT INTO jobs (partner_id, kind, subject_id, due_at)
  SELECT partner_id, 'payout.dispatch', id, created_at FROM payouts WHERE status = 'PENDING'`

const insertCounts = Object.entries({ hour: 3_600_000, day: 86_400_000 }).flatMap(([grain, millis]) =>
  ["''", "status"].map(
    (status) => `INSERT INTO list_counts
      SELECT 'payouts', partner_id, '', '${grain}', ${status}, created_at / ${millis} * ${millis}, '', count(*)
        FROM payouts GROUP BY 2, 5, 6`
  )
)

/** Adds this many payouts to a store that nobody has open. */
export const addPayouts = ({ filename, from, partnerId }: InvoiceStore, payouts: number): void => {
  const database = new Database(filename)
  try {
    database.pragma("synchronous = OFF")
    database.pragma("cache_size = -262144")
    const bulk = database.transaction(() => {
      database
        .prepare(insertPayouts)
        .run({ partnerId, from: BigInt(from), yearMillis: BigInt(yearMillis), payouts: BigInt(payouts) })
      for (const sql of [insertJobs, ...insertCounts]) database.exec(sql)
    })
    bulk()
  } finally {
    database.close()
  }
}
