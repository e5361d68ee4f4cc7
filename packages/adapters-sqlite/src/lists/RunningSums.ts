import {
  type AccountChanges,
  bucketStart,
  changeSum,
  endOfTime,
  type Instant,
  integerIn,
  type ListShape,
  millisPerHour,
  moneyIn,
  type Row,
  textIn
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { prepareBucketSums } from "./BucketSums.ts"
import { changedBesideSql, changedSql } from "./listSql.ts"

/** Rows of a list of changes, newest first and all of one kind or of every. */
interface ChangeRows {
  readonly list: ListShape
  readonly changes: AccountChanges
  readonly owner: { readonly partnerId: string; readonly scope: string }
  readonly kind: string | undefined
  readonly now: Instant
  readonly rows: ReadonlyArray<Row>
}

/**
 * Adds to each row, as `after_minor`, what the account was after it: what it is now, less the changes that are newer in
 * the list. All is read in one transaction with the rows.
 */
export const prepareRunningSums = (
  database: Database.Database
): ((found: ChangeRows) => ReadonlyArray<Row>) => {
  const sums = prepareBucketSums(database)
  const balanceOf = database
    .prepare("SELECT balance_minor FROM accounts WHERE partner_id = ? AND currency = ? AND name = ?")
    .pluck()
    .safeIntegers()
  const prepared = new Map<
    string,
    { readonly between: Database.Statement; readonly beside: Database.Statement }
  >()
  const statementsOf = (list: ListShape) => {
    const known = prepared.get(list.name)
    if (known !== undefined) return known
    const statement = (sql: string) => database.prepare(sql).pluck().safeIntegers()
    const made = { between: statement(changedSql(list)), beside: statement(changedBesideSql(list)) }
    prepared.set(list.name, made)
    return made
  }

  return ({ changes: { account, currency }, kind, list, now, owner, rows }) => {
    const { beside, between } = statementsOf(list)
    const changed = sums({
      ...{ list: list.name, ...owner, status: changeSum, kind: null, now },
      rowsBetween: (from, to) => between.get({ ...owner, from, to }) as bigint
    })
    let after = (balanceOf.get(owner.partnerId, currency, account) as bigint | undefined) ?? 0n
    /** All that is newer than this hour is taken off already. */
    let reached = endOfTime
    let older: bigint | undefined
    return rows.map((row) => {
      if (older === undefined || kind !== undefined) {
        const [createdAt, id] = [integerIn(row, "created_at"), textIn(row, "id")]
        const end = bucketStart("hour", createdAt) + millisPerHour
        after -= changed(end, reached)
        reached = end
        older = after - changed(createdAt + 1, end) - (beside.get({ ...owner, createdAt, id }) as bigint)
      }
      const of = { ...row, after_minor: older }
      older -= moneyIn(row, "change_minor")
      return of
    })
  }
}
