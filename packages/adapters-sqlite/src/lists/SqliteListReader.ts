import {
  type AskedOfList,
  askedOf,
  canBeListed,
  type Instant,
  type List,
  type ListFilter,
  type ListOwner,
  ListReader,
  lapsingOf,
  type Row,
  scopeOf
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Effect, Option, Stream } from "effect"
import { prepareErasableTexts } from "../ErasableTexts.ts"
import type { Reads } from "../Reads.ts"
import { prepareListPlaces } from "./ListPlaces.ts"
import { countSql, dueSql, pageSql } from "./listSql.ts"
import { prepareRunningSums } from "./RunningSums.ts"

/** From how deep a page on its place is looked up instead of walked to. */
const walkedMax = 200

const streamedRows = 250

interface Point {
  readonly createdAt: Instant
  readonly id: string
}

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
    const name = `${list.name} ${asked.status} ${asked.kind}`
    const scope = { partnerId: owner.partnerId, scope: scopeOf(list, owner), now }
    const { from } = asked
    const lapsing = lapsingOf(list, asked)
    const { changes } = list.items
    const whole = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
      changes === undefined
        ? rows
        : withRunningSums({ changes, kind: asked.kind, list, now, owner: scope, rows })
    return {
      owner: scope,
      after: (point: Point, slice: { readonly skip: number; readonly limit: number }): ReadonlyArray<Item> =>
        whole(
          prepared(`page of ${name}`, () => pageSql(list, asked))
            .safeIntegers()
            .all({ ...scope, from, ...point, ...slice }) as ReadonlyArray<Row>
        ).map(decode),
      recordedBetween: (first: Instant, end: Instant): bigint =>
        prepared(`count of ${name}`, () => countSql(list, asked))
          .pluck()
          .safeIntegers()
          .get({ ...scope, from: first, to: end }) as bigint,
      due: (): ReadonlyArray<Instant> =>
        lapsing === undefined
          ? []
          : (prepared(`due of ${name}`, () => dueSql(list, lapsing))
              .pluck()
              .all({ ...scope, from }) as ReadonlyArray<Instant>),
      dueChange: lapsing?.change ?? 0
    }
  }

  return ListReader.of({
    page: (list, owner, filter, { limit, page }, now) =>
      reads.readTogether(() => {
        const asked = askedOf(list, filter)
        if (!canBeListed(list, asked)) return { items: [], total: 0 }
        const view = viewOf(list, owner, asked, now)
        const { placeOf, total } = placesOf({ list: list.name, ...asked, ...view, now, due: view.due() })
        const offset = (page - 1) * limit
        if (offset >= total) return { items: [], total }
        const { before, skip } = offset <= walkedMax ? { before: asked.to, skip: offset } : placeOf(offset)
        const point = { createdAt: before, id: "" }
        return { items: view.after(point, { skip, limit: Math.min(limit, total - offset) }), total }
      }),

    // A few rows at a time, and others have their turn between them.
    stream: (list, owner, filter, now) => {
      const asked = askedOf(list, filter)
      if (!canBeListed(list, asked)) return Stream.empty
      const { after } = viewOf(list, owner, asked, now)
      const next = (point: Point) =>
        reads.readTogether(() => {
          const items = after(point, { skip: 0, limit: streamedRows })
          const last = items.length < streamedRows ? undefined : items.at(-1)
          return [
            items,
            Option.map(Option.fromUndefinedOr(last), (item): Point => list.orderOf(item))
          ] as const
        })
      return Stream.paginate({ createdAt: asked.to, id: "" }, (point: Point) =>
        Effect.andThen(Effect.yieldNow, next(point))
      )
    }
  })
}
