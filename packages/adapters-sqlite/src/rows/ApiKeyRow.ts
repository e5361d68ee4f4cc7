import type { ApiKey } from "@quittance/core"
import type { AggregateRows } from "./AggregateRows.ts"
import { integer, nullable, optionalInteger, type Row, text } from "./columns.ts"

/** An API key as a row of `api_keys`; its lists are JSON. */
export const apiKeyOf = (row: Row): ApiKey => ({
  id: text(row, "id"),
  partnerId: text(row, "partner_id"),
  publicKey: text(row, "public_key"),
  sealedSecret: text(row, "sealed_secret"),
  secretHash: text(row, "secret_hash"),
  scopes: JSON.parse(text(row, "scopes")) as ApiKey["scopes"],
  allowedIps: JSON.parse(text(row, "allowed_ips")) as ApiKey["allowedIps"],
  bind: text(row, "bind") as ApiKey["bind"],
  createdAt: integer(row, "created_at"),
  expiresAt: optionalInteger(row, "expires_at"),
  revokedAt: optionalInteger(row, "revoked_at"),
  lastUsedAt: optionalInteger(row, "last_used_at")
})

const insertApiKeySql = `INSERT INTO api_keys (partner_id, id, version, public_key, sealed_secret, secret_hash,
  scopes, allowed_ips, bind, created_at, expires_at, revoked_at, last_used_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const apiKeyColumns = (key: ApiKey, version: number): ReadonlyArray<unknown> => [
  key.partnerId,
  key.id,
  version,
  key.publicKey,
  key.sealedSecret,
  key.secretHash,
  JSON.stringify(key.scopes),
  JSON.stringify(key.allowedIps),
  key.bind,
  key.createdAt,
  nullable(key.expiresAt),
  nullable(key.revokedAt),
  nullable(key.lastUsedAt)
]

/** The last use is noted beside the versions, so a write that was decided before it must not take it back. */
const changeApiKeySql = `UPDATE api_keys SET version = version + 1, public_key = ?, sealed_secret = ?,
  secret_hash = ?, scopes = ?, allowed_ips = ?, bind = ?, expires_at = ?, revoked_at = ?,
  last_used_at = nullif(max(coalesce(last_used_at, -1), coalesce(?, -1)), -1)
  WHERE partner_id = ? AND id = ? AND version = ?`

const changeApiKeyColumns = (key: ApiKey, version: number): ReadonlyArray<unknown> => [
  key.publicKey,
  key.sealedSecret,
  key.secretHash,
  JSON.stringify(key.scopes),
  JSON.stringify(key.allowedIps),
  key.bind,
  nullable(key.expiresAt),
  nullable(key.revokedAt),
  nullable(key.lastUsedAt),
  key.partnerId,
  key.id,
  version
]

export const apiKeyRows: AggregateRows<ApiKey> = {
  table: "api_keys",
  insertSql: insertApiKeySql,
  columns: apiKeyColumns,
  undigested: ["sealed_secret", "last_used_at"],
  change: { sql: changeApiKeySql, columns: changeApiKeyColumns }
}
