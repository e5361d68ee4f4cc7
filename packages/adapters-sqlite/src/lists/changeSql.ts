import {
  type AccountChanges,
  type AccountName,
  columnName,
  type ListShape,
  listColumns
} from "@quittance/core/adapter"

/** What changed an account, as relations with the columns of a change but `after_minor`. */

/** Each kind in the order of its index: rows of a concept by their list, the others by the index of the journal. */
export const changeRuns = (
  list: ListShape,
  changes: AccountChanges,
  kind: string | undefined
): ReadonlyArray<string> =>
  Object.entries(changes.kinds).flatMap(([each, { entry, rows }]) => {
    if (kind !== undefined && kind !== each) return []
    if (rows === undefined)
      return [
        `SELECT partner_id, ${entryId} AS id, '${each}' AS kind, subject_id, at AS created_at, ${changeOf(changes.account)} AS change_minor
           FROM journal_entries INDEXED BY journal_entries_${list.index}
          WHERE partner_id = @partnerId AND currency = '${changes.currency}' AND kind = '${entry}' AND change_minor <> 0`
      ]
    const { table } = rows.list.items
    const taken = rows.taken.map((field) => `- ${columnName(field)}`).join(" ")
    return (rows.list.status?.values ?? []).map(
      (status) =>
        `SELECT partner_id, '${rows.idStart}' || id AS id, '${each}' AS kind, id AS subject_id, created_at, ${taken} AS change_minor
           FROM ${table} INDEXED BY ${table}_${rows.list.index}
          WHERE partner_id = @partnerId AND ${listColumns(rows.list).status} = '${status}'`
    )
  })

/** See `entryNumberId`. */
const entryId = "printf('entry_%019d', seq)"

const changeOf = (account: AccountName): string =>
  `(SELECT coalesce(sum(CASE '${account}' WHEN credit THEN amount_minor WHEN debit THEN -amount_minor END), 0)
              FROM postings WHERE entry_seq = seq)`

/** Every change as the journal itself has it, whatever else says the same; for the audit. */
export const journalChanges = (changes: AccountChanges): string => {
  const named = Object.entries(changes.kinds).map(([kind, { entry }]) => `WHEN '${entry}' THEN '${kind}'`)
  return `(SELECT partner_id, at AS created_at, CASE kind ${named.join(" ")} END AS kind, ${changeOf(changes.account)} AS change_minor
     FROM journal_entries NOT INDEXED
    WHERE currency = '${changes.currency}' AND kind IN (${Object.values(changes.kinds)
      .map(({ entry }) => `'${entry}'`)
      .join(", ")}) AND change_minor <> 0)`
}
