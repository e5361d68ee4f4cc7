import {
  type ClaimScope,
  claimDomain,
  columnName,
  conceptNamed,
  type FolderWay,
  folderBounds,
  invariant,
  isRedactable,
  type Row,
  type Searched,
  SearchReader,
  searchedMax,
  type Way
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import type { Reads } from "../Reads.ts"
import { rowsWithSums } from "../rows/rowsWithSums.ts"
import { endingReads } from "./endingSql.ts"

/** Records by an exact value: first the ids to which its ways lead, each by an index, then the rows. */
export const sqliteSearchReader = (database: Database.Database, reads: Reads): SearchReader["Service"] => {
  const prepared = new Map<string, Database.Statement>()
  const statementOf = (sql: string): Database.Statement => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql).safeIntegers()
    prepared.set(sql, statement)
    return statement
  }
  const idsIn = (sql: string, ...parameters: ReadonlyArray<unknown>): ReadonlyArray<string> =>
    statementOf(sql)
      .pluck()
      .all(...parameters) as ReadonlyArray<string>

  const ownerOf = (partnerId: string, scope: ClaimScope, key: string) =>
    idsIn(ownerSql, claimDomain(scope, partnerId), scope.name, key, partnerId)

  const idsBy = <Value>(
    partnerId: string,
    table: string,
    conditions: ReadonlyArray<string>,
    way: Way<Value>,
    value: Value
  ): ReadonlyArray<string> => {
    const texts = way.of(value, partnerId)
    const [first] = texts
    if (first === undefined) return []
    switch (way._tag) {
      case "Id":
        return texts
      case "Claim":
        return texts.flatMap((key) => ownerOf(partnerId, way.scope, key))
      case "Folder": {
        const sql = folderSql(way)
        return texts.flatMap((folder) =>
          idsIn(sql, claimDomain(way.scope, partnerId), way.scope.name, ...folderBounds(folder))
        )
      }
      case "Ending": {
        const { inRun, runs, unsorted } = endingReads(table, way, conditions)
        const sought = [first, partnerId, JSON.stringify(texts)]
        const ids = [...idsIn(unsorted, ...sought, searchedMax)]
        for (const run of idsIn(runs, ...sought, searchedMax)) {
          if (ids.length >= searchedMax) break
          ids.push(...idsIn(inRun, run, ...sought, searchedMax - ids.length))
        }
        return ids
      }
    }
  }

  const itemsOf = <Value>(
    partnerId: string,
    { items, ways }: Searched<unknown, Value>,
    value: Value
  ): ReadonlyArray<unknown> => {
    const { ofRow, sums, table, tag } = items
    const concept = conceptNamed.get(tag)
    invariant(concept !== undefined, `${table} are in the list of concepts`)
    const conditions = isRedactable(concept) ? ["redacted_at IS NULL"] : []
    const ids = new Set(ways.flatMap((way) => idsBy(partnerId, table, conditions, way, value)))
    if (ids.size === 0) return []
    const rows = sums === undefined ? `SELECT * FROM ${table}` : rowsWithSums(items)
    const where = [`${table}.partner_id = ?`, "id IN (SELECT value FROM json_each(?))", ...conditions]
    // Left to itself SQLite walks all rows of a partner in the order of a list, to find the few in it.
    const sql = `${rows} WHERE ${where.join(" AND ")} ORDER BY +created_at DESC, +id DESC LIMIT ?`
    const found = statementOf(sql).all(partnerId, JSON.stringify([...ids]), searchedMax)
    // Nothing personal is shown, so nothing is opened.
    return (found as ReadonlyArray<Row>).map((row) => ofRow(row))
  }

  return SearchReader.of({
    find: (partnerId, kinds, value) =>
      reads.readTogether(() => kinds.map((kind) => ({ kind, items: itemsOf(partnerId, kind, value) })))
  })
}

const ownerSql = "SELECT owner_id FROM claims WHERE domain = ? AND scope = ? AND key = ? AND partner_id = ?"

/** To what the owners of claims in a folder belong. */
const folderSql = ({ through: { concept, field } }: Pick<FolderWay<never>, "through">): string =>
  `SELECT kept.${columnName(field)}
     FROM (SELECT partner_id, owner_id FROM claims WHERE domain = ? AND scope = ? AND key >= ? AND key < ?) AS held
    CROSS JOIN ${concept.table} AS kept ON kept.partner_id = held.partner_id AND kept.id = held.owner_id`
