import { conceptNamed } from "@quittance/core/adapter"
import type { ClientBase } from "pg"
import type { Partners } from "../commit/BulkRows.ts"

/**
 * How tables lie on a Citus cluster. A table whose key begins with the partner is spread by it, and all rows of one
 * partner are on one machine. The directory is spread by its keys. What belongs to no partner stays on the coordinator.
 */
interface Placement {
  readonly table: string
  /** The column that the rows are spread by; undefined for a table of the coordinator. */
  readonly column: string | undefined
}

export interface SpreadTable {
  readonly table: string
  readonly column: string
}

const columnOf = (table: string, firstOfKey: string): string | undefined => {
  if (table === "directory") return "key"
  if (firstOfKey === "partner_id") return firstOfKey
  return [...conceptNamed.values()].find((concept) => concept.table === table)?.partnerColumn
}

/** The table with which all other tables of partners are co-located. */
const leader = "events"

export const hasCitus = async (client: ClientBase): Promise<boolean> => {
  const { rows } = await client.query("SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS has")
  return rows[0].has
}

/** Whether the rows of partners are on different machines. */
export const partnersIn = async (client: ClientBase): Promise<Partners> => {
  if (!(await hasCitus(client))) return "many"
  const { rowCount } = await client.query(
    `SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass(quote_ident(current_schema()) || '.${leader}')`
  )
  return rowCount === 0 ? "many" : "one"
}

/** Where every table lies on a cluster, or would. */
export const placements = async (client: ClientBase): Promise<ReadonlyArray<Placement>> => {
  const { rows } = await client.query<{ name: string; first: string }>(
    `SELECT c.relname::text AS name, a.attname::text AS first
      FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
      WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND c.relkind = 'r'
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      ORDER BY c.relname <> '${leader}', c.relname`
  )
  return rows.map(({ first, name }) => ({ table: name, column: columnOf(name, first) }))
}

const spreadAlready = async (client: ClientBase): Promise<ReadonlySet<string>> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname::text AS name FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
      WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())`
  )
  return new Set(rows.map(({ name }) => name))
}

/**
 * Spreads every table of partners that is not spread yet, with its rows, over `shards` shards. In a transaction, all
 * of them are spread or none.
 */
export const distributeTables = async (
  client: ClientBase,
  shards: number | undefined,
  spreads: (table: SpreadTable, at: number, count: number) => void
): Promise<ReadonlyArray<SpreadTable>> => {
  const isSpread = await spreadAlready(client)
  const left = (await placements(client)).flatMap(({ column, table }) =>
    column === undefined || isSpread.has(table) ? [] : [{ table, column }]
  )
  for (const [at, each] of left.entries()) {
    const { column, table } = each
    spreads(each, at, left.length)
    const isAlone = table === leader || column === "key"
    await client.query(
      `SELECT create_distributed_table($1, $2, colocate_with => $3${isAlone && shards !== undefined ? ", shard_count => $4" : ""})`,
      [table, column, isAlone ? "none" : leader, ...(isAlone && shards !== undefined ? [shards] : [])]
    )
  }
  return left
}
