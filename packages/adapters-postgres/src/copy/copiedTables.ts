import type { RowTable } from "@quittance/core/adapter"
import type { ClientBase } from "pg"
import { quoted } from "../schema/indexColumns.ts"

/** A table with the types of its columns. */
export interface CopiedTable extends RowTable {
  readonly types: ReadonlyArray<string>
}

/** Identifies the store and is not part of its content. Written when the copy is complete. */
const aboutTheStore = ["meta", "store_hold"]

/** Every table that rows are copied into, as the schema has it. */
export const copiedTables = async (client: ClientBase): Promise<ReadonlyArray<CopiedTable>> => {
  const { rows } = await client.query<{
    readonly name: string
    readonly columns: ReadonlyArray<string>
    readonly types: ReadonlyArray<string>
    readonly key: ReadonlyArray<string>
  }>(
    `SELECT c.relname::text AS name,
        array_agg(a.attname::text ORDER BY a.attnum) AS columns,
        array_agg(format_type(a.atttypid, NULL) ORDER BY a.attnum) AS types,
        (SELECT array_agg(k.attname::text ORDER BY at.place)
           FROM pg_index i, unnest(i.indkey::int[]) WITH ORDINALITY AS at (attnum, place)
           JOIN pg_attribute k ON k.attnum = at.attnum
           WHERE i.indrelid = c.oid AND i.indisprimary AND k.attrelid = c.oid) AS key
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
        AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL ($1::text[])
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      GROUP BY c.oid, c.relname ORDER BY c.relname`,
    [aboutTheStore]
  )
  return rows
}

export interface CopyStatements {
  /** The rows behind one key up to another one, or to the end: their own arrays, in the order of the key. */
  readonly range: (isFirst: boolean, isLast: boolean) => string
  readonly remove: (isFirst: boolean, isLast: boolean) => string
  /** One array for each column; see `parameterOf` for arrays in it. */
  readonly insert: string
}

/** The parameters of a range are those of its first key, which is left out of the first page, then of its last. */
export const copyStatements = ({ columns, key, name, types }: CopiedTable): CopyStatements => {
  const typeOf = (column: string): string => types[columns.indexOf(column)] ?? "text"
  const isArray = (type: string): boolean => type.endsWith("[]")
  const names = columns.map(quoted)
  const keyNames = key.map(quoted).join(", ")
  const bound = (comparison: string, from: number): string =>
    `(${keyNames}) ${comparison} (${key.map((column, at) => `$${from + at}::${typeOf(column)}`).join(", ")})`
  const within = (isFirst: boolean, isLast: boolean): string => {
    const bounds = [
      ...(isFirst ? [] : [bound(">", 1)]),
      ...(isLast ? [] : [bound("<=", isFirst ? 1 : key.length + 1)])
    ]
    return bounds.length === 0 ? "" : ` WHERE ${bounds.join(" AND ")}`
  }
  const sent = types.map((type, at) => `$${at + 1}::${isArray(type) ? "text" : type}[]`)
  const made = types.map((type, at) => `i.${names[at]}${isArray(type) ? `::${type}` : ""}`)
  return {
    range: (isFirst, isLast) =>
      `SELECT ${names.join(", ")} FROM ${name}${within(isFirst, isLast)} ORDER BY ${keyNames}`,
    remove: (isFirst, isLast) => `DELETE FROM ${name}${within(isFirst, isLast)}`,
    insert: `INSERT INTO ${name} (${names.join(", ")}) OVERRIDING SYSTEM VALUE
      SELECT ${made.join(", ")} FROM unnest(${sent.join(", ")}) AS i (${names.join(", ")})`
  }
}
