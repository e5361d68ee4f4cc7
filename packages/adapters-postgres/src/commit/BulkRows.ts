import type { Call, Statement } from "../connect/Connections.ts"

/** A value of a column. */
export type Cell = string | number | bigint | null

/** A column of the rows that a statement gets. */
export interface BulkColumn {
  readonly name: string
  readonly type: "text" | "bigint"
}

export const texts = (...names: ReadonlyArray<string>): ReadonlyArray<BulkColumn> =>
  names.map((name) => ({ name, type: "text" }))

export const bigints = (...names: ReadonlyArray<string>): ReadonlyArray<BulkColumn> =>
  names.map((name) => ({ name, type: "bigint" }))

/**
 * Whose rows a statement writes. If the rows of partners are on different machines, a statement writes the rows of
 * one partner, which it names by a parameter: then it goes to one machine only.
 */
export type Partners = "one" | "many"

/** What a statement says about its rows. */
interface Relation {
  /** The rows as a relation `i`: `unnest(…) AS i (…)`. */
  readonly rows: string
  /** The same as one row of VALUES that stands for all of them. */
  readonly values: string
  /** The partner as a column of one row of VALUES that stands for all. */
  readonly partnerValue: string
  /** The partner of a row of `i`. */
  readonly partner: string
  /** That a table's rows are of the one partner, for a statement that names it only in a part; `true` for many. */
  readonly ofPartner: (table: string) => string
  /** How many rows there are, in a guarded statement. */
  readonly count: string
}

/**
 * A statement over any number of rows, which are passed as one array for each column. A guarded one fails, and its
 * transaction with it, when it did not meet each of them.
 */
export interface BulkStatement {
  readonly one: Statement
  readonly many: Statement
  /** Beside the partner's. */
  readonly columns: ReadonlyArray<BulkColumn>
  readonly isGuarded: boolean
}

const statementFor = (
  partners: Partners,
  name: string,
  columns: ReadonlyArray<BulkColumn>,
  text: (relation: Relation) => string,
  isGuarded: boolean
): Statement => {
  const arrays = columns.map(({ type }, index) => `$${index + 2}::${type}[]`)
  const isOne = partners === "one"
  const partnerValue = isOne ? "$1::text" : "unnest($1::text[])"
  const relation = isOne ? arrays : ["$1::text[]", ...arrays]
  const names = [...(isOne ? [] : ["partner_id"]), ...columns.map(({ name }) => `"${name}"`)]
  return {
    name: `${name} of ${partners}`,
    text: text({
      rows: `unnest(${relation.join(", ")}) AS i (${names.join(", ")})`,
      values: [partnerValue, ...arrays.map((array) => `unnest(${array})`)].join(", "),
      partnerValue,
      partner: isOne ? "$1::text" : "i.partner_id",
      ofPartner: (table) => (isOne ? `${table}.partner_id = $1::text` : "true"),
      count: isGuarded ? `$${columns.length + 2}::bigint` : ""
    })
  }
}

/** `columns` are those beside the partner's. */
export const bulkStatement = (
  name: string,
  columns: ReadonlyArray<BulkColumn>,
  text: (relation: Relation) => string,
  isGuarded = false
): BulkStatement => ({
  one: statementFor("one", name, columns, text, isGuarded),
  many: statementFor("many", name, columns, text, isGuarded),
  columns,
  isGuarded
})

/** Inserts rows that must all be new: one whose key exists makes it fail. */
export const insertStatement = (
  table: string,
  columns: ReadonlyArray<BulkColumn>,
  partnerColumn = "partner_id"
): BulkStatement =>
  bulkStatement(
    `insert ${table}`,
    columns,
    ({ values }) => `INSERT INTO ${table} (${columnNames(columns, partnerColumn)}) VALUES (${values})`
  )

export const columnNames = (columns: ReadonlyArray<BulkColumn>, partnerColumn = "partner_id"): string =>
  [partnerColumn, ...columns.map(({ name }) => name)].map((name) => `"${name}"`).join(", ")

/** That these columns of a table are those of a row `i`, and so is the partner. */
export const isMeant = (
  table: string,
  columns: ReadonlyArray<BulkColumn>,
  { partner }: Relation,
  partnerColumn = "partner_id"
): string =>
  [
    `${table}."${partnerColumn}" = ${partner}`,
    ...columns.map(({ name }) => `${table}."${name}" = i."${name}"`)
  ].join(" AND ")

/** The condition that each row is in `found`. Otherwise the statement divides by zero. */
export const eachIn = (found: string, { count }: Relation): string =>
  `SELECT 1 / (count(*) = ${count})::int FROM ${found}`

/** The rows for one statement. */
export class BulkRows {
  readonly #bulk: BulkStatement
  readonly #partners: Array<string> = []
  readonly #columns: ReadonlyArray<Array<Cell>>

  constructor(bulk: BulkStatement) {
    this.#bulk = bulk
    this.#columns = bulk.columns.map(() => [])
  }

  /** The cells of one row, in the order of the columns. */
  add(partnerId: string, cells: ReadonlyArray<Cell>): void {
    this.#partners.push(partnerId)
    for (let index = 0; index < this.#columns.length; index++)
      this.#columns[index]?.push(cells[index] ?? null)
  }

  /** The call for all rows; none without rows. With `one`, all rows are of one partner. */
  calls(partners: Partners): ReadonlyArray<Call> {
    const [first] = this.#partners
    if (first === undefined) return []
    return [
      {
        statement: this.#bulk[partners],
        values: [
          partners === "one" ? first : this.#partners,
          ...this.#columns,
          ...(this.#bulk.isGuarded ? [this.#partners.length] : [])
        ]
      }
    ]
  }
}
