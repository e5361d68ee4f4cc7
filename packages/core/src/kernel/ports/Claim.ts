import { Option } from "effect"
import type { ClaimScope } from "../concept/ClaimScope.ts"
import { optionalIntegerIn, optionalTextIn, textIn } from "../concept/cells.ts"
import type { Row } from "../concept/columns.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { Instant } from "../time/Instant.ts"

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
  scope.within === "global" ? "" : partnerId

/** A permanent claim on a key, owned by an order. */
export const ownClaim = (
  { id, partnerId }: { readonly id: string; readonly partnerId: PartnerId },
  scope: ClaimScope,
  key: string
): Claim => ({ scope, key, partnerId, ownerId: id, fingerprint: Option.none(), expiresAt: Option.none() })
