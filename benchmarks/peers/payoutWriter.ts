/**
 * Writes the rows of one created payout: claim, payout, journal entry, posting, two balances, event, job.
 *
 * It opens no transaction; the caller decides how many payouts share one. The debit comes first, because it is the only
 * step that can be refused: a refusal then has nothing to undo and costs no savepoint.
 */
import type Database from "better-sqlite3"
import { availableAccount, payoutsInFlightAccount } from "./payoutTables.ts"

export type PayoutRows = {
  readonly partnerId: string
  readonly payoutId: string
  readonly entryId: string
  readonly eventId: string
  readonly jobId: string
  readonly idempotencyKey: string
  /** SHA-256 of the validated fields. */
  readonly fingerprint: Buffer
  readonly amountMinor: number
  readonly feeMinor: number
  readonly totalMinor: number
  readonly currency: string
  readonly network: string
  readonly address: string
  readonly note: string | null
  /** The event's payload as JSON. */
  readonly eventData: string
  /** Unix milliseconds. */
  readonly createdAt: number
}

export type PayoutWriteOutcome = "written" | "limitExceeded"

export type PayoutWriter = { readonly write: (rows: PayoutRows) => PayoutWriteOutcome }

export const createPayoutOperation = "payouts.create"

/** Prepares every statement once; a taken claim throws SQLITE_CONSTRAINT, a too small balance is an outcome. */
export const preparePayoutWriter = (database: Database.Database): PayoutWriter => {
  const debit = database.prepare<[number, string, string, string, number]>(
    `UPDATE account SET balance_minor = balance_minor - ?
      WHERE partner_id = ? AND account = ? AND currency = ? AND balance_minor >= ?`
  )
  const credit = database.prepare<[number, string, string, string]>(
    "UPDATE account SET balance_minor = balance_minor + ? WHERE partner_id = ? AND account = ? AND currency = ?"
  )
  const insertClaim = database.prepare<[string, string, string, Buffer, string, number]>(
    "INSERT INTO claim (partner_id, operation, claim_key, fingerprint, owner_id, created_at) VALUES (?, ?, ?, ?, ?, ?)"
  )
  const insertPayout = database.prepare<
    [string, string, number, number, number, string, string, string, string | null, string, number, number]
  >(
    `INSERT INTO payout (partner_id, payout_id, version, status, processing_status, amount_minor, fee_minor,
       total_minor, currency, network, address, note, idempotency_key, attempts, created_at, updated_at)
     VALUES (?, ?, 1, 'PENDING', 'reserved', ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`
  )
  const insertEntry = database.prepare<[string, string, string, number]>(
    `INSERT INTO journal_entry (partner_id, entry_id, kind, subject_id, created_at)
     VALUES (?, ?, 'payout.reserved', ?, ?)`
  )
  const insertPosting = database.prepare<[string, string, string, string, number, string]>(
    `INSERT INTO posting (partner_id, entry_id, position, debit_account, credit_account, amount_minor, currency)
     VALUES (?, ?, 0, ?, ?, ?, ?)`
  )
  const insertEvent = database.prepare<[string, string, string, string, number]>(
    `INSERT INTO event (partner_id, event_id, type, subject_id, version, data, created_at)
     VALUES (?, ?, 'payout.created', ?, 1, ?, ?)`
  )
  const insertJob = database.prepare<[string, string, string, number]>(
    `INSERT INTO job (partner_id, job_id, kind, subject_id, due_at, attempts, fencing_token)
     VALUES (?, ?, 'payout.dispatch', ?, ?, 0, 0)`
  )

  return {
    write: (rows) => {
      const { partnerId, payoutId, entryId, totalMinor, currency, idempotencyKey, createdAt } = rows
      if (debit.run(totalMinor, partnerId, availableAccount, currency, totalMinor).changes === 0)
        return "limitExceeded"
      credit.run(totalMinor, partnerId, payoutsInFlightAccount, currency)
      insertClaim.run(partnerId, createPayoutOperation, idempotencyKey, rows.fingerprint, payoutId, createdAt)
      insertPayout.run(
        partnerId,
        payoutId,
        rows.amountMinor,
        rows.feeMinor,
        totalMinor,
        currency,
        rows.network,
        rows.address,
        rows.note,
        idempotencyKey,
        createdAt,
        createdAt
      )
      insertEntry.run(partnerId, entryId, payoutId, createdAt)
      insertPosting.run(partnerId, entryId, availableAccount, payoutsInFlightAccount, totalMinor, currency)
      insertEvent.run(partnerId, rows.eventId, payoutId, rows.eventData, createdAt)
      insertJob.run(partnerId, rows.jobId, payoutId, createdAt)
      return "written"
    }
  }
}
