import type { Html } from "@quittance/adapters-http/pages"
import { type TermsRow, type TermsView, termsRows } from "@quittance/core/adapter"
import { text } from "../../look/Cell.ts"
import { table } from "../../look/parts.ts"
import type { Seen } from "../../screen/Seen.ts"

const same = (one: TermsRow | undefined, other: TermsRow | undefined): boolean =>
  one?.said === other?.said && one?.isOwn === other?.isOwn

/** The terms of a partner; with others after them, those that differ, beside each other. */
export const termsTable = ([now, next]: readonly [TermsView, TermsView?], seen: Seen): Html => {
  const { operator } = seen.words
  const before = termsRows(now)
  const after = next === undefined ? [] : termsRows(next)
  const whose = ({ isOwn }: TermsRow) =>
    isOwn === null ? "" : ` (${(isOwn ? operator.own : operator.standard).toLowerCase()})`
  const said = (row: TermsRow | undefined) => text(row && `${row.said}${whose(row)}`)
  const items = before.map((row, index) => ({ row, later: after[index] }))
  return table(seen, {
    caption: operator.terms,
    columns: [
      { title: operator.term, cell: ({ row }) => text(row.term) },
      { title: operator.before, cell: ({ row }) => said(row) },
      ...(next === undefined
        ? []
        : [{ title: operator.after, cell: ({ later }: (typeof items)[number]) => said(later) }])
    ],
    items: next === undefined ? items : items.filter(({ later, row }) => !same(row, later))
  })
}
