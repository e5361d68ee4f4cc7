import type Database from "better-sqlite3"
import { prepareErasableTexts } from "../ErasableTexts.ts"
import type { PersonalRows } from "../rows/PersonalRows.ts"
import { type AggregateTable, once, prepareVersionOf } from "./aggregateTable.ts"

interface Redactable {
  readonly order: { readonly partnerId: string; readonly id: string }
  readonly redactedAt?: number
}

interface Kept {
  readonly personal: string | null
  readonly inClear: 0 | 1
}

/** Aggregates by compare-and-set; a redaction destroys the key of what was personal. */
export const preparePersonalTable = <State extends Redactable>(
  database: Database.Database,
  rows: PersonalRows<State>
): AggregateTable<State> => {
  const texts = prepareErasableTexts(database)
  const look = database.prepare(
    `SELECT personal, ${rows.inClear} AS inClear FROM ${rows.table} WHERE partner_id = ? AND id = ?`
  )
  const insert = database.prepare(rows.insertSql)
  const change = database.prepare(rows.change.sql)
  const empty = database.prepare(rows.emptySql)
  const sealed = (state: State): string | null => {
    const personal = rows.personalText(state)
    return personal === undefined ? null : texts.seal(personal)
  }
  return {
    versionOf: prepareVersionOf(database, rows.table),
    write: (state, expectedVersion) => {
      if (expectedVersion === 0) return once(insert, rows.columns(state, 1, sealed(state)))
      const columns = rows.change.columns(state, expectedVersion)
      const { inClear, personal } = look.get(state.order.partnerId, state.order.id) as Kept
      if (state.redactedAt !== undefined) {
        if (personal !== null) texts.destroy(personal)
        once(empty, [null, ...columns])
      } else if (inClear === 1) {
        // What a digest is kept of from now on is in its place.
        once(empty, [sealed(state), ...columns])
      } else once(change, columns)
    }
  }
}
