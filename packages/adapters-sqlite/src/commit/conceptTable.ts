import type { Concept } from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { prepareErasableTexts } from "../ErasableTexts.ts"
import { conceptRows } from "../rows/conceptRows.ts"
import { type AggregateTable, once, prepareVersionOf } from "./aggregateTable.ts"

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
  return {
    versionOf: prepareVersionOf(database, concept),
    write: (state, expectedVersion, previous) => {
      if (previous === undefined) once(insert, rows.columns(state, 1, personal?.first(state)))
      else if (personal !== undefined && isRedacted(state)) {
        personal.destroy(state)
        once(redact, rows.redact.columns(state, expectedVersion))
      } else if (step !== undefined && rows.step?.isStep(previous, state))
        once(step, rows.step.columns(state, expectedVersion))
      else once(change, rows.change.columns(state, expectedVersion, personal?.next(state)))
    }
  }
}

/** The new value of the column `personal` of a write. */
const preparePersonal = <State>(
  database: Database.Database,
  { isRedacted, nameOf, personal, personalText, table }: Concept<State>
) => {
  const texts = prepareErasableTexts(database)
  const find = database.prepare(`SELECT personal FROM ${table} WHERE partner_id = ? AND id = ?`).pluck()
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
