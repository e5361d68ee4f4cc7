import type { Option } from "effect"
import { Schema } from "effect"
import type { Instant } from "../time/Instant.ts"
import type { PartnerId } from "./Partner.ts"

/** A deployment is one or the other for good, and so is every key. */
export const Mode = Schema.Literals(["sandbox", "live"])
export type Mode = typeof Mode.Type

export const scopes = [
  "crypto:read",
  "crypto:write",
  "payouts:write",
  "payments:read",
  "payments:write",
  "kyc:write",
  "webhooks:write",
  "transit:read",
  "transit:write"
] as const
export type Scope = (typeof scopes)[number]

/** `*` holds every scope. */
export const GrantedScope = Schema.Literals(["*", ...scopes])
export type GrantedScope = typeof GrantedScope.Type

/** What the signature of a crypto request covers beside method, path, time and body. */
export const BindMode = Schema.Literals(["none", "idempotency", "query"])
export type BindMode = typeof BindMode.Type

/** A pair of public key and secret. The secret is kept sealed (it must be read to check signatures) and hashed. */
export interface ApiKey {
  /** `key_` and a UUIDv7 without dashes. */
  readonly id: string
  readonly partnerId: PartnerId
  readonly publicKey: string
  /** The secret, sealed by the vault. */
  readonly sealedSecret: string
  /** Lower-case hex SHA-256 of the secret. */
  readonly secretHash: string
  readonly scopes: ReadonlyArray<GrantedScope>
  /** CIDR blocks; empty means from anywhere. */
  readonly allowedIps: ReadonlyArray<string>
  readonly bind: BindMode
  readonly createdAt: Instant
  readonly expiresAt: Option.Option<Instant>
  readonly revokedAt: Option.Option<Instant>
  /** To the minute. */
  readonly lastUsedAt: Option.Option<Instant>
}

export const holdsScope = (key: ApiKey, scope: Scope): boolean =>
  key.scopes.includes("*") || key.scopes.includes(scope)

type KeyFamily = "crypto" | "payments" | "transit"

const familyOf: { readonly [S in Scope]: KeyFamily } = {
  "crypto:read": "crypto",
  "crypto:write": "crypto",
  "payouts:write": "crypto",
  "payments:read": "payments",
  "payments:write": "payments",
  "kyc:write": "payments",
  "webhooks:write": "payments",
  "transit:read": "transit",
  "transit:write": "transit"
}

/** The families that a set of scopes touches. In live mode a key belongs to one: only some groups send the secret. */
export const familiesOf = (granted: ReadonlyArray<GrantedScope>): ReadonlySet<KeyFamily> =>
  new Set(
    granted.flatMap((scope) => (scope === "*" ? scopes.map((each) => familyOf[each]) : [familyOf[scope]]))
  )
