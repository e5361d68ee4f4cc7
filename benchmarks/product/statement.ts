/**
 * The statement of the partner of a store with a year of payouts: each of these is its own reservation, so what is
 * written is what came back, a deposit for every tenth, and a correction for every thousandth.
 */
import Database from "better-sqlite3"
import type { InvoiceStore } from "./invoiceStore.ts"

const insertEntries = `INSERT INTO journal_entries (partner_id, currency, kind, subject_id, at, limit_rule)
  WITH numbered AS (SELECT *, row_number() OVER (ORDER BY id) AS n FROM payouts)
  SELECT partner_id, 'USDT', 'payout.returned', id, created_at + 5000, 'enforced' FROM numbered WHERE status = 'FAILED'
  UNION ALL SELECT partner_id, 'USDT', 'deposit.credited', id, created_at, 'enforced' FROM numbered WHERE n % 10 = 0
  UNION ALL SELECT partner_id, 'USDT', 'balance.adjusted', id, created_at, 'waived' FROM numbered WHERE n % 1000 = 0`

const insertPostings = `INSERT INTO postings (entry_seq, position, debit, credit, amount_minor)
  SELECT seq, 0, iif(journal_entries.kind = 'payout.returned', 'payoutPending', 'deposits'), 'available',
      iif(journal_entries.kind = 'payout.returned', payouts.amount_minor + payouts.fee_minor, 100000000)
    FROM journal_entries JOIN payouts ON payouts.partner_id = journal_entries.partner_id AND payouts.id = subject_id
   WHERE seq > @last`

const changes = `CREATE TEMP TABLE changes AS
  SELECT partner_id, 'payout.reserved' AS kind, created_at AS at, - amount_minor - fee_minor AS minor FROM payouts
  UNION ALL SELECT partner_id, CASE kind WHEN 'deposit.credited' THEN 'crypto.invoice.credited' ELSE kind END, at, amount_minor
    FROM journal_entries JOIN postings ON entry_seq = seq WHERE seq > @last`

const insertSums = [
  `INSERT INTO accounts (partner_id, currency, name, balance_minor)
     SELECT partner_id, 'USDT', 'available', sum(minor) FROM changes GROUP BY 1
     ON CONFLICT DO UPDATE SET balance_minor = balance_minor + excluded.balance_minor`,
  ...Object.entries({ hour: 3_600_000, day: 86_400_000 }).flatMap(([grain, millis]) =>
    [
      ["''", "kind", "count(*)"],
      ["'sum'", "''", "sum(minor)"]
    ].map(
      ([
        status,
        kind,
        sum
      ]) => `INSERT INTO list_counts (partner_id, list, scope, grain, status, bucket, kind, count)
        SELECT partner_id, 'balanceEntries', '', '${grain}', ${status}, at / ${millis} * ${millis} AS bucket, ${kind}, ${sum}
          FROM changes GROUP BY 1, 6, 7
        ON CONFLICT DO UPDATE SET count = count + excluded.count`
    )
  )
]

/** Adds it to a store that nobody has open. */
export const addStatement = ({ filename }: InvoiceStore): void => {
  const database = new Database(filename)
  try {
    database.pragma("synchronous = OFF")
    database.pragma("cache_size = -262144")
    const last = BigInt(
      Number(database.prepare("SELECT coalesce(max(seq), 0) FROM journal_entries").pluck().get())
    )
    const bulk = database.transaction(() => {
      database.exec(insertEntries)
      database.prepare(insertPostings).run({ last })
      database.exec(changes.replace("@last", String(last)))
      for (const sql of insertSums) database.exec(sql)
    })
    bulk()
  } finally {
    database.close()
  }
}
