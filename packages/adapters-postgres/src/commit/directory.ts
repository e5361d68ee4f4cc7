import type { Call, Statement } from "../connect/Connections.ts"
import type { Cell, Partners } from "./BulkRows.ts"

/** A statement about one row of the directory, and the same about any number of them. */
interface DirectoryStatement {
  readonly one: Statement
  readonly many: Statement
}

const columns = ["kind", "key", "partner_id", "owner_id", "fingerprint", "expires_at"]

const typeOf = (column: string): string => (column === "expires_at" ? "bigint" : "text")

const placing = (name: string, onConflict: string): DirectoryStatement => {
  const statement = (partners: Partners, valueOf: (column: string, at: number) => string): Statement => ({
    name: `${name} of ${partners}`,
    text: `INSERT INTO directory (${columns.join(", ")}) VALUES (${columns.map(valueOf).join(", ")})${onConflict}`
  })
  return {
    one: statement("one", (column, at) => `$${at + 1}::${typeOf(column)}`),
    many: statement("many", (column, at) => `unnest($${at + 1}::${typeOf(column)}[])`)
  }
}

/** This decides who holds a key: a second row with the same key makes it fail. */
export const placeInDirectory = placing("place in directory", "")

/** Only the same commit places a random key again. */
export const listInDirectory = placing("list in directory", " ON CONFLICT (kind, key) DO NOTHING")

/** Another owner's row stays. */
export const strikeFromDirectory: DirectoryStatement = {
  one: {
    name: "strike from directory of one",
    text: "DELETE FROM directory WHERE kind = $1 AND key = $2 AND partner_id = $3 AND owner_id = $4"
  },
  many: {
    name: "strike from directory of many",
    text: `DELETE FROM directory USING unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS i (kind, key, partner_id, owner_id)
      WHERE directory.kind = i.kind AND directory.key = i.key
        AND directory.partner_id = i.partner_id AND directory.owner_id = i.owner_id`
  }
}

/**
 * Rows of the directory, the only table whose keys do not begin with the partner. If the rows of partners are on
 * different machines, so are its keys, and each statement concerns one of them.
 */
export class DirectoryRows {
  readonly #statement: DirectoryStatement
  readonly #rows: Array<ReadonlyArray<Cell>> = []

  constructor(statement: DirectoryStatement) {
    this.#statement = statement
  }

  /** The values of the statement about this row. */
  add(values: ReadonlyArray<Cell>): void {
    this.#rows.push(values)
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    const { many, one } = this.#statement
    if (partners === "one") return this.#rows.map((values) => ({ statement: one, values }))
    const [first] = this.#rows
    if (first === undefined) return []
    return [{ statement: many, values: first.map((_, at) => this.#rows.map((row) => row[at] ?? null)) }]
  }
}
