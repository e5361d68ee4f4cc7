/** The same as `payoutStore.ts` on PostgreSQL: one payout request is one call of a function, one round trip. */
import { DatabaseError, Pool } from "pg"
import { callPayoutFunction, createPayoutFunction, type PayoutCalled, tooSmall } from "./payoutFunction.ts"
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
import type { PayoutRows } from "./payoutWriter.ts"

const insertSeen = `INSERT INTO seen_signatures (expires_at, key_id, signature, binding) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING`
const selectSeen =
  "SELECT binding FROM seen_signatures WHERE expires_at = $1 AND key_id = $2 AND signature = $3"

/** `connections` transactions at once; more only wait for each other. */
export const openSharedPayoutStore = async (
  url: string,
  connections: number
): Promise<PayoutStore & { close: () => Promise<void> }> => {
  const pool = new Pool({ connectionString: url, max: connections })
  await createPayoutFunction(pool)

  const noted = async (seen: SeenSignature): Promise<boolean> => {
    const { idempotencyKey, keyId, signature } = seen
    const values = [seenUntil(seen), keyId, signature, idempotencyKey]
    const { rowCount } = await pool.query({ name: "peer insert seen", text: insertSeen, values })
    if (rowCount === 1) return true
    const { rows } = await pool.query({
      name: "peer select seen",
      text: selectSeen,
      values: values.slice(0, 3)
    })
    return rows[0]?.binding === idempotencyKey
  }

  const create: PayoutStore["create"] = async (seen, fingerprint, rows) => {
    const { idempotencyKey, keyId, partnerId, signature } = seen
    const refusal = "code" in rows ? rows : undefined
    const payout = "code" in rows ? undefined : rows
    try {
      const called = await callPayoutFunction(pool, {
        seen: { keyId, expiresAt: seenUntil(seen), signature },
        ...{ partnerId, idempotencyKey, fingerprint },
        rows: payout
      })
      if (called.outcome === "refused" && refusal !== undefined) return refused(refusal)
      return outcomeOf(called, payout)
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === tooSmall)) throw error
      // What was taken back took the signature with it.
      await noted(seen)
      return refused(insufficientFunds)
    }
  }

  return {
    create,
    remember: noted,
    prune: () => {
      void pool.query("DELETE FROM seen_signatures WHERE expires_at <= $1", [Date.now()])
    },
    close: () => pool.end()
  }
}

const outcomeOf = (called: PayoutCalled, payout: PayoutRows | undefined): CreateOutcome => {
  switch (called.outcome) {
    case "signature replayed":
      return refused(signatureReplayed)
    case "conflict":
      return refused(idempotencyConflict)
    case "replayed":
      return { kind: "replayed", payout: createdOf(called) }
    default:
      if (payout === undefined) throw new Error(`the function answered "${called.outcome}" to no payout`)
      return { kind: "created", payout }
  }
}

const createdOf = (called: PayoutCalled): CreatedPayout => {
  const [amountMinor, feeMinor] = [Number(called.found_amount), Number(called.found_fee)]
  return {
    payoutId: String(called.found_id),
    amountMinor,
    feeMinor,
    totalMinor: amountMinor + feeMinor,
    currency: "USDT",
    createdAt: Number(called.found_at)
  }
}
