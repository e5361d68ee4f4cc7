/**
 * Writes the rows of one created payout, the same rows as the product writes: two balances, claim, payout, count,
 * journal entry, posting, event, job.
 *
 * It opens no transaction; the caller decides how many payouts share one. The debit comes first, because it is the only
 * step that can be refused: a refusal then has nothing to undo and costs no savepoint.
 */
import type Database from "better-sqlite3"

export type PayoutRows = {
  readonly partnerId: string
  readonly payoutId: string
  readonly eventId: string
  readonly idempotencyKey: string
  /** SHA-256 of the validated fields, hex; also what the processing side would know the payout by. */
  readonly fingerprint: string
  readonly amountMinor: number
  readonly feeMinor: number
  readonly totalMinor: number
  readonly currency: string
  readonly network: string
  readonly address: string
  readonly note: string | null
  /** Unix milliseconds. */
  readonly createdAt: number
}

export type PayoutWriteOutcome = "written" | "limitExceeded"

export type PayoutWriter = { readonly write: (rows: PayoutRows) => PayoutWriteOutcome }

export const createPayoutScope = "payout.create"

const millisPerDay = 86_400_000

/** Prepares every statement once; a taken claim throws SQLITE_CONSTRAINT, a too small balance is an outcome. */
export const preparePayoutWriter = (database: Database.Database): PayoutWriter => {
  const debit = database.prepare(
    `UPDATE accounts SET balance_minor = balance_minor - ?
      WHERE partner_id = ? AND currency = ? AND name = 'available' AND balance_minor >= ?`
  )
  const credit = database.prepare(
    `INSERT INTO accounts (partner_id, currency, name, balance_minor) VALUES (?, ?, 'payoutPending', ?)
     ON CONFLICT DO UPDATE SET balance_minor = balance_minor + excluded.balance_minor`
  )
  const insertClaim = database.prepare(
    `INSERT INTO claims (domain, scope, key, partner_id, owner_id, fingerprint, expires_at)
     VALUES (?, '${createPayoutScope}', ?, ?, ?, ?, NULL)`
  )
  const insertPayout = database.prepare(
    `INSERT INTO payouts (partner_id, id, version, state, status, currency, network, address, amount_minor, fee_minor,
       note, idempotency_key, reference, attempts, calls, created_at, updated_at)
     VALUES (?, ?, 1, 'reserved', 'PENDING', ?, ?, ?, ?, ?, ?, ?, ?, 0, '[]', ?, ?)`
  )
  const count = database.prepare(
    `INSERT INTO list_counts (list, partner_id, scope, grain, status, bucket, kind, count)
       VALUES ('payouts', ?, '', 'day', '', ?, '', 1)
     ON CONFLICT DO UPDATE SET count = count + 1`
  )
  const insertEntry = database.prepare(
    `INSERT INTO journal_entries (partner_id, currency, kind, subject_id, at, limit_rule)
     VALUES (?, ?, 'payout.reserved', ?, ?, 'enforced')`
  )
  const insertPosting = database.prepare(
    `INSERT INTO postings (entry_seq, position, debit, credit, amount_minor)
     VALUES (?, 0, 'available', 'payoutPending', ?)`
  )
  const insertEvent = database.prepare(
    `INSERT INTO events (id, partner_id, subject_id, version, type, at, data, digest)
     VALUES (?, ?, ?, 1, 'PayoutReserved', ?, '{}', '')`
  )
  const insertJob = database.prepare(
    "INSERT INTO jobs (partner_id, kind, subject_id, due_at) VALUES (?, 'payout.dispatch', ?, ?)"
  )

  return {
    write: (rows) => {
      const { amountMinor, createdAt, currency, feeMinor, idempotencyKey, partnerId, payoutId, totalMinor } =
        rows
      if (debit.run(totalMinor, partnerId, currency, totalMinor).changes === 0) return "limitExceeded"
      credit.run(partnerId, currency, totalMinor)
      insertClaim.run(partnerId, idempotencyKey, partnerId, payoutId, rows.fingerprint)
      insertPayout.run(
        partnerId,
        payoutId,
        currency,
        rows.network,
        rows.address,
        amountMinor,
        feeMinor,
        rows.note,
        idempotencyKey,
        rows.fingerprint,
        createdAt,
        createdAt
      )
      count.run(partnerId, createdAt - (createdAt % millisPerDay))
      const { lastInsertRowid } = insertEntry.run(partnerId, currency, payoutId, createdAt)
      insertPosting.run(lastInsertRowid, totalMinor)
      insertEvent.run(rows.eventId, partnerId, payoutId, createdAt)
      insertJob.run(partnerId, payoutId, createdAt)
      return "written"
    }
  }
}
