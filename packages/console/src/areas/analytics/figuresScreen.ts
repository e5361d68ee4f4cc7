import { type Html, html } from "@quittance/adapters-http/pages"
import { type OperationName, percentView } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import { amount, count, percentage, text } from "../../look/Cell.ts"
import { chart } from "../../look/chart.ts"
import { type Column, empty, section, table } from "../../look/parts.ts"
import { csvFile } from "../../screen/csvFile.ts"
import { dayFields, daysAsked } from "../../screen/days.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"
import type { Figures, FiguresRow } from "./Figures.ts"

type Said = Words["analytics"]

export const groupingsOffered = ["day", "week", "month"] as const

/** What an operation of analytics is asked for. */
export interface FiguresAsked {
  readonly from?: number
  readonly to?: number
  readonly groupBy: string
  readonly timezone: string
}

interface FiguresDefinition {
  readonly path: string
  readonly operation: OperationName
  readonly title: string
  readonly tab: string
  /** What completed ones are called, and groups. */
  readonly completed: string
  readonly group: string
  readonly groupTitle: string
  readonly read: (seen: Seen, asked: FiguresAsked) => Effect.Effect<Figures, ScreenFailure>
  /** Above the figures: what there is of other currencies. */
  readonly above?: (seen: Seen, asked: FiguresAsked) => Effect.Effect<Html, ScreenFailure>
  /** More fields of the form, which show what the figures are of. */
  readonly fields?: (figures: Figures) => Html
}

const asked = (seen: Seen): Effect.Effect<FiguresAsked, ScreenFailure> =>
  Effect.map(daysAsked(seen), (days) => ({
    ...days,
    groupBy: seen.query.get("groupBy") || "day",
    timezone: seen.zone
  }))

/** From the first period to the last one. */
const rangeOf = ({ periods }: Figures): string =>
  `${periods[0]?.label ?? ""} – ${periods.at(-1)?.label ?? ""}`

const conversion = ({ completed, created }: FiguresRow): number | null =>
  created === null ? null : percentView(BigInt(completed), BigInt(created))

const columnsOf = (
  words: Said,
  name: string,
  completed: string,
  { currency, summary }: Figures,
  rows: ReadonlyArray<FiguresRow>
): ReadonlyArray<Column<FiguresRow>> => [
  { title: name, cell: (row) => row.name },
  ...(rows.some(({ created }) => created !== null)
    ? [{ title: words.created, cell: (row: FiguresRow) => count(row.created) }]
    : []),
  { title: completed, cell: (row) => count(row.completed) },
  ...(rows.some(({ created }) => created !== null)
    ? [{ title: words.conversion, cell: (row: FiguresRow) => percentage(conversion(row)) }]
    : []),
  { title: words.volume, cell: (row) => amount(row.volume, currency) },
  ...(summary.fees === undefined
    ? []
    : [{ title: words.fees, cell: (row: FiguresRow) => amount(row.fees, currency) }]),
  { title: words.currency, cell: () => text(currency) }
]

const form = ({ fields }: FiguresDefinition, words: Said, figures: Figures, seen: Seen): Html => {
  const chosen = seen.query.get("groupBy") ?? "day"
  const options = groupingsOffered.map(
    (each) =>
      html`<option value="${each}"${each === chosen ? html` selected` : null}>${words.groupings[each]}</option>`
  )
  return html`<form class="filter" method="get" action="${seen.path}">${fields?.(figures) ?? null}<label>${words.groupBy} <select name="groupBy">${options}</select></label>${dayFields(seen)}<button class="second">${words.show}</button></form>`
}

const charts = (words: Said, completed: string, { currency, periods, summary }: Figures): Html => {
  const labels = periods.map(({ label }) => label)
  const largest = periods.reduce((most, each) => (each.volume > most.volume ? each : most), {
    label: labels[0] ?? "",
    volume: 0
  })
  const told = (value: number) => `${value.toLocaleString("en", { maximumFractionDigits: 6 })} ${currency}`
  const counted = (value: number) => value.toLocaleString("en")
  const volume = chart({
    ...{ title: words.volume, labels, told },
    description: words.volumeDescription(told(largest.volume), largest.label),
    series: [{ name: words.volume, values: periods.map((each) => each.volume) }]
  })
  const counts = chart({
    ...{ title: `${words.created}, ${completed.toLowerCase()}`, labels, told: counted },
    description: words.countsDescription(counted(summary.created ?? 0), counted(summary.completed)),
    series: [
      { name: completed, values: periods.map((each) => each.completed) },
      { name: words.created, values: periods.map(({ created }) => created ?? 0) }
    ]
  })
  return html`<div class="beside">${volume}${counts}</div>`
}

/** Figures by period with their charts, and by bank or network; the periods are the file. */
export const figuresScreen = (words: Said, definition: FiguresDefinition): Screen => {
  const { completed, group, groupTitle, operation, path, read, tab, title } = definition
  return pageScreen({
    ...{ scope: "partner", path, operation, title, tab },
    show: Effect.fnUntraced(function* (seen: Seen) {
      const request = yield* asked(seen)
      const above = definition.above === undefined ? null : yield* definition.above(seen, request)
      const figures = yield* read(seen, request)
      const { groups, periods, summary } = figures
      const tableOf = (caption: string, name: string, rows: ReadonlyArray<FiguresRow>) =>
        section(
          caption,
          table({ caption, columns: columnsOf(words, name, completed, figures, rows), items: rows }, seen)
        )
      const isEmpty = summary.created === 0
      const busy = periods.filter(({ created }) => created !== 0)
      const file = html`<p class="pager"><a href="${seen.path}.csv?${seen.query.toString()}" download>${seen.words.frame.exportCsv}</a> <span class="quiet">${words.zone}: ${seen.zone}</span></p>`
      const body = isEmpty
        ? empty(words.none)
        : html`${tableOf(words.whole, words.range, [{ ...summary, name: text(rangeOf(figures)) }])}${charts(words, completed, figures)}${
            groups.length === 0 ? null : tableOf(groupTitle, group, groups)
          }${tableOf(words.byPeriod, words.period, busy.toReversed())}<p class="quiet">${words.emptyLeftOut}</p>${file}`
      return { body: html`${form(definition, words, figures, seen)}${above}${body}` }
    }),
    csv: (seen) =>
      Effect.gen(function* () {
        const figures = yield* Effect.flatMap(asked(seen), (request) => read(seen, request))
        const columns = columnsOf(words, words.period, completed, figures, figures.periods)
        return csvFile(columns, Stream.fromIterable<FiguresRow>(figures.periods), seen)
      })
  })
}
