import type { Client } from "pg"
import { placements } from "../../src/schema/distribution.ts"
import { conditionedNodes, type PlanNode } from "./planConditions.ts"
import type { SentStatement } from "./sentStatements.ts"

/**
 * The law that a store can be spread by: a statement names the partner of every row that it reads or writes. It is
 * judged by what the server makes of the statement, so that a part of it that forgets the partner is found too: each
 * scan of a table of partners must be bound by an equality of the column that the table is spread by.
 */
export interface PartnerTables {
  /** The column that a table is spread by, by the table. Undefined for one of no partner. */
  readonly columnOf: ReadonlyMap<string, string | undefined>
  /** At which place of a row the column stands. */
  readonly placeOf: ReadonlyMap<string, number>
}

/**
 * - `one`: the equality is to a parameter, or to a row that is itself bound: all rows are of one partner
 * - `each`: it may be to an element of an array too, as in a group of commits: each row is of a partner that is named
 */
export type Bound = "one" | "each"

export const partnerTables = async (client: Client): Promise<PartnerTables> => {
  const placed = await placements(client)
  const { rows } = await client.query<{ table: string; column: string; place: number }>(
    `SELECT attrelid::regclass::text AS table, attname::text AS column, attnum - 1 AS place FROM pg_attribute
      WHERE attrelid = ANY ($1::text[]::regclass[]) AND attnum > 0`,
    [placed.map(({ table }) => table)]
  )
  const columnOf = new Map(placed.map(({ column, table }) => [table, column]))
  return {
    columnOf,
    placeOf: new Map(
      rows.flatMap(({ column, place, table }) => (columnOf.get(table) === column ? [[table, place]] : []))
    )
  }
}

/** What a statement reads or writes without its partner; empty if it obeys the law. */
export const boundless = async (
  client: Client,
  tables: PartnerTables,
  { name, text }: Pick<SentStatement, "name" | "text">,
  bound: Bound
): Promise<ReadonlyArray<string>> => {
  // What is not prepared may be several statements; it is none about partners if it names none of their tables.
  if (name === undefined) return namedIn(text, tables)
  const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) ${text}`)
  const nodes = conditionedNodes(rows[0]["QUERY PLAN"][0].Plan)
  const aliasesOf = (is: (node: PlanNode) => boolean) =>
    new Set(nodes.flatMap(({ node }) => (node.Alias !== undefined && is(node) ? [node.Alias] : [])))
  const arrays = aliasesOf((node) => node["Node Type"] === "Function Scan")
  const scans = aliasesOf((node) => tables.columnOf.get(node["Relation Name"] ?? "") !== undefined)
  const isNamed = (given: string): boolean => {
    const value = given.replace(/::[\w ]+$/, "").replace(/^\((.*)\)$/, "$1")
    if (/^\$\d+$/.test(value)) return true
    const [, alias] = /^(\w+)\.\w+$/.exec(value) ?? []
    if (alias !== undefined) return bound === "each" || !arrays.has(alias)
    return bound === "each" && /^unnest\(\$\d+\)$/.test(value)
  }
  /** A scan takes rows before they are joined, so a join binds it only to what is no scan itself. */
  const isNamedInJoin = (value: string): boolean =>
    isNamed(value) && !scans.has(value.replace(/^\(?(\w+)\..*$/, "$1"))
  return nodes.flatMap(({ joined, node, own }) => {
    const table = node["Relation Name"]
    const column = table === undefined ? undefined : tables.columnOf.get(table)
    if (table === undefined || column === undefined) return []
    switch (node.Operation) {
      case "Update":
      case "Delete":
        // Its rows are those of a scan below it.
        return []
      case "Insert": {
        const value = node.Plans?.[0]?.Output?.[tables.placeOf.get(table) ?? -1]
        return value !== undefined && isNamed(value) ? [] : [`writes ${table} of ${value}`]
      }
      default: {
        const key = `${node.Alias}.${column}`
        const isBound =
          own.some((condition) => equalsIn(condition, key).some(isNamed)) ||
          joined.some((condition) => equalsIn(condition, key).some(isNamedInJoin))
        return isBound ? [] : [`reads ${table} as ${node.Alias}: ${own.join(" AND ") || "all of it"}`]
      }
    }
  })
}

/** What a condition says that a column equals, if that is all that it says. */
const equalsIn = (condition: string, column: string): ReadonlyArray<string> => {
  const sides = condition.split(" = ")
  return sides.length === 2 ? sides.filter((_, at) => sides[1 - at] === column) : []
}

const namedIn = (text: string, { columnOf }: PartnerTables): ReadonlyArray<string> =>
  [...columnOf].flatMap(([table, column]) =>
    column !== undefined && new RegExp(`\\b${table}\\b`).test(text) ? [`names ${table}`] : []
  )
