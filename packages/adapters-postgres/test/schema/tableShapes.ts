import type { Client } from "pg"

/** A table as the server describes it. */
export interface TableShape {
  /** By name. */
  readonly columns: { readonly [name: string]: string }
  /** By definition, with the name. */
  readonly constraints: { readonly [definition: string]: string }
  /** By name. */
  readonly indexes: { readonly [name: string]: string }
}

/** Of the tables of the schema that is searched first. */
export const shapeOf = async (client: Client, table: string): Promise<TableShape | undefined> => {
  const { rows } = await client.query("SELECT to_regclass(current_schema() || '.' || $1)::oid AS oid", [
    table
  ])
  const { oid } = rows[0]
  if (oid === null) return undefined
  const columns = await client.query(
    `SELECT attname::text AS name, format_type(atttypid, atttypmod)
        || CASE WHEN collname = 'C' THEN ' COLLATE "C"' ELSE '' END || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END AS is
      FROM pg_attribute LEFT JOIN pg_collation c ON c.oid = attcollation
      WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped`,
    [oid]
  )
  const constraints = await client.query(
    "SELECT pg_get_constraintdef(oid) AS is, conname::text AS name FROM pg_constraint WHERE conrelid = $1 AND contype <> 'n'",
    [oid]
  )
  const indexes = await client.query(
    `SELECT c.relname::text AS name, replace(pg_get_indexdef(c.oid), current_schema() || '.', '')
        || CASE WHEN i.indisvalid THEN '' ELSE ' (not valid)' END AS is
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = $1`,
    [oid]
  )
  const named = (found: ReadonlyArray<{ readonly name: string; readonly is: string }>) =>
    Object.fromEntries(found.map(({ is, name }) => [name, is]))
  return {
    columns: named(columns.rows),
    constraints: Object.fromEntries(constraints.rows.map(({ is, name }) => [is, name])),
    indexes: named(indexes.rows)
  }
}
