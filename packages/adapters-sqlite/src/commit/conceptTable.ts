import type { Column, Concept } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { prepareErasableTexts } from "../ErasableTexts.ts"

/** Aggregates of one kind, written by compare-and-set. */
export interface AggregateTable<State> {
  /** 0 when there is no such row. */
  readonly versionOf: (partnerId: string, id: string) => number
  /** Writes a row whose version was checked. Without a previous state it inserts. */
  readonly write: (state: State, expectedVersion: number, previous: State | undefined) => void
  /**
   * Writes a row whose version was not checked. Returns false if it is another one; then nothing was written. Only of
   * concepts whose states are a row each, without keys or rows beside it.
   */
  readonly attempt?:
    | ((state: State, expectedVersion: number, previous: State | undefined) => boolean)
    | undefined
}

export const prepareVersionOf = (
  database: Database.Database,
  { partnerColumn, table }: Pick<Concept<never>, "partnerColumn" | "table">
): ((partnerId: string, id: string) => number) => {
  const find = database.prepare(`SELECT version FROM ${table} WHERE ${partnerColumn} = ? AND id = ?`).pluck()
  return (partnerId, id) => (find.get(partnerId, id) as number | undefined) ?? 0
}

/** Whether the statement wrote its row. */
const wrote = (statement: Database.Statement, columns: ReadonlyArray<unknown>): boolean =>
  statement.run(...columns).changes === 1

/** The versions were checked in this transaction, so only a commit that names a subject twice can differ: a defect. */
const onlyOnce = (isWritten: boolean): void => {
  if (!isWritten) throw new Error("a commit may write each aggregate once")
}

/** One row, or a defect. */
export const once = (statement: Database.Statement, columns: ReadonlyArray<unknown>): void =>
  onlyOnce(wrote(statement, columns))

/** The states of a concept by compare-and-set. A redaction destroys the key of the personal data. */
export const prepareConceptTable = <State>(
  database: Database.Database,
  concept: Concept<State>
): AggregateTable<State> => {
  const rows = conceptRows(concept)
  const insert = database.prepare(rows.insertSql)
  const change = database.prepare(rows.change.sql)
  const redact = database.prepare(rows.redact.sql)
  const step = rows.step && database.prepare(rows.step.sql)
  const personal = concept.personal === "none" ? undefined : preparePersonal(database, concept)
  const { isRedacted } = concept
  const attempt = (state: State, expectedVersion: number, previous: State | undefined): boolean => {
    if (previous === undefined) return wrote(insert, rows.columns(state, 1, personal?.first(state)))
    if (personal !== undefined && isRedacted(state)) {
      personal.destroy(state)
      return wrote(redact, rows.redact.columns(state, expectedVersion))
    }
    if (step !== undefined && rows.step?.isStep(previous, state))
      return wrote(step, rows.step.columns(state, expectedVersion))
    return wrote(change, rows.change.columns(state, expectedVersion, personal?.next(state)))
  }
  return {
    versionOf: prepareVersionOf(database, concept),
    write: (state, expectedVersion, previous) => onlyOnce(attempt(state, expectedVersion, previous)),
    attempt: personal === undefined ? attempt : undefined
  }
}

/** The new value of the column `personal` of a write. */
const preparePersonal = <State>(
  database: Database.Database,
  { isRedacted, nameOf, partnerColumn, personal, personalText, table }: Concept<State>
) => {
  const texts = prepareErasableTexts(database)
  const find = database.prepare(`SELECT personal FROM ${table} WHERE ${partnerColumn} = ? AND id = ?`).pluck()
  const before = (state: State) => {
    const { id, partnerId } = nameOf(state)
    return (find.get(partnerId, id) as string | null | undefined) ?? null
  }
  const first = (state: State): string | null => {
    const text = isRedacted(state) ? undefined : personalText(state)
    return text === undefined ? null : texts.seal(text)
  }
  return {
    first,
    /** Under the previous key, so that one destruction ends every version ever written. */
    next: (state: State): string | null => {
      if (personal === "fixed") return null
      const sealed = before(state)
      return sealed === null ? first(state) : texts.sealAlike(personalText(state) ?? "{}", sealed)
    },
    destroy: (state: State): void => {
      const sealed = before(state)
      if (sealed !== null) texts.destroy(sealed)
    }
  }
}

/** The statements of a concept's table, and functions for their parameters. */
export interface ConceptRows<State> {
  /** Writes nothing over a row that is there. */
  readonly insertSql: string
  readonly columns: (state: State, version: number, personal?: string | null) => ReadonlyArray<unknown>
  /** Updates the row with the version in the parameters. */
  readonly change: Change<State>
  /** The same update, which also empties the column `personal`. */
  readonly redact: Change<State>
  /**
   * An update that keeps the status: it does not name that column, because naming an indexed column rewrites
   * its index entry. Concepts with personal data have none: only `change` and `redact` know what becomes of it.
   */
  readonly step: (Change<State> & { readonly isStep: (previous: State, state: State) => boolean }) | undefined
}

interface Change<State> {
  readonly sql: string
  /** `personal` is the last parameter, if it changes with each write. */
  readonly columns: (
    state: State,
    expectedVersion: number,
    personal?: string | null
  ) => ReadonlyArray<unknown>
}

export const conceptRows = <State>({
  columns,
  partnerColumn,
  personal,
  table
}: Concept<State>): ConceptRows<State> => {
  const names = ["version", ...columns.map(({ name }) => name), ...(personal === "none" ? [] : ["personal"])]
  const key = columns.filter(({ name }) => name === partnerColumn || name === "id")
  const changed = columns.filter(({ isFixed, isNoted }) => !isFixed && !isNoted)
  const status = columns.find(({ name }) => name === "status")
  const cells = (of: ReadonlyArray<Column<State>>, state: State, into: Array<unknown>) => {
    for (const { cellOf } of of) into.push(cellOf(state))
    return into
  }
  const update = (
    set: ReadonlyArray<Column<State>>,
    sealed: "personal = ?" | "personal = NULL" | undefined
  ): Change<State> => {
    const assignments = [
      "version = version + 1",
      ...set.map(({ name }) => `${name} = ?`),
      ...(sealed === undefined ? [] : [sealed])
    ]
    return {
      sql: `UPDATE ${table} SET ${assignments.join(", ")}
        WHERE ${[...key.map(({ name }) => `${name} = ?`), "version = ?"].join(" AND ")}`,
      columns: (state, expectedVersion, text = null) => {
        const parameters = cells(set, state, [])
        if (sealed === "personal = ?") parameters.push(text)
        cells(key, state, parameters)
        parameters.push(expectedVersion)
        return parameters
      }
    }
  }
  const sealed = personal === "changing" ? "personal = ?" : undefined
  const primaryKey = new Set([partnerColumn, "id"])
  return {
    insertSql: `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})
      ON CONFLICT (${[...primaryKey].join(", ")}) DO NOTHING`,
    columns: (state, version, text = null) => {
      const parameters = cells(columns, state, [version])
      if (personal !== "none") parameters.push(text)
      return parameters
    },
    change: update(changed, sealed),
    redact: update(changed, personal === "none" ? undefined : "personal = NULL"),
    step:
      status && personal === "none"
        ? {
            ...update(
              changed.filter((column) => column !== status),
              undefined
            ),
            isStep: (previous, state) => status.cellOf(previous) === status.cellOf(state)
          }
        : undefined
  }
}
