import {
  type AccountChanges,
  type AccountName,
  changeSum,
  columnName,
  everyStatus,
  grainMillis,
  listColumns,
  momentMillis,
  splitGrain
} from "@quittance/core/adapter"

/** What changed an account, as relations with the columns of a change but `after_minor`. */

/** Each kind in the order of its index: rows of a concept by their list, the others by the index of the journal. */
export const changeRuns = (changes: AccountChanges, kind: string | undefined): ReadonlyArray<string> =>
  Object.entries(changes.kinds).flatMap(([each, { entry, rows }]) => {
    if (kind !== undefined && kind !== each) return []
    if (rows === undefined)
      return [
        `(SELECT ${columnsOf(entryId, each, "subject_id", "at", changeOf(changes.account))}
            FROM journal_entries WHERE partner_id = @partnerId AND currency = '${changes.currency}' AND kind = '${entry}'
             AND ${changeOf(changes.account)} <> 0) AS change`
      ]
    const { items, status } = rows.list
    const taken = rows.taken.map((field) => `- ${columnName(field)}`).join(" ")
    return (status?.values ?? []).map(
      (of) =>
        `(SELECT ${columnsOf(`'${rows.idStart}' || id`, each, "id", "created_at", taken)}
            FROM ${items.table} WHERE partner_id = @partnerId AND ${listColumns(rows.list).status} = '${of}') AS change`
    )
  })

const columnsOf = (id: string, kind: string, subject: string, at: string, change: string): string =>
  `partner_id, ${id} AS id, '${kind}' AS kind, ${subject} AS subject_id, ${at} AS created_at, ${change} AS change_minor`

/** An entry is named by the first event of its commit, and by its place there if it is not the first. */
const entryId = "CASE place WHEN 0 THEN event_id ELSE event_id || '-' || place END"

/** Of the few postings that entries have, without a relation for each entry. */
const changeOf = (account: AccountName): string => {
  const of = (at: number) =>
    `CASE '${account}' WHEN credits[${at}] THEN amounts_minor[${at}] WHEN debits[${at}] THEN -amounts_minor[${at}] ELSE 0 END`
  return `CASE WHEN cardinality(amounts_minor) <= 2 THEN ${of(1)} + ${of(2)} ELSE (
    SELECT coalesce(sum(CASE '${account}' WHEN credit THEN amount WHEN debit THEN -amount END), 0)::bigint
      FROM unnest(debits, credits, amounts_minor) AS each (debit, credit, amount)) END`
}

/** Every change as the journal itself has it, whatever else says the same; for the audit. */
export const journalChanges = (changes: AccountChanges): string => {
  const named = Object.entries(changes.kinds).map(([kind, { entry }]) => `WHEN '${entry}' THEN '${kind}'`)
  return `(SELECT partner_id, at AS created_at, CASE kind ${named.join(" ")} END AS kind, ${changeOf(changes.account)} AS change_minor
     FROM journal_entries
    WHERE currency = '${changes.currency}' AND kind IN (${Object.values(changes.kinds)
      .map(({ entry }) => `'${entry}'`)
      .join(", ")}) AND ${changeOf(changes.account)} <> 0) AS changes`
}

/** What the account is now. */
const balanceSql = ({ account, currency }: AccountChanges): string =>
  `coalesce((SELECT balance_minor FROM accounts
     WHERE partner_id = @partnerId AND currency = '${currency}' AND name = '${account}'), 0)`

/**
 * What the changes come to that are newer than a change: whole days and hours, and within its hour whole moments and
 * the changes themselves. Of an hour, the side of the change is read on which there is less; hardly anything is newer
 * than now.
 */
const newerSql = (changes: AccountChanges, of: string): string => {
  const { day, hour } = grainMillis
  const kept = (grain: string, from: string, to?: string) =>
    `coalesce((SELECT sum(count) FROM list_counts WHERE partner_id = @partnerId AND list = @list AND scope = @scope AND grain = '${grain}'
       AND status = '${changeSum}' AND bucket >= ${from}${to === undefined ? "" : ` AND bucket < ${to}`}), 0)`
  const rows = (isMeant: string) =>
    `coalesce((SELECT sum(change_minor) FROM (${changeRuns(changes, undefined)
      .map((run) => `SELECT change_minor FROM ${run} WHERE ${isMeant}`)
      .join(" UNION ALL ")}) AS each), 0)`
  const [dayOf, hourOf] = [`${of}.created_at / ${day} * ${day}`, `${of}.created_at / ${hour} * ${hour}`]
  const since = `coalesce((SELECT count FROM list_counts WHERE partner_id = @partnerId AND list = @list AND scope = @scope
    AND grain = '${splitGrain}' AND status = '${everyStatus}' AND bucket = ${hourOf}), ${hourOf} + ${hour})`
  const bound = `least(${hourOf} + ${hour}, greatest(${since}, (${of}.created_at / ${momentMillis} + 1) * ${momentMillis}))`
  return `(SELECT ${kept("day", `${dayOf} + ${day}`)} + ${kept("hour", `${hourOf} + ${hour}`, `${dayOf} + ${day}`)}
      + CASE WHEN least(bound, @now::bigint) - ${of}.created_at <= ${of}.created_at - ${hourOf}
          THEN ${kept("moment", "bound", `${hourOf} + ${hour}`)}
            + ${rows(`(created_at, id) > (${of}.created_at, ${of}.id) AND created_at < bound`)}
          ELSE ${kept("hour", hourOf, `${hourOf} + ${hour}`)}
            - ${rows(`created_at >= ${hourOf} AND (created_at, id) <= (${of}.created_at, ${of}.id)`)} END
    FROM (SELECT ${bound} AS bound OFFSET 0) AS within)::bigint`
}

/** The changes of `page`, all of one kind or of every, with what the account was after each. */
export const withAfter = (changes: AccountChanges, kinds: "one" | "every"): string =>
  kinds === "one"
    ? `SELECT page.*, ${balanceSql(changes)} - ${newerSql(changes, "page")} AS after_minor FROM page`
    : `SELECT page.*, (newest.after - coalesce(sum(change_minor) OVER (ORDER BY page.created_at DESC, page.id DESC
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0))::bigint AS after_minor
         FROM page CROSS JOIN (SELECT ${balanceSql(changes)} - ${newerSql(changes, "first")} AS after
           FROM (SELECT created_at, id FROM page ORDER BY created_at DESC, id DESC LIMIT 1) AS first) AS newest`
