import type { Column, Concept } from "@quittance/core/adapter"
import type { Call } from "../connect/Connections.ts"
import {
  type BulkColumn,
  BulkRows,
  type BulkStatement,
  bigints,
  bulkStatement,
  type Cell,
  eachIn,
  insertStatement,
  isMeant,
  type Partners,
  texts
} from "./BulkRows.ts"

/** The parts of a concept that its rows need. */
export interface RowsOf<State>
  extends Pick<
    Concept<State>,
    "columns" | "isRedacted" | "nameOf" | "partnerColumn" | "personal" | "personalText" | "table"
  > {}

interface Written<State> {
  readonly bulk: BulkStatement
  readonly cells: (state: State, expectedVersion: number) => ReadonlyArray<Cell>
}

/** The statements of a concept's table. */
interface ConceptStatements<State> {
  readonly insert: Written<State>
  readonly change: Written<State>
  /** The same change, which also empties the column `personal`. */
  readonly redact: Written<State>
}

const bulkColumn = ({ name, type }: Column<never>): BulkColumn => ({
  name,
  type: type === "text" ? "text" : "bigint"
})

const statementsOf = <State>({
  columns,
  isRedacted,
  partnerColumn,
  personal,
  personalText,
  table
}: RowsOf<State>): ConceptStatements<State> => {
  const personalOf = (state: State): string | null =>
    isRedacted(state) ? null : (personalText(state) ?? null)
  const withPersonal = personal === "none" ? [] : texts("personal")
  const own = columns.filter(({ name }) => name !== partnerColumn)
  const key = own.filter(({ name }) => name === "id")
  const changed = columns.filter(({ isFixed, isNoted }) => !isFixed && !isNoted)

  const changeOf = (name: string, sealed: "as it is" | "new" | "empty"): Written<State> => {
    const set = [...changed.map(bulkColumn), ...(sealed === "new" ? texts("personal") : [])]
    const assignments = [
      `version = ${table}.version + 1`,
      ...set.map((column) => `"${column.name}" = i."${column.name}"`),
      ...(sealed === "empty" ? ["personal = NULL"] : [])
    ]
    return {
      bulk: bulkStatement(
        `${name} ${table}`,
        [...key.map(bulkColumn), ...bigints("expected"), ...set],
        (relation) =>
          `WITH changed AS (UPDATE ${table} SET ${assignments.join(", ")} FROM ${relation.rows}
             WHERE ${isMeant(table, key.map(bulkColumn), relation, partnerColumn)} AND ${table}.version = i.expected
             RETURNING 1)
           ${eachIn("changed", relation)}`,
        true
      ),
      cells: (state, expectedVersion) => [
        ...key.map(({ cellOf }) => cellOf(state)),
        expectedVersion,
        ...changed.map(({ cellOf }) => cellOf(state)),
        ...(sealed === "new" ? [personalOf(state)] : [])
      ]
    }
  }

  return {
    insert: {
      bulk: insertStatement(
        table,
        [...own.map(bulkColumn), ...bigints("version"), ...withPersonal],
        partnerColumn
      ),
      cells: (state) => [
        ...own.map(({ cellOf }) => cellOf(state)),
        1,
        ...(personal === "none" ? [] : [personalOf(state)])
      ]
    },
    change: changeOf("change", personal === "changing" ? "new" : "as it is"),
    redact: changeOf("redact", personal === "none" ? "as it is" : "empty")
  }
}

const known = new Map<string, ConceptStatements<never>>()

const statements = <State>(concept: RowsOf<State>): ConceptStatements<State> => {
  const found = known.get(concept.table) as ConceptStatements<State> | undefined
  if (found !== undefined) return found
  const made = statementsOf(concept)
  known.set(concept.table, made)
  return made
}

/** Rows of one concept that a group writes, by compare-and-set. */
export class ConceptRows<State> {
  readonly #concept: RowsOf<State>
  readonly #inserted: BulkRows
  readonly #changed: BulkRows
  readonly #redacted: BulkRows
  readonly #of: ConceptStatements<State>

  constructor(concept: RowsOf<State>) {
    this.#concept = concept
    this.#of = statements(concept)
    this.#inserted = new BulkRows(this.#of.insert.bulk)
    this.#changed = new BulkRows(this.#of.change.bulk)
    this.#redacted = new BulkRows(this.#of.redact.bulk)
  }

  add(state: State, expectedVersion: number): void {
    const { change, insert, redact } = this.#of
    const { isRedacted, nameOf } = this.#concept
    const { partnerId } = nameOf(state)
    if (expectedVersion === 0) this.#inserted.add(partnerId, insert.cells(state, 0))
    else if (isRedacted(state)) this.#redacted.add(partnerId, redact.cells(state, expectedVersion))
    else this.#changed.add(partnerId, change.cells(state, expectedVersion))
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    return [
      ...this.#inserted.calls(partners),
      ...this.#changed.calls(partners),
      ...this.#redacted.calls(partners)
    ]
  }
}
