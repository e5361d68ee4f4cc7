import {
  type AskedOfList,
  type Instant,
  type List,
  type ListFilter,
  type ListOwner,
  type ListPosition,
  type ListReader,
  lapsingOf,
  makeListReader,
  type Row,
  scopeOf
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { prepareErasableTexts } from "../ErasableTexts.ts"
import type { Reads } from "../Reads.ts"
import { prepareListPlaces } from "./ListPlaces.ts"
import { countSql, dueSql, pageSql } from "./listSql.ts"
import { prepareRunningSums } from "./RunningSums.ts"

/** From how deep a page on its place is looked up instead of walked to. */
const walkedMax = 200

/** Every list. A page costs the same wherever it lies in the list and however long the list is. */
export const sqliteListReader = (database: Database.Database, reads: Reads): ListReader["Service"] => {
  const placesOf = prepareListPlaces(database)
  const withRunningSums = prepareRunningSums(database)
  const { open } = prepareErasableTexts(database)
  const statements = new Map<string, Database.Statement>()
  const prepared = (name: string, sql: () => string): Database.Statement => {
    const known = statements.get(name)
    if (known !== undefined) return known
    const statement = database.prepare(sql())
    statements.set(name, statement)
    return statement
  }

  /** The statements of a list under one filter. */
  const viewOf = <Item, Owner extends ListOwner, Filter extends ListFilter>(
    list: List<Item, Owner, Filter>,
    owner: Owner,
    asked: AskedOfList,
    now: Instant
  ) => {
    const decode = (row: Row): Item =>
      list.items.ofRow(row, typeof row.personal === "string" ? open(row.personal) : undefined)
    const isAnyKind = asked.kind !== undefined && list.kind?.values === undefined
    const name = `${list.name} ${asked.status} ${isAnyKind ? "kind" : asked.kind}`
    const scope = { partnerId: owner.partnerId, scope: scopeOf(list, owner), now, kind: asked.kind ?? null }
    const { from } = asked
    const lapsing = lapsingOf(list, asked)
    const { changes } = list.items
    const whole = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
      changes === undefined
        ? rows
        : withRunningSums({ changes, kind: asked.kind, list, now, owner: scope, rows })
    return {
      owner: scope,
      after: (
        position: ListPosition,
        slice: { readonly skip: number; readonly limit: number }
      ): ReadonlyArray<Item> =>
        whole(
          prepared(`page of ${name}`, () => pageSql(list, asked))
            .safeIntegers()
            .all({ ...scope, from, ...position, ...slice }) as ReadonlyArray<Row>
        ).map(decode),
      recordedBetween: (first: Instant, end: Instant): bigint =>
        prepared(`count of ${name}`, () => countSql(list, asked))
          .pluck()
          .safeIntegers()
          .get({ ...scope, from: first, to: end }) as bigint,
      due: (): ReadonlyArray<Instant> =>
        lapsing === undefined
          ? []
          : (prepared(`due of ${name}`, () => dueSql(list, asked, lapsing))
              .pluck()
              .all({ ...scope, from }) as ReadonlyArray<Instant>),
      dueChange: lapsing?.change ?? 0
    }
  }

  return makeListReader({
    page: ({ asked, list, now, owner }, { limit, page }) =>
      reads.readTogether(() => {
        const view = viewOf(list, owner, asked, now)
        const { placeOf, total } = placesOf({ list: list.name, ...asked, ...view, now, due: view.due() })
        const offset = (page - 1) * limit
        if (offset >= total) return { items: [], total }
        const { before, skip } = offset <= walkedMax ? { before: asked.to, skip: offset } : placeOf(offset)
        const position = { createdAt: before, id: "" }
        return { items: view.after(position, { skip, limit: Math.min(limit, total - offset) }), total }
      }),

    after: ({ asked, list, now, owner }, position, limit) =>
      reads.readTogether(() => viewOf(list, owner, asked, now).after(position, { skip: 0, limit }))
  })
}
