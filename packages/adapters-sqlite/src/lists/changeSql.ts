import {
  type AccountChanges,
  type AccountName,
  columnName,
  type JournalEntryKind,
  journalKinds,
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
        `SELECT partner_id, ${entryRankId(list, changes, entry)} AS id, '${each}' AS kind, subject_id, at AS created_at, ${changeOf(changes.account)} AS change_minor
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

/** The id of an entry of a kind that is read from the journal: see `entryRankId` of core. */
const entryRankId = ({ index }: ListShape, { currency }: AccountChanges, entry: JournalEntryKind): string =>
  `printf('entry_%015d_${entry}_%04d', at, (SELECT count(*) FROM journal_entries AS earlier INDEXED BY journal_entries_${index}
              WHERE earlier.partner_id = journal_entries.partner_id AND earlier.currency = '${currency}' AND earlier.kind = '${entry}'
                AND earlier.at = journal_entries.at AND earlier.seq < journal_entries.seq))`

/** The ids under which partners know entries, as a `CASE` of their kinds with an `ELSE`. */
export const knownEntryIds = (list: ListShape, otherwise: string): string => {
  const { changes } = list.items
  if (changes === undefined) return otherwise
  const known = journalKinds(changes).map(
    ([, entry]) =>
      `WHEN currency = '${changes.currency}' AND kind = '${entry}' THEN ${entryRankId(list, changes, entry)}`
  )
  return `CASE ${known.join(" ")} ELSE ${otherwise} END`
}

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
