import type { Statement } from "../connect/Connections.ts"
import { type BulkStatement, bulkStatement, isMeant, texts } from "./BulkRows.ts"
import { tableOf } from "./GroupWrites.ts"

/**
 * Reads rows by their keys, and locks them in the order of the keys. `key` is the part of the table's key after the
 * partner.
 */
const looking = (
  table: string,
  key: ReadonlyArray<string>,
  wanted: ReadonlyArray<string>,
  { lock = "FOR NO KEY UPDATE", partnerColumn = "partner_id" } = {}
): BulkStatement => {
  const columns = [...new Set([partnerColumn, ...key])].map((column) => `${table}.${column}`)
  return bulkStatement(
    `look at ${table}`,
    texts(...key),
    (relation) =>
      `SELECT ${[...columns, ...wanted.map((column) => `${table}.${column}`)].join(", ")} FROM ${table}
         JOIN ${relation.rows} ON ${isMeant(table, texts(...key), relation, partnerColumn)}
         ORDER BY ${columns.join(", ")} ${lock} OF ${table}`
  )
}

export const lookAtJobs = looking("jobs", ["kind", "subject_id"], ["fence"], { lock: "FOR UPDATE" })
export const lookAtClaims = looking("claims", ["scope", "key"], ["owner_id", "expires_at"])
export const lookAtAccounts = looking("accounts", ["currency", "name"], ["balance_minor"])

/** A key at a time: the directory is spread by its keys. */
export const lookAtDirectory: Statement = {
  name: "look at directory",
  text: "SELECT kind, key, owner_id, partner_id, expires_at FROM directory WHERE kind = $1 AND key = $2 FOR NO KEY UPDATE"
}

export const lookAtMessages = bulkStatement(
  "look at messages",
  texts("id"),
  (relation) =>
    `SELECT m.partner_id, m.id, EXISTS (
         SELECT 1 FROM webhook_outbox AS o WHERE o.partner_id = ${relation.partner} AND o.message_id = m.id) AS waits
       FROM webhook_messages AS m JOIN ${relation.rows} ON ${isMeant("m", texts("id"), relation)}
       ORDER BY m.partner_id, m.id FOR UPDATE OF m`
)
export const lookAtDeliveries = bulkStatement(
  "look at deliveries of messages",
  texts("event_id"),
  (relation) =>
    `SELECT d.* FROM webhook_deliveries AS d JOIN ${relation.rows} ON ${isMeant("d", texts("event_id"), relation)}
       ORDER BY d.partner_id, d.id FOR UPDATE OF d`
)

const versionStatements = new Map<string, BulkStatement>()

export const lookAtVersions = (tag: string): BulkStatement => {
  const known = versionStatements.get(tag)
  if (known !== undefined) return known
  const { partnerColumn, table } = tableOf(tag)
  const made = looking(table, ["id"], ["version"], { partnerColumn })
  versionStatements.set(tag, made)
  return made
}
