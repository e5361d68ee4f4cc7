/**
 * One payout request against the store, in one transaction: the seen signature, the idempotency check, the payout's
 * rows.
 *
 * The signature is kept whatever becomes of the request; everything else lands only when the payout is created.
 */
import type Database from "better-sqlite3"
import type { Refusal } from "./payoutRequest.ts"
import { createPayoutScope, type PayoutRows, preparePayoutWriter } from "./payoutWriter.ts"
import { skewMillis } from "./requestSignature.ts"

export type SeenSignature = {
  readonly partnerId: string
  readonly keyId: string
  /** The request's own timestamp, Unix milliseconds: the same signature always carries the same one. */
  readonly signedAt: number
  readonly signature: Buffer
  readonly idempotencyKey: string
}

/** The columns of a payout that its creation answer shows; none of them ever changes. */
export type CreatedPayout = Pick<
  PayoutRows,
  "payoutId" | "amountMinor" | "feeMinor" | "totalMinor" | "currency" | "createdAt"
>

export type CreateOutcome =
  | { readonly kind: "created" | "replayed"; readonly payout: CreatedPayout }
  | { readonly kind: "refused"; readonly refusal: Refusal }

export type PayoutStore = {
  /** `fingerprint` decides between a replay and a conflict; `rows` is what to write, or why it may not be written. */
  readonly create: (
    seen: SeenSignature,
    fingerprint: string,
    rows: PayoutRows | Refusal
  ) => CreateOutcome | Promise<CreateOutcome>
  /** Keeps the signature of a request that never reaches `create`; false when it was seen with another key. */
  readonly remember: (seen: SeenSignature) => boolean | Promise<boolean>
  /** Forgets signatures that their timestamp alone would refuse by now. */
  readonly prune: () => void
}

export const signatureReplayed: Refusal = {
  status: 401,
  code: "signature_replayed",
  message: "this signature was already used with another idempotency key"
}

export const idempotencyConflict: Refusal = {
  status: 409,
  code: "idempotency_conflict",
  message: "this key was used with other fields"
}

export const insufficientFunds: Refusal = {
  status: 400,
  code: "insufficient_funds",
  message: "the balance does not cover amount and fee"
}

/** Until when a signature is kept; its timestamp alone refuses it afterwards. */
export const seenUntil = ({ signedAt }: SeenSignature): number => signedAt + 2 * skewMillis

export const refused = (refusal: Refusal): CreateOutcome => ({ kind: "refused", refusal })

export const preparePayoutStore = (database: Database.Database): PayoutStore => {
  const writer = preparePayoutWriter(database)
  const insertSeen = database.prepare<[number, string, Buffer, string]>(
    `INSERT INTO seen_signatures (expires_at, key_id, signature, binding) VALUES (?, ?, ?, ?)
     ON CONFLICT DO NOTHING`
  )
  const selectSeenKey = database
    .prepare<[number, string, Buffer], string>(
      "SELECT binding FROM seen_signatures WHERE expires_at = ? AND key_id = ? AND signature = ?"
    )
    .pluck()
  const pruneSeen = database.prepare<[number]>("DELETE FROM seen_signatures WHERE expires_at <= ?")
  const selectClaim = database.prepare<[string, string, string], { fingerprint: string; ownerId: string }>(
    "SELECT fingerprint, owner_id AS ownerId FROM claims WHERE domain = ? AND scope = ? AND key = ?"
  )
  const selectPayout = database.prepare<[string, string], Omit<CreatedPayout, "totalMinor">>(
    `SELECT id AS payoutId, amount_minor AS amountMinor, fee_minor AS feeMinor, currency, created_at AS createdAt
       FROM payouts WHERE partner_id = ? AND id = ?`
  )

  const remember = (seen: SeenSignature): boolean => {
    const { idempotencyKey, keyId, signature } = seen
    const expiresAt = seenUntil(seen)
    return (
      insertSeen.run(expiresAt, keyId, signature, idempotencyKey).changes === 1 ||
      selectSeenKey.get(expiresAt, keyId, signature) === idempotencyKey
    )
  }

  const create = (seen: SeenSignature, fingerprint: string, rows: PayoutRows | Refusal): CreateOutcome => {
    if (!remember(seen)) return refused(signatureReplayed)
    const claim = selectClaim.get(seen.partnerId, createPayoutScope, seen.idempotencyKey)
    if (claim !== undefined) {
      const payout = selectPayout.get(seen.partnerId, claim.ownerId)
      return payout !== undefined && claim.fingerprint === fingerprint
        ? { kind: "replayed", payout: { ...payout, totalMinor: payout.amountMinor + payout.feeMinor } }
        : refused(idempotencyConflict)
    }
    if ("code" in rows) return refused(rows)
    return writer.write(rows) === "written" ? { kind: "created", payout: rows } : refused(insufficientFunds)
  }

  return {
    // Immediate: the transaction always writes, and taking the write lock late could fail halfway.
    create: database.transaction(create).immediate,
    remember,
    prune: () => {
      pruneSeen.run(Date.now())
    }
  }
}
