import type Database from "better-sqlite3"
import { prepareErasableTexts } from "../ErasableTexts.ts"
import type { PersonalRows } from "../rows/PersonalRows.ts"
import { type AggregateTable, once, prepareVersionOf } from "./aggregateTable.ts"

interface Redactable {
  readonly order: { readonly partnerId: string; readonly id: string }
  readonly redactedAt?: number
}

/** Aggregates by compare-and-set; a redaction destroys the key of what was personal. */
export const preparePersonalTable = <State extends Redactable>(
  database: Database.Database,
  rows: PersonalRows<State>
): AggregateTable<State> => {
  const texts = prepareErasableTexts(database)
  const personalOf = database
    .prepare(`SELECT personal FROM ${rows.table} WHERE partner_id = ? AND id = ?`)
    .pluck()
  const insert = database.prepare(rows.insertSql)
  const change = database.prepare(rows.change.sql)
  const redact = database.prepare(rows.redactSql)
  return {
    versionOf: prepareVersionOf(database, rows.table),
    write: (state, expectedVersion) => {
      if (expectedVersion === 0) {
        const personal = rows.personalText(state)
        return once(
          insert,
          personal === undefined ? rows.columns(state, 1) : rows.columns(state, 1, texts.seal(personal))
        )
      }
      const columns = rows.change.columns(state, expectedVersion)
      if (state.redactedAt === undefined) return once(change, columns)
      const { id, partnerId } = state.order
      const before = personalOf.get(partnerId, id) as string | null
      if (before !== null) texts.destroy(before)
      once(redact, columns)
    }
  }
}
