/** The same as `payoutStore.ts` on PostgreSQL: one payout request, in one transaction. */
import { Pool, type PoolClient } from "pg"
import {
  type CreatedPayout,
  type CreateOutcome,
  idempotencyConflict,
  insufficientFunds,
  type PayoutStore,
  refused,
  type SeenSignature,
  seenUntil,
  signatureReplayed
} from "./payoutStore.ts"
import { createPayoutScope } from "./payoutWriter.ts"
import { writeSharedPayout } from "./sharedPayoutWriter.ts"

const insertSeen = `INSERT INTO seen_signatures (expires_at, key_id, signature, binding) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING`
const selectSeen =
  "SELECT binding FROM seen_signatures WHERE expires_at = $1 AND key_id = $2 AND signature = $3"
const selectClaim = `SELECT claims.fingerprint, payouts.id, payouts.amount_minor, payouts.fee_minor, payouts.currency,
    payouts.created_at
  FROM claims LEFT JOIN payouts ON payouts.partner_id = claims.partner_id AND payouts.id = claims.owner_id
  WHERE claims.partner_id = $1 AND claims.scope = '${createPayoutScope}' AND claims.key = $2`

/** `connections` transactions at once; more only wait for each other. */
export const openSharedPayoutStore = (
  url: string,
  connections: number
): PayoutStore & { close: () => Promise<void> } => {
  const pool = new Pool({ connectionString: url, max: connections, pipeline: true })

  const noted = async (client: Pick<PoolClient, "query">, seen: SeenSignature): Promise<boolean> => {
    const { idempotencyKey, keyId, signature } = seen
    const values = [seenUntil(seen), keyId, signature, idempotencyKey]
    const { rowCount } = await client.query({ name: "peer insert seen", text: insertSeen, values })
    if (rowCount === 1) return true
    const { rows } = await client.query({
      name: "peer select seen",
      text: selectSeen,
      values: values.slice(0, 3)
    })
    return rows[0]?.binding === idempotencyKey
  }

  const inTransaction = async <A>(
    work: (client: PoolClient) => Promise<A>,
    isKept: (answer: A) => boolean
  ): Promise<A> => {
    const client = await pool.connect()
    try {
      const begun = client.query("BEGIN")
      const [answer] = await Promise.all([work(client), begun])
      await client.query(isKept(answer) ? "COMMIT" : "ROLLBACK")
      client.release()
      return answer
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  const create: PayoutStore["create"] = async (seen, fingerprint, rows) => {
    const outcome = await inTransaction<CreateOutcome>(
      async (client) => {
        const values = [seen.partnerId, seen.idempotencyKey]
        const [
          isNoted,
          {
            rows: [claim]
          }
        ] = await Promise.all([
          noted(client, seen),
          client.query({ name: "peer select claim", text: selectClaim, values })
        ])
        if (!isNoted) return refused(signatureReplayed)
        if (claim !== undefined)
          return claim.id !== null && claim.fingerprint === fingerprint
            ? { kind: "replayed", payout: createdOf(claim) }
            : refused(idempotencyConflict)
        if ("code" in rows) return refused(rows)
        return (await writeSharedPayout(client, rows)) === "written"
          ? { kind: "created", payout: rows }
          : refused(insufficientFunds)
      },
      (outcome) => outcome.kind !== "refused" || outcome.refusal !== insufficientFunds
    )
    // What was rolled back took the signature with it.
    if (outcome.kind === "refused" && outcome.refusal === insufficientFunds) await noted(pool, seen)
    return outcome
  }

  return {
    create,
    remember: (seen) => noted(pool, seen),
    prune: () => {
      void pool.query("DELETE FROM seen_signatures WHERE expires_at <= $1", [Date.now()])
    },
    close: () => pool.end()
  }
}

const createdOf = (row: { readonly [column: string]: unknown }): CreatedPayout => {
  const [amountMinor, feeMinor] = [Number(row.amount_minor), Number(row.fee_minor)]
  return {
    payoutId: String(row.id),
    amountMinor,
    feeMinor,
    totalMinor: amountMinor + feeMinor,
    currency: String(row.currency),
    createdAt: Number(row.created_at)
  }
}
