/**
 * A payout on PostgreSQL as one function, the way a careful engineer writes it who wants one round trip: a request's
 * signature, its idempotency key, and the same rows as the product writes, in one statement that commits by itself.
 *
 * What other payouts of the partner wait for comes last, and the debit at the very end, so that its row is locked for
 * the shortest time. Too small a balance raises, and takes everything back with it.
 */
import type { Pool } from "pg"
import { createPayoutScope, type PayoutRows } from "./payoutWriter.ts"

/** The SQLSTATE of a balance that does not cover the payout. */
export const tooSmall = "PF001"

/**
 * Connections that call it at once. A commit waits for the disk, so they are more than the machine has cores; with more
 * than these, payouts of one partner only wait for each other, at a higher CPU time each.
 */
export const peerConnections = 16

const millisPerDay = 86_400_000

/** In a fixed order: the parameters of the function. */
const parameters = {
  key_id: "text",
  expires_at: "bigint",
  signature: "bytea",
  partner: "text",
  idempotency: "text",
  request: "text",
  payout: "text",
  event: "text",
  money: "text",
  net: "text",
  recipient: "text",
  amount: "bigint",
  fee: "bigint",
  remark: "text",
  created: "bigint"
} as const

const names = Object.keys(parameters)
const declared = Object.entries(parameters).map(([name, type]) => `p_${name} ${type}`)

/**
 * Without a signature there was no signed request. Without a payout the request is refused anyway, and only its
 * signature and its idempotency key are looked at.
 */
const definition = `
CREATE OR REPLACE FUNCTION peer_payout(${declared.join(", ")},
    OUT outcome text, OUT found_id text, OUT found_amount bigint, OUT found_fee bigint, OUT found_at bigint)
  LANGUAGE plpgsql AS $$
DECLARE
  claimed text;
  is_taken boolean := p_payout IS NULL;
BEGIN
  IF p_signature IS NOT NULL THEN
    INSERT INTO seen_signatures (expires_at, key_id, signature, binding)
      VALUES (p_expires_at, p_key_id, p_signature, p_idempotency) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      PERFORM FROM seen_signatures
        WHERE key_id = p_key_id AND expires_at = p_expires_at AND signature = p_signature AND binding = p_idempotency;
      IF NOT FOUND THEN
        outcome := 'signature replayed';
        RETURN;
      END IF;
    END IF;
  END IF;
  IF p_payout IS NOT NULL THEN
    INSERT INTO claims (partner_id, scope, key, owner_id, fingerprint)
      VALUES (p_partner, '${createPayoutScope}', p_idempotency, p_payout, p_request) ON CONFLICT DO NOTHING;
    is_taken := NOT FOUND;
  END IF;
  IF is_taken THEN
    SELECT claims.fingerprint, payouts.id, payouts.amount_minor, payouts.fee_minor, payouts.created_at
      INTO claimed, found_id, found_amount, found_fee, found_at
      FROM claims JOIN payouts ON payouts.partner_id = claims.partner_id AND payouts.id = claims.owner_id
      WHERE claims.partner_id = p_partner AND claims.scope = '${createPayoutScope}' AND claims.key = p_idempotency;
    outcome := CASE WHEN found_id IS NULL THEN 'refused' WHEN claimed = p_request THEN 'replayed' ELSE 'conflict' END;
    RETURN;
  END IF;
  INSERT INTO payouts (partner_id, id, version, state, status, currency, network, address, amount_minor, fee_minor,
      note, idempotency_key, reference, attempts, calls, created_at, updated_at)
    VALUES (p_partner, p_payout, 1, 'reserved', 'PENDING', p_money, p_net, p_recipient, p_amount, p_fee, p_remark,
      p_idempotency, p_request, 0, '[]', p_created, p_created);
  INSERT INTO journal_entries (partner_id, event_id, place, currency, kind, subject_id, at, limit_rule, debits, credits,
      amounts_minor)
    VALUES (p_partner, p_event, 0, p_money, 'payout.reserved', p_payout, p_created, 'enforced', '{available}',
      '{payoutPending}', ARRAY[p_amount + p_fee]);
  INSERT INTO events (partner_id, id, subject_id, version, type, at, data, digests)
    VALUES (p_partner, p_event, p_payout, 1, 'PayoutReserved', p_created, '{}', '');
  INSERT INTO jobs (partner_id, kind, subject_id, due_at)
    VALUES (p_partner, 'payout.dispatch', p_payout, p_created);
  INSERT INTO list_counts AS held (partner_id, list, scope, grain, status, bucket, kind, count)
    VALUES (p_partner, 'payouts', '', 'day', '', p_created - p_created % ${millisPerDay}, '', 1)
    ON CONFLICT (partner_id, list, scope, grain, status, bucket, kind) DO UPDATE SET count = held.count + 1;
  INSERT INTO accounts AS held (partner_id, currency, name, balance_minor)
    VALUES (p_partner, p_money, 'payoutPending', p_amount + p_fee)
    ON CONFLICT (partner_id, currency, name) DO UPDATE SET balance_minor = held.balance_minor + p_amount + p_fee;
  UPDATE accounts SET balance_minor = balance_minor - p_amount - p_fee
    WHERE partner_id = p_partner AND currency = p_money AND name = 'available' AND balance_minor >= p_amount + p_fee;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the balance does not cover the payout' USING ERRCODE = '${tooSmall}';
  END IF;
  outcome := 'created';
END $$`

const call = `SELECT * FROM peer_payout(${names.map((_, at) => `$${at + 1}`).join(", ")})`

/** What the function is called with. */
export type PayoutCall = {
  readonly seen?: { readonly keyId: string; readonly expiresAt: number; readonly signature: Buffer }
  readonly partnerId: string
  readonly idempotencyKey: string
  readonly fingerprint: string
  readonly rows: PayoutRows | undefined
}

export type PayoutCalled = {
  readonly outcome: "created" | "replayed" | "conflict" | "refused" | "signature replayed"
  readonly found_id: string | null
  readonly found_amount: string | null
  readonly found_fee: string | null
  readonly found_at: string | null
}

export const createPayoutFunction = async (pool: Pool): Promise<void> => {
  await pool.query(definition)
}

/** One round trip, which is durable when it is answered. Rejects with `tooSmall` if the balance does not cover it. */
export const callPayoutFunction = async (
  pool: Pool,
  { fingerprint, idempotencyKey, partnerId, rows, seen }: PayoutCall
): Promise<PayoutCalled> => {
  const values = {
    key_id: seen?.keyId,
    expires_at: seen?.expiresAt,
    signature: seen?.signature,
    partner: partnerId,
    idempotency: idempotencyKey,
    request: fingerprint,
    payout: rows?.payoutId,
    event: rows?.eventId,
    money: rows?.currency,
    net: rows?.network,
    recipient: rows?.address,
    amount: rows?.amountMinor,
    fee: rows?.feeMinor,
    remark: rows?.note,
    created: rows?.createdAt
  } satisfies { readonly [name in keyof typeof parameters]: unknown }
  const answer = await pool.query<PayoutCalled>({
    name: "peer payout",
    text: call,
    values: Object.values(values)
  })
  const [called] = answer.rows
  if (called === undefined) throw new Error("the function answered nothing")
  return called
}
