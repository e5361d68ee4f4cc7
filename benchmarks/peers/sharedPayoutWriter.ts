/**
 * Writes the rows of one created payout to PostgreSQL, the same rows as the product, as a careful engineer would. What
 * others wait for comes last. Statements that do not need each other's answers are sent together.
 */
import type { PoolClient } from "pg"
import { createPayoutScope, type PayoutRows, type PayoutWriteOutcome } from "./payoutWriter.ts"

const millisPerDay = 86_400_000

const statements = {
  claim: `INSERT INTO claims (partner_id, scope, key, owner_id, fingerprint)
    VALUES ($1, '${createPayoutScope}', $2, $3, $4)`,
  payout: `INSERT INTO payouts (partner_id, id, version, state, status, currency, network, address, amount_minor, fee_minor,
      note, idempotency_key, reference, attempts, calls, created_at, updated_at)
    VALUES ($1, $2, 1, 'reserved', 'PENDING', $3, $4, $5, $6, $7, $8, $9, $10, 0, '[]', $11, $11)`,
  entry: `INSERT INTO journal_entries (partner_id, event_id, place, currency, kind, subject_id, at, limit_rule, debits, credits,
      amounts_minor)
    VALUES ($1, $2, 0, $3, 'payout.reserved', $4, $5, 'enforced', '{available}', '{payoutPending}', ARRAY[$6::bigint])`,
  event: `INSERT INTO events (partner_id, id, subject_id, version, type, at, data, digests)
    VALUES ($1, $2, $3, 1, 'PayoutReserved', $4, '{}', '')`,
  job: "INSERT INTO jobs (partner_id, kind, subject_id, due_at) VALUES ($1, 'payout.dispatch', $2, $3)",
  count: `INSERT INTO list_counts AS held (partner_id, list, scope, grain, status, bucket, kind, count)
    VALUES ($1, 'payouts', '', 'day', '', $2, '', 1)
    ON CONFLICT (partner_id, list, scope, grain, status, bucket, kind) DO UPDATE SET count = held.count + 1`,
  credit: `INSERT INTO accounts AS held (partner_id, currency, name, balance_minor) VALUES ($1, $2, 'payoutPending', $3)
    ON CONFLICT (partner_id, currency, name) DO UPDATE SET balance_minor = held.balance_minor + $3`,
  debit: `UPDATE accounts SET balance_minor = balance_minor - $3
    WHERE partner_id = $1 AND currency = $2 AND name = 'available' AND balance_minor >= $3`
} as const

/** Inside a transaction, which the caller ends: it rolls back when the limit is exceeded. A taken claim rejects. */
export const writeSharedPayout = async (
  client: PoolClient,
  rows: PayoutRows
): Promise<PayoutWriteOutcome> => {
  const {
    amountMinor,
    createdAt,
    currency,
    eventId,
    feeMinor,
    fingerprint,
    partnerId,
    payoutId,
    totalMinor
  } = rows
  const send = (name: keyof typeof statements, values: Array<string | number | null>) =>
    client.query({ name: `peer ${name}`, text: statements[name], values })
  const answers = await Promise.all([
    send("claim", [partnerId, rows.idempotencyKey, payoutId, fingerprint]),
    send("payout", [
      partnerId,
      payoutId,
      currency,
      rows.network,
      rows.address,
      amountMinor,
      feeMinor,
      rows.note,
      rows.idempotencyKey,
      fingerprint,
      createdAt
    ]),
    send("entry", [partnerId, eventId, currency, payoutId, createdAt, totalMinor]),
    send("event", [partnerId, eventId, payoutId, createdAt]),
    send("job", [partnerId, payoutId, createdAt]),
    send("count", [partnerId, createdAt - (createdAt % millisPerDay)]),
    send("credit", [partnerId, currency, totalMinor]),
    send("debit", [partnerId, currency, totalMinor])
  ])
  return answers.at(-1)?.rowCount === 1 ? "written" : "limitExceeded"
}
