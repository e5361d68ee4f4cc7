import type { Column, Concept } from "@quittance/core/adapter"

/** The statements of a concept's table, and functions for their parameters. */
export interface ConceptRows<State> {
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
  return {
    insertSql: `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
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
