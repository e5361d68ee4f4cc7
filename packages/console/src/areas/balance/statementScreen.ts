import { type Html, html } from "@quittance/adapters-http/pages"
import { InvalidInput } from "@quittance/core"
import { type StatementRowView, zonedInstant } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import { amount, count, id, instant, text, word } from "../../look/Cell.ts"
import { actLink, type Column, facts, notice, quiet, tableSection } from "../../look/parts.ts"
import { csvFile } from "../../screen/csvFile.ts"
import { dayFields, daysAsked } from "../../screen/days.ts"
import { pageScreen, screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { subjectPath } from "./entriesScreen.ts"

/** More entries are no page that somebody prints, but a file. */
const entriesMax = 500

/** What pages and files tell of a row, and pages of a sum. */
const columnsOf = (said: Words["balance"]) => {
  const kind: Column<StatementRowView> = {
    title: said.kind,
    cell: ({ kind, row }) => (row === "opening" || row === "closing" ? text(said[row]) : word(kind))
  }
  const counted: Column<StatementRowView> = { title: said.count, cell: (row) => count(row.count) }
  const change: Column<StatementRowView> = {
    title: said.amount,
    cell: (row) => amount(row.amount, row.currency)
  }
  const currency: Column<StatementRowView> = { title: said.currency, cell: (row) => text(row.currency) }
  const rows: ReadonlyArray<Column<StatementRowView>> = [
    { title: said.at, cell: ({ at }) => instant(at) },
    { title: said.row, cell: ({ row }) => text(row), isOnlyInCsv: true },
    kind,
    { title: said.subject, cell: ({ subjectId }) => id(subjectId) },
    { title: said.entry, cell: (row) => text(row.id), isOnlyInCsv: true },
    { ...counted, isOnlyInCsv: true },
    change,
    { title: said.after, cell: (row) => amount(row.availableAfter, row.currency) },
    currency
  ]
  return { rows, sums: [kind, counted, change, currency] }
}

/** The rows of the period that was asked for. */
const rowsAsked = Effect.fnUntraced(function* (seen: Seen) {
  const { from, ...end } = yield* daysAsked(seen)
  if (from === undefined) return yield* InvalidInput.of("from", "required", "is required")
  return yield* seen.operations.balances.statement(seen.partner.id, { from, ...end })
})

const monthOf = (day: string): string => day.slice(0, "2026-11".length)

/** The days of a month in a query. */
const monthQuery = (month: string): string => {
  const last = new Date(Date.parse(`${month}-01`))
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return `?from=${month}-01&to=${last.toISOString().slice(0, "2026-11-30".length)}`
}

const form = (said: Words["balance"], seen: Seen): Html => {
  const month = monthOf(zonedInstant(seen.now, seen.zone))
  const before = monthOf(new Date(Date.parse(`${month}-01`) - 1).toISOString())
  const link = (to: string, title: string) => actLink(`${seen.path}${monthQuery(to)}`, title)
  return html`<form class="filter" method="get" action="${seen.path}">${dayFields(seen)}<button class="first">${said.ask}</button>${link(month, said.thisMonth)}${link(before, said.lastMonth)}</form>`
}

const statement = (said: Words["balance"], seen: Seen, all: ReadonlyArray<StatementRowView>): Html => {
  const { rows, sums } = columnsOf(said)
  const isSum = ({ row }: StatementRowView) => row === "total"
  const [start, end] = [all[0], all.at(-1)].map((row) => instant(row?.at).shown(seen))
  const about = facts(seen, [
    [said.partner, text(seen.partner.name)],
    [said.period, html`${start ?? null} – ${end ?? null}`],
    [said.zone, text(seen.zone)],
    [said.made, instant(seen.now)]
  ])
  const lines = tableSection(seen, {
    ...{ caption: said.lines, columns: rows, items: all.filter((row) => !isSum(row)) },
    link: ({ kind, subjectId }) => subjectPath(seen.base, kind, subjectId)
  })
  return html`${about}${lines}${tableSection(seen, { caption: said.sums, columns: sums, items: all.filter(isSum) })}`
}

/** The statement of a period: a page to print, and a file of any length. */
export const statementScreen = screensOf("balance", (said, { frame }) => [
  pageScreen({
    ...{ path: "/balance/statement", operation: "balances.statement", ...said.pages.statement },
    show: Effect.fnUntraced(function* (seen) {
      const asks = form(said, seen)
      if (!seen.query.get("from")) return { body: html`${asks}${quiet(said.hint)}` }
      const rows = [...(yield* Stream.runCollect(Stream.take(yield* rowsAsked(seen), entriesMax + 1)))]
      const file = html`<p class="pager"><a href="${seen.path}.csv?${seen.query.toString()}" download>${frame.exportCsv}</a> <span class="quiet">${said.printHint}</span></p>`
      const isWhole = rows.at(-1)?.row === "closing"
      const told = isWhole ? statement(said, seen, rows) : notice(said.tooLong(String(entriesMax)))
      return { body: html`${asks}${file}${told}` }
    }),
    csv: (seen) => Effect.map(rowsAsked(seen), (rows) => csvFile(columnsOf(said).rows, rows, seen))
  })
])
