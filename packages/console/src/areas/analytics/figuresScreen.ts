import { type Html, html } from "@quittance/adapters-http/pages"
import { percentView } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import { amount, type Cell, count, percentage, text } from "../../look/Cell.ts"
import { chart } from "../../look/chart.ts"
import { type Column, chooser, empty, quiet, tableSection } from "../../look/parts.ts"
import { csvFile } from "../../screen/csvFile.ts"
import { dayFields, daysAsked } from "../../screen/days.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"

/** The figures of one period, bank or network. */
interface FiguresRow {
  readonly name: Cell
  /** How many were created; none where only completed ones are known. */
  readonly created: number | null
  readonly completed: number
  readonly volume: number
  readonly fees?: number
}

/** All of one currency: nothing here is a sum over several. */
interface Figures {
  readonly currency: string
  /** Of the whole range. */
  readonly summary: Omit<FiguresRow, "name">
  /** The first is the oldest. */
  readonly periods: ReadonlyArray<FiguresRow & { readonly label: string }>
  /** The same by banks or networks. */
  readonly groups: ReadonlyArray<FiguresRow>
}

/** The name of a period by its start in the zone: a day, the Monday of a week, or a month. */
export const periodName = (date: string, groupBy: string) => {
  const label = date.slice(0, groupBy === "month" ? "2026-11".length : "2026-11-27".length)
  return { label, name: text(label) }
}

/** What an operation of analytics is asked for. */
export interface FiguresAsked {
  readonly from?: number
  readonly to?: number
  readonly groupBy: string
  readonly timezone: string
}

interface FiguresDefinition extends Pick<Screen, "operation" | "path" | "tab" | "title"> {
  /** What completed ones are called, and groups. */
  readonly completed: string
  readonly group: string
  readonly groupTitle: string
  readonly read: (seen: Seen, asked: FiguresAsked) => Effect.Effect<Figures, ScreenFailure>
  /** Above the figures: what there is of other currencies. */
  readonly above?: (seen: Seen, asked: FiguresAsked) => Effect.Effect<Html | null, ScreenFailure>
  /** More fields of the form, which show what the figures are of. */
  readonly fields?: (figures: Figures) => Html
}

const asked = (seen: Seen): Effect.Effect<FiguresAsked, ScreenFailure> =>
  Effect.map(daysAsked(seen), (days) => ({
    ...days,
    groupBy: seen.query.get("groupBy") || "day",
    timezone: seen.zone
  }))

const conversion = ({ completed, created }: FiguresRow): number | null =>
  created === null ? null : percentView(BigInt(completed), BigInt(created))

const columnsOf = (
  said: Words["analytics"],
  name: string,
  completed: string,
  { currency, summary }: Figures,
  rows: ReadonlyArray<FiguresRow>
): ReadonlyArray<Column<FiguresRow>> => {
  const isCreated = rows.some(({ created }) => created !== null)
  const columns: ReadonlyArray<Column<FiguresRow> | false> = [
    { title: name, cell: (row) => row.name },
    isCreated && { title: said.created, cell: (row) => count(row.created) },
    { title: completed, cell: (row) => count(row.completed) },
    isCreated && { title: said.conversion, cell: (row) => percentage(conversion(row)) },
    { title: said.volume, cell: (row) => amount(row.volume, currency) },
    summary.fees !== undefined && { title: said.fees, cell: (row) => amount(row.fees, currency) },
    { title: said.currency, cell: () => text(currency) }
  ]
  return columns.filter((each) => each !== false)
}

const form = (fields: Html | null, { groupBy, groupings, show }: Words["analytics"], seen: Seen): Html => {
  const groups = chooser("groupBy", groupBy, Object.entries(groupings), seen.query.get("groupBy") ?? "day")
  return html`<form class="filter" method="get" action="${seen.path}">${fields}${groups}${dayFields(seen)}<button class="second">${show}</button></form>`
}

const charts = (
  said: Words["analytics"],
  completed: string,
  { currency, periods, summary }: Figures
): Html => {
  const labels = periods.map(({ label }) => label)
  const [largest] = periods.toSorted((one, other) => other.volume - one.volume)
  const told = (value: number) => `${value.toLocaleString("en", { maximumFractionDigits: 6 })} ${currency}`
  const counted = (value: number) => value.toLocaleString("en")
  const volume = chart({
    ...{ title: said.volume, labels, told },
    description: said.volumeDescription(told(largest?.volume ?? 0), largest?.label ?? ""),
    series: [{ name: said.volume, values: periods.map((each) => each.volume) }]
  })
  const counts = chart({
    ...{ title: `${said.created}, ${completed.toLowerCase()}`, labels, told: counted },
    description: said.countsDescription(counted(summary.created ?? 0), counted(summary.completed)),
    series: [
      { name: completed, values: periods.map((each) => each.completed) },
      { name: said.created, values: periods.map(({ created }) => created ?? 0) }
    ]
  })
  return html`<div class="beside">${volume}${counts}</div>`
}

/** Figures by period with their charts, and by bank or network; the periods are the file. */
export const figuresScreen = (said: Words["analytics"], definition: FiguresDefinition): Screen => {
  const { above, completed, fields, group, groupTitle, read, ...screen } = definition
  return pageScreen({
    ...screen,
    show: Effect.fnUntraced(function* (seen) {
      const request = yield* asked(seen)
      const others = above === undefined ? null : yield* above(seen, request)
      const figures = yield* read(seen, request)
      const { groups, periods, summary } = figures
      const tableOf = (caption: string, name: string, items: ReadonlyArray<FiguresRow>) =>
        tableSection(seen, { caption, columns: columnsOf(said, name, completed, figures, items), items })
      const busy = periods.filter(({ created }) => created !== 0)
      const range = `${periods[0]?.label ?? ""} – ${periods.at(-1)?.label ?? ""}`
      const body =
        summary.created === 0
          ? empty(said.none)
          : html`${tableOf(said.whole, said.range, [{ ...summary, name: text(range) }])}${charts(said, completed, figures)}${tableOf(
              groupTitle,
              group,
              groups
            )}${tableOf(said.byPeriod, said.period, busy.toReversed())}${quiet(said.emptyLeftOut)}<p class="pager"><a href="${seen.path}.csv?${seen.query.toString()}" download>${seen.words.frame.exportCsv}</a> <span class="quiet">${said.zone}: ${seen.zone}</span></p>`
      return { body: html`${form(fields?.(figures) ?? null, said, seen)}${others}${body}` }
    }),
    csv: Effect.fnUntraced(function* (seen) {
      const figures = yield* read(seen, yield* asked(seen))
      const columns = columnsOf(said, said.period, completed, figures, figures.periods)
      return csvFile(columns, Stream.fromIterable<FiguresRow>(figures.periods), seen)
    })
  })
}
