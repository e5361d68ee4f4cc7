import { Option } from "effect"
import { optionalIntegerIn, optionalTextIn, textIn } from "../concept/cells.ts"
import type { Row } from "../concept/columns.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { Instant } from "../time/Instant.ts"

/** Whether a claimed key is unique within one partner or globally. */
export const claimScopes = {
  /** Key: the idempotency key of a payout creation. */
  "payout.create": "partner",
  /** Key: externalId of a crypto invoice. */
  "cryptoInvoice.create": "partner",
  /** Key: network/address. A deposit address is never given out twice. */
  depositAddress: "global",
  /**
   * Key: network/txHash/logIndex, the hash as `canonicalTxHash` spells it. A transfer is recorded once: it goes to one
   * address, and an address is one partner's.
   */
  transfer: "partner",
  /** Key: the idempotency key of a fiat invoice creation. */
  "invoice.create": "partner",
  /** Key: the idempotency key of the upload of a file of fiat invoices. */
  "batch.create": "partner",
  /** Key: the idempotency key of a KYC session creation. */
  "kycSession.create": "partner",
  /** Key: the idempotency key of a fiat webhook creation. */
  "webhook.create": "partner",
  /** Key: the idempotency key of a transit wallet creation. */
  "transitWallet.create": "partner",
  /** Key: externalId of a fiat invoice. */
  "invoice.externalId": "partner",
  /** Key: invoice id/number of the choice. Customers who choose at once see each other's payments. */
  "bankPayment.choice": "partner",
  /**
   * Key: the bank's identifier of an operation, unmodified, because only the bank knows which spellings are
   * equal. Money of one operation is booked once.
   */
  bankOperation: "global",
  /** Key: the normalised URL of a fiat webhook. Released when the webhook is deleted or its URL changes. */
  "webhook.url": "partner",
  /** Key: empty. An account has one transit webhook. */
  "webhook.transit": "partner",
  /** Key: name of a partner. */
  "partner.name": "global"
} as const
export type ClaimScope = keyof typeof claimScopes
/** The scopes of requests that create something once. */
export type CreationScope = Extract<ClaimScope, `${string}.create`>

/** A unique key and its owner. An idempotency record is a claim with a fingerprint of the request. */
export interface Claim {
  readonly scope: ClaimScope
  readonly key: string
  /** The owner's partner. */
  readonly partnerId: PartnerId
  readonly ownerId: string
  readonly fingerprint: Option.Option<string>
  readonly expiresAt: Option.Option<Instant>
}

/** Decodes a stored claim; where its name is stored differs from store to store. */
export const storedClaim = (scope: ClaimScope, key: string, row: Row): Claim => ({
  scope,
  key,
  partnerId: textIn(row, "partner_id"),
  ownerId: textIn(row, "owner_id"),
  fingerprint: optionalTextIn(row, "fingerprint"),
  expiresAt: optionalIntegerIn(row, "expires_at")
})

/** The partner within which a claim is unique; the empty string means globally. */
export const claimDomain = (scope: ClaimScope, partnerId: PartnerId): string =>
  claimScopes[scope] === "global" ? "" : partnerId

/** A permanent claim on a key, owned by an order. */
export const ownClaim = (
  { id, partnerId }: { readonly id: string; readonly partnerId: PartnerId },
  scope: ClaimScope,
  key: string
): Claim => ({ scope, key, partnerId, ownerId: id, fingerprint: Option.none(), expiresAt: Option.none() })

export const transferClaimKey = (network: string, txHash: string, logIndex: number): string =>
  `${network}/${txHash}/${logIndex}`

export const addressClaimKey = (network: string, address: string): string => `${network}/${address}`
