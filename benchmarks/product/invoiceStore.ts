/**
 * A store with a year of one partner's fiat invoices, written in bulk into the product's own tables: first the rows,
 * then the roll-ups, summed from the rows in SQL. Whoever uses it first proves that the product's answers equal those
 * of a plain look at every row.
 */
import { closeSync, fsyncSync, openSync } from "node:fs"
import Database from "better-sqlite3"
import { makeSandboxStore, type SandboxStore } from "./sandboxStore.ts"

export type InvoiceStore = SandboxStore & {
  readonly invoices: number
  /** The invoices were created evenly over the year `[from, to)`. */
  readonly from: number
  readonly to: number
}

export const yearMillis = 365 * 86_400_000

/**
 * A row for each number: 60 % paid, 8 % cancelled, the rest expired, or pending if younger than 30 days. Pending ones
 * expire 90 days after their creation, so that none falls due during a run. There are four currencies and eight banks,
 * no two of the same size. Ids have the product's form and are in creation order. Tokens ascend, so that rows are
 * appended to the file.
 */
const insertInvoices = `
  WITH RECURSIVE numbers (n) AS (SELECT @first UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < @end),
  drawn AS (
    SELECT n, @from + n * @yearMillis / @invoices AS created_at, (n * 2654435761) % 4294967296 / 256 AS draw
      FROM numbers),
  stated AS (
    SELECT *, 50000 + draw % 4950000 AS amount_minor,
        substr('RUBRUBRUBRUBUSDUSDEURKZTKZTKZT', 1 + 3 * (draw / 128 % 10), 3) AS currency, CASE WHEN draw % 100 < 60 THEN 'paid' WHEN draw % 100 < 68 THEN 'cancelled'
        WHEN draw % 100 < 84 AND created_at >= @to - 2592000000 THEN 'pending' ELSE 'expired' END AS state
      FROM drawn)
  INSERT INTO invoices (partner_id, id, version, state, token, amount_minor, currency, created_at, expires_at, updated_at,
      operation_id, received_minor, received_currency, payer_bank, bank_time, late, paid_at)
    SELECT @partnerId, printf('inv_%012x7%03x8%015x', created_at, n % 4096, n), 1 + (state <> 'pending'), state,
        printf('%032x', n), amount_minor, currency, created_at,
        created_at + iif(state = 'pending', 7776000000, 86400000), created_at + iif(state = 'pending', 0, 600000),
        iif(state = 'paid', 'op-' || n, NULL), iif(state = 'paid', amount_minor, NULL),
        iif(state = 'paid', currency, NULL),
        iif(state = 'paid', 'Bank ' || substr('AAAAABBBBCCCDDDEEFGH', 1 + draw / 2048 % 20, 1), NULL),
        iif(state = 'paid', created_at + 600000, NULL), iif(state = 'paid', 0, NULL),
        iif(state = 'paid', created_at + 600000, NULL)
      FROM stated`

const keys = "partner_id, grain, currency, bucket"
const figures = "created, paid, expired, cancelled, paid_minor"

/** The finest buckets from the invoices, and the coarser ones from those. */
const insertRollUps = [
  `INSERT INTO invoice_figures (${keys}, ${figures})
     SELECT partner_id, 'quarter', currency, created_at / 900000 * 900000 AS bucket, count(*), sum(state = 'paid'),
         sum(state = 'expired'), sum(state = 'cancelled'), sum(iif(state = 'paid', amount_minor, 0))
       FROM invoices GROUP BY partner_id, currency, bucket`,
  `INSERT INTO bank_figures (${keys}, bank, paid, paid_minor)
     SELECT partner_id, 'quarter', currency, created_at / 900000 * 900000 AS bucket, payer_bank, count(*), sum(amount_minor)
       FROM invoices WHERE state = 'paid' GROUP BY partner_id, currency, bucket, payer_bank`,
  ...Object.entries({ hour: 3_600_000, day: 86_400_000 }).flatMap(([grain, millis]) => [
    ...["''", "state"].map(
      (status) => `INSERT INTO list_counts
       SELECT 'invoices', partner_id, '', '${grain}', ${status}, created_at / ${millis} * ${millis}, currency, count(*)
         FROM invoices GROUP BY 2, 5, 6, 7`
    ),
    `INSERT INTO invoice_figures (${keys}, ${figures})
       SELECT partner_id, '${grain}', currency, bucket / ${millis} * ${millis} AS start, sum(created), sum(paid),
           sum(expired), sum(cancelled), sum(paid_minor)
         FROM invoice_figures WHERE grain = 'quarter' GROUP BY partner_id, currency, start`,
    `INSERT INTO bank_figures (${keys}, bank, paid, paid_minor)
       SELECT partner_id, '${grain}', currency, bucket / ${millis} * ${millis} AS start, bank, sum(paid), sum(paid_minor)
         FROM bank_figures WHERE grain = 'quarter' GROUP BY partner_id, currency, start, bank`
  ])
]

const rowsPerStep = 500_000

/** The year ends now, at no round instant. */
export const makeInvoiceStore = async (directory: string, invoices: number): Promise<InvoiceStore> => {
  const made = await makeSandboxStore(directory)
  const to = Date.now()
  const from = to - yearMillis
  const database = new Database(made.filename)
  try {
    // Nothing of a file that is being made needs to survive a crash; the product sets its own modes when it opens it.
    database.pragma("journal_mode = DELETE")
    database.pragma("journal_mode = OFF")
    database.pragma("synchronous = OFF")
    database.pragma("cache_size = -262144")
    database.pragma("threads = 2")
    const indexes = database
      .prepare(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'invoices' AND sql <> ''"
      )
      .all() as ReadonlyArray<{ readonly name: string; readonly sql: string }>
    // Sorting the rows once is quicker than finding a place for each.
    for (const { name } of indexes) database.exec(`DROP INDEX ${name}`)
    const insert = database.prepare(insertInvoices)
    const whole = {
      from: BigInt(from),
      to: BigInt(to),
      yearMillis: BigInt(yearMillis),
      invoices: BigInt(invoices)
    }
    for (let first = 0; first < invoices; first += rowsPerStep) {
      const end = Math.min(first + rowsPerStep, invoices)
      insert.run({ partnerId: made.partnerId, ...whole, first: BigInt(first), end: BigInt(end) })
    }
    for (const { sql } of indexes) database.exec(sql)
    for (const sql of insertRollUps) database.exec(sql)
    database.pragma("journal_mode = WAL")
  } finally {
    database.close()
  }
  // Else the system writes hundreds of megabytes while the first subjects are measured, and their flushes wait for it.
  const descriptor = openSync(made.filename, "r+")
  fsyncSync(descriptor)
  closeSync(descriptor)
  return { ...made, invoices, from, to }
}
