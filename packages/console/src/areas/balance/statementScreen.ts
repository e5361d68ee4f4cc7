import { type Html, html } from "@quittance/adapters-http/pages"
import { InvalidInput } from "@quittance/core"
import { type StatementRowView, zonedInstant } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import { amount, count, id, instant, text, word } from "../../look/Cell.ts"
import { actLink, type Column, facts, notice, section, table } from "../../look/parts.ts"
import { csvFile } from "../../screen/csvFile.ts"
import { dayFields, daysAsked } from "../../screen/days.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import { subjectPath } from "./subjectPath.ts"

type Said = Words["balance"]

/** More entries are no page that somebody prints, but a file. */
const entriesMax = 500

const said = ({ kind, row }: StatementRowView, words: Said) =>
  row === "opening" ? text(words.opening) : row === "closing" ? text(words.closing) : word(kind)

const columnsOf = (words: Said): ReadonlyArray<Column<StatementRowView>> => [
  { title: words.at, cell: ({ at }) => instant(at) },
  { title: words.row, cell: ({ row }) => text(row), isOnlyInCsv: true },
  { title: words.kind, cell: (row) => said(row, words) },
  { title: words.subject, cell: ({ subjectId }) => id(subjectId) },
  { title: words.entry, cell: (row) => text(row.id), isOnlyInCsv: true },
  { title: words.count, cell: (row) => count(row.count), isOnlyInCsv: true },
  { title: words.amount, cell: (row) => amount(row.amount, row.currency) },
  { title: words.after, cell: (row) => amount(row.availableAfter, row.currency) },
  { title: words.currency, cell: ({ currency }) => text(currency) }
]

/** The rows of the period that was asked for. */
const rowsAsked = Effect.fnUntraced(function* (seen: Seen) {
  const { from, ...end } = yield* daysAsked(seen)
  if (from === undefined) return yield* InvalidInput.of("from", "required", "is required")
  return yield* seen.operations.balances.statement(seen.partner.id, { from, ...end })
})

const monthOf = (day: string): string => day.slice(0, "2026-11".length)

/** The days of a month in a query; the month of the day, or the one before. */
const monthQuery = (month: string): string => {
  const last = new Date(Date.parse(`${month}-01`))
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return `?from=${month}-01&to=${last.toISOString().slice(0, "2026-11-30".length)}`
}

const form = (words: Said, seen: Seen): Html => {
  const month = monthOf(zonedInstant(seen.now, seen.zone))
  const before = monthOf(new Date(Date.parse(`${month}-01`) - 1).toISOString())
  const link = (to: string, title: string) => actLink(`${seen.path}${monthQuery(to)}`, title)
  return html`<form class="filter" method="get" action="${seen.path}">${dayFields(seen)}<button class="first">${words.ask}</button>${link(month, words.thisMonth)}${link(before, words.lastMonth)}</form>`
}

const statement = (words: Said, seen: Seen, rows: ReadonlyArray<StatementRowView>): Html => {
  const totals = rows.filter(({ row }) => row === "total")
  const columns = columnsOf(words)
  const ends = [rows[0], rows.at(-1)].map((row) => instant(row?.at).shown(seen))
  const lines = {
    ...{ caption: words.lines, columns, items: rows.filter(({ row }) => row !== "total") },
    link: ({ kind, subjectId }: StatementRowView) => subjectPath(seen.base, kind, subjectId)
  }
  const sums = {
    caption: words.sums,
    items: totals,
    columns: [
      { title: words.kind, cell: ({ kind }: StatementRowView) => word(kind) },
      { title: words.count, cell: (row: StatementRowView) => count(row.count) },
      { title: words.amount, cell: (row: StatementRowView) => amount(row.amount, row.currency) },
      { title: words.currency, cell: ({ currency }: StatementRowView) => text(currency) }
    ]
  }
  return html`${facts(
    [
      [words.partner, text(seen.partner.name)],
      [words.period, html`${ends[0] ?? null} – ${ends[1] ?? null}`],
      [words.zone, text(seen.zone)],
      [words.made, instant(seen.now)]
    ],
    seen
  )}${section(words.lines, table(lines, seen))}${totals.length === 0 ? null : section(words.sums, table(sums, seen))}`
}

/** The statement of a period: a page to print, and a file of any length. */
export const statementScreen = (words: Said): Screen =>
  pageScreen({
    ...{ scope: "partner", path: "/balance/statement", operation: "balances.statement" },
    ...{ title: words.statement, tab: words.statement },
    show: Effect.fnUntraced(function* (seen: Seen) {
      const asks = form(words, seen)
      if (!seen.query.get("from")) return { body: html`${asks}<p class="quiet">${words.hint}</p>` }
      const rows = [...(yield* Stream.runCollect(Stream.take(yield* rowsAsked(seen), entriesMax + 1)))]
      const file = html`<p class="pager"><a href="${seen.path}.csv?${seen.query.toString()}" download>${seen.words.frame.exportCsv}</a> <span class="quiet">${words.printHint}</span></p>`
      return rows.at(-1)?.row === "closing"
        ? { body: html`${asks}${file}${statement(words, seen, rows)}` }
        : { body: html`${asks}${file}${notice(words.tooLong(String(entriesMax)))}` }
    }),
    csv: (seen) => Effect.map(rowsAsked(seen), (rows) => csvFile(columnsOf(words), rows, seen))
  })
