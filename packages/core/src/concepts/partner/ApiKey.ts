import { Option, Schema } from "effect"
import { record } from "../../kernel/concept/Concept.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { added, instant, noted, oneOf, optional, packed, sealed, text } from "../../kernel/concept/Field.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { GrantedOperatorScope } from "./OperatorScope.ts"

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

/** `*` grants every scope. */
export const GrantedScope = Schema.Literals(["*", ...scopes])
export type GrantedScope = typeof GrantedScope.Type

/** What the signature of a crypto request covers in addition to method, path, time and body. */
export const BindMode = Schema.Literals(["none", "idempotency", "query"])
export type BindMode = typeof BindMode.Type

/**
 * A pair of public key and secret. The secret is stored sealed (it must be read to check signatures) and
 * hashed. An operator key is of the owner `operators`: one secret, of which only the hash is stored; its public key
 * is how it begins and ends.
 */
export const apiKey = record({
  name: "ApiKey",
  noun: "API key",
  table: "api_keys",
  fixed: {
    /** `key_` and a UUIDv7 without dashes. */
    id: text,
    partnerId: text,
    createdAt: instant,
    publicKey: text,
    /** Lower-case hex SHA-256 of the secret. */
    secretHash: text,
    /** What its owner calls it. */
    name: added(20, optional(text)),
    /** The actor who made it; keys of before that was recorded have none. */
    createdBy: added(20, optional(text))
  },
  changing: {
    /** The secret, sealed by the vault. */
    sealedSecret: sealed,
    /** Those of a partner, or, of an operator key, those of operators. */
    scopes: packed(Schema.Array(Schema.Union([GrantedScope, GrantedOperatorScope]))),
    /** CIDR blocks; empty means from anywhere. */
    allowedIps: packed(Schema.Array(Schema.String)),
    bind: oneOf(BindMode.literals),
    expiresAt: optional(instant),
    revokedAt: optional(instant),
    /** To the minute. */
    lastUsedAt: noted(optional(instant))
  },
  indexes: {
    by_id: { on: ["id"], across: "lookup" },
    by_public_key: { on: ["publicKey"], across: "lookup" },
    by_secret_hash: { on: ["secretHash"], across: "lookup" }
  }
})

export interface ApiKey extends RecordOf<typeof apiKey> {}

export type KeyStatus = "active" | "expired" | "revoked"

/** How a key stands by the wall clock. */
export const keyStatus = ({ expiresAt, revokedAt }: ApiKey, wallNow: Instant): KeyStatus => {
  if (Option.isSome(revokedAt)) return "revoked"
  return Option.exists(expiresAt, (instant) => wallNow >= instant) ? "expired" : "active"
}

/** Whether the key is neither revoked nor expired. */
export const isActive = (key: ApiKey, wallNow: Instant): boolean => keyStatus(key, wallNow) === "active"

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

/** Every scope, one list per family. */
export const scopeFamilies: ReadonlyArray<ReadonlyArray<Scope>> = (
  ["crypto", "payments", "transit"] satisfies ReadonlyArray<KeyFamily>
).map((family) => scopes.filter((scope) => familyOf[scope] === family))

/**
 * The families of a set of scopes. In live mode a key belongs to one, because only some groups send the
 * secret.
 */
export const familiesOf = (granted: ReadonlyArray<GrantedScope>): ReadonlySet<KeyFamily> =>
  new Set(
    granted.flatMap((scope) => (scope === "*" ? scopes.map((each) => familyOf[each]) : [familyOf[scope]]))
  )

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly ApiKey: ApiKey
  }
  interface EventsByConcept {
    readonly ApiKey:
      | { readonly _tag: "ApiKeyCreated"; readonly publicKey: string }
      | { readonly _tag: "ApiKeyRevoked"; readonly publicKey: string }
      /** The same secret was sealed under another key. */
      | { readonly _tag: "SecretResealed" }
  }
}
