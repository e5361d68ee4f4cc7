import {
  type AskedOfList,
  endOfTime,
  everyStatus,
  type Instant,
  type List,
  type ListFilter,
  type ListOwner,
  type ListPosition,
  type ListReader,
  lapsingOf,
  listGrains,
  makeListReader,
  rangePieces,
  scopeOf
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Connections, Row } from "../connect/Connections.ts"
import { type NamedStatement, named, valuesOf } from "../connect/namedParameters.ts"
import { type Asked, pageSql, sliceSql } from "./listSql.ts"

/** The depth from which the place of a page is looked up instead of walked to. */
const walkedMax = 200

/** Every list. A page is one statement, and costs the same wherever it is in the list and however long the list is. */
export const postgresListReader = (connections: Connections): ListReader["Service"] => {
  const statements = new Map<string, NamedStatement>()
  const statement = (name: string, text: () => string): NamedStatement => {
    const known = statements.get(name)
    if (known !== undefined) return known
    const made = named(name, text())
    statements.set(name, made)
    return made
  }

  const viewOf = <Item, Owner extends ListOwner, Filter extends ListFilter>(
    list: List<Item, Owner, Filter>,
    owner: Owner,
    filter: AskedOfList,
    now: Instant
  ) => {
    const decode = (row: Row): Item =>
      list.items.ofRow(row, typeof row.personal === "string" ? row.personal : undefined)
    const { from, kind, status, to } = filter
    const asked: Asked = { list, narrowed: filter }
    const values = {
      partnerId: owner.partnerId,
      scope: scopeOf(list, owner),
      list: list.name,
      counted: status ?? everyStatus,
      ...{ status, kind, from, to, now }
    }
    // What lapses is told by its status, and changes of one kind are found in their own way.
    const lapse = lapsingOf(list, filter) === undefined ? "" : status
    const ofKind = kind === undefined ? "" : list.items.changes === undefined ? " kind" : ` ${kind}`
    const name = `${list.name}${status === undefined ? "" : " status"}${ofKind} ${lapse}`
    const read = (found: NamedStatement, more: { readonly [name: string]: unknown }) =>
      connections.read(found.statement, valuesOf(found, { ...values, ...more }))
    return {
      page: (offset: number, limit: number) => {
        const total = rangePieces(from, to, listGrains, now)
        const way = offset <= walkedMax ? "walked" : "placed"
        const newer = way === "walked" || to === endOfTime ? [] : rangePieces(to, endOfTime, listGrains, now)
        const pieces = [
          ...total.map((piece) => ({ ...piece, inTotal: piece.sign, inNewer: 0n })),
          ...newer.map((piece) => ({ ...piece, inTotal: 0n, inNewer: piece.sign }))
        ]
        const rows = pieces.filter(({ source }) => source === "rows")
        const kept = pieces.filter(({ source }) => source !== "rows")
        const form = { way, cuts: rows.length === 0 ? "none" : "hours" } as const
        const page = statement(`page of ${name} ${form.way} ${form.cuts}`, () => pageSql(asked, form))
        return Effect.map(
          read(page, {
            offset,
            limit,
            sources: kept.map(({ source }) => source),
            firsts: kept.map((piece) => piece.from),
            untils: kept.map((piece) => piece.to),
            totals: kept.map(({ inTotal }) => inTotal),
            newers: kept.map(({ inNewer }) => inNewer),
            rowFirsts: rows.map((piece) => piece.from),
            rowUntils: rows.map((piece) => piece.to),
            rowTotals: rows.map(({ inTotal }) => inTotal),
            rowNewers: rows.map(({ inNewer }) => inNewer)
          }),
          (found) => ({
            items: found.filter(isItem).map(decode),
            total: Number(found[0]?.listed_total)
          })
        )
      },
      after: (position: ListPosition, limit: number) =>
        Effect.map(
          read(
            statement(`slice of ${name}`, () => sliceSql(asked)),
            { ...position, limit }
          ),
          (rows) => rows.map(decode)
        )
    }
  }

  return makeListReader({
    page: ({ asked, list, now, owner }, { limit, page }) => {
      const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
      return Effect.suspend(() => viewOf(list, owner, asked, now).page(offset, limit))
    },

    after: ({ asked, list, now, owner }, position, limit) =>
      Effect.suspend(() => viewOf(list, owner, asked, now).after(position, limit))
  })
}

/** Without items, a page has one row with the total only. */
const isItem = (row: Row): boolean => row.id !== null
