import { type Concept, columnName, type Index, invariant, type ReadingOrder } from "@quittance/core/adapter"
import type { Partners } from "../commit/BulkRows.ts"
import type { Statement } from "../connect/Connections.ts"
import { indexColumns, indexConditions, quoted } from "../schema/indexColumns.ts"
import { forEachKey } from "./sharedReads.ts"

/** The bounds of the first index column that has no given value. */
export type Comparison = "<" | ">"

/** The statements that read a concept, which follow from its definition. */
export interface StateStatements {
  readonly byKey: Statement
  /** For each of many keys. */
  readonly eachByKey: Statement
  /** By the kind and the key of a row of the directory. */
  readonly byDirectory: Statement
  readonly partnerOf: Statement
  readonly count: Statement
  /**
   * The rows whose first columns of an index hold given values, and whose next column is within bounds, where there are
   * any. The last parameter of a limited one says how many.
   */
  readonly range: (
    index: string,
    equalCount: number,
    comparisons: ReadonlyArray<Comparison>,
    limited: "limited" | "all",
    order: ReadingOrder
  ) => Statement
}

export const inDirectory: Statement = {
  name: "in directory",
  text: "SELECT partner_id, owner_id FROM directory WHERE kind = $1 AND key = $2"
}

type Stored = Pick<Concept<never>, "columns" | "indexes" | "partnerColumn" | "table">

export const stateStatements = (concept: Stored, partners: Partners): StateStatements => {
  const { indexes, partnerColumn, table } = concept
  const ranges = new Map<string, Statement>()
  return {
    byKey: {
      name: `${table} by key`,
      text: `SELECT * FROM ${table} WHERE ${partnerColumn} = $1 AND id = $2`
    },
    eachByKey: forEachKey(`${table} by key`, "*", table, [partnerColumn, "id"]),
    byDirectory: {
      name: `${table} by directory`,
      text: `SELECT ${table}.* FROM directory JOIN ${table}
         ON ${table}.${partnerColumn} = directory.partner_id AND ${table}.id = directory.owner_id
       WHERE directory.kind = $1 AND directory.key = $2`
    },
    count: { name: `count of ${table}`, text: `SELECT count(*) AS count FROM ${table}` },
    partnerOf: partnerOfStatement(table, partners, partnerColumn),
    range: (name, equalCount, comparisons, limited, order) => {
      const against = order === "backwards" ? " backwards" : ""
      const called = `${table} by ${name} ${equalCount}${comparisons.join("")} ${limited}${against}`
      const known = ranges.get(called)
      if (known !== undefined) return known
      const index = indexes[name]
      invariant(index !== undefined, `${table} have an index ${name}`)
      const statement = {
        name: called,
        text: rangeSql(concept, index, equalCount, comparisons, limited, order)
      }
      ranges.set(called, statement)
      return statement
    }
  }
}

const rangeSql = (
  { columns, partnerColumn, table }: Stored,
  index: Index,
  equalCount: number,
  comparisons: ReadonlyArray<Comparison>,
  limited: "limited" | "all",
  reading: ReadingOrder
): string => {
  const on = index.on.map((field) => quoted(columnName(field)))
  const conditions = [
    ...on.slice(0, equalCount).map((column, at) => `${column} = $${at + 1}`),
    ...comparisons.map((comparison, at) => `${on[equalCount]} ${comparison} $${equalCount + at + 1}`),
    ...indexConditions(index)
  ]
  // Rows that an index does not distinguish need an order too; otherwise a limited read could find different ones
  // each time.
  const key = index.on.includes("id") ? [] : [...new Set([partnerColumn, "id"])]
  const order = [
    ...indexColumns(columns, index).slice(equalCount),
    ...key.filter((column) => !on.includes(quoted(column)))
  ]
  return [
    `SELECT * FROM ${table}`,
    ...(conditions.length === 0 ? [] : [`WHERE ${conditions.join(" AND ")}`]),
    ...(order.length === 0
      ? []
      : [`ORDER BY ${(reading === "forwards" ? order : order.map(backwards)).join(", ")}`]),
    ...(limited === "limited" ? [`LIMIT $${equalCount + comparisons.length + 1}`] : [])
  ].join(" ")
}

/** What is absent comes first in the order of an index, so it is last against it. */
const backwards = (column: string): string =>
  column.endsWith(" NULLS FIRST")
    ? `${column.slice(0, -" NULLS FIRST".length)} DESC NULLS LAST`
    : `${column} DESC`

/**
 * Keys start with the partner, so the id is searched under each partner in turn. If partners are on different
 * machines, each machine searches its own. Otherwise LIMIT stops the planner from reading all rows instead.
 */
export const partnerOfStatement = (table: string, partners: Partners, column = "partner_id"): Statement => ({
  name: `partner of ${table}`,
  text:
    column === "id"
      ? `SELECT id AS partner_id FROM ${table} WHERE id = $1`
      : partners === "one"
        ? amongPartners(table)
        : inEveryPartner(table)
})

const amongPartners = (table: string): string =>
  `SELECT kept.partner_id FROM partners JOIN ${table} AS kept ON kept.partner_id = partners.id
    WHERE kept.id = $1 LIMIT 1`

const inEveryPartner = (table: string): string => `WITH RECURSIVE partner (id) AS (
    SELECT min(partner_id) FROM ${table}
    UNION ALL
    SELECT (SELECT min(partner_id) FROM ${table} WHERE partner_id > partner.id) FROM partner WHERE partner.id IS NOT NULL)
  SELECT partner.id AS partner_id FROM partner
    CROSS JOIN LATERAL (SELECT 1 FROM ${table} AS kept WHERE kept.partner_id = partner.id AND kept.id = $1 LIMIT 1) AS found
   LIMIT 1`
