import { type Html, html } from "@quittance/adapters-http/pages"
import type { Cell } from "./Cell.ts"
import { instantText, type ShownInstant } from "./instant.ts"
import type { Look } from "./Look.ts"

/** The pieces that screens are made of. */

export type Fact = readonly [term: string, value: Cell | Html]

const isCell = (value: Cell | Html): value is Cell => "csv" in value

/** Those of which there is something to tell. */
export const known = (look: Look, all: ReadonlyArray<Fact>): ReadonlyArray<Fact> =>
  all.filter(([, value]) => !isCell(value) || value.csv(look) !== null)

export const facts = (look: Look, all: ReadonlyArray<Fact>): Html =>
  html`<dl class="facts">${all.map(
    ([term, value]) => html`<div><dt>${term}</dt><dd>${isCell(value) ? value.shown(look) : value}</dd></div>`
  )}</dl>`

/** What can be chosen, each with how it is called, and what is. */
export const options = (
  all: ReadonlyArray<readonly [value: string, label: string]>,
  chosen: string | null
): ReadonlyArray<Html> =>
  all.map(
    ([value, label]) =>
      html`<option value="${value}"${value === chosen ? html` selected` : null}>${label}</option>`
  )

/** What a list or figures are narrowed by: one of these. */
export const chooser = (
  name: string,
  label: string,
  all: ReadonlyArray<readonly [value: string, label: string]>,
  chosen: string | null
): Html => html`<label>${label} <select name="${name}">${options(all, chosen)}</select></label>`

/** Something that has to be read: `tone` says how much. */
export const notice = (said: string | Html, tone: "good" | "warn" | "bad" = "warn"): Html =>
  html`<p class="notice ${tone}"${tone === "bad" ? html` role="alert"` : html` role="status"`}>${said}</p>`

/** Said in passing. */
export const quiet = (said: string): Html => html`<p class="quiet">${said}</p>`

/** A link that looks like what it is: the way to an act. */
export const actLink = (to: string, verb: string, kind: "first" | "second" = "second"): Html =>
  html`<a class="button ${kind}" href="${to}">${verb}</a>`

/** The acts that somebody has here, those that are not `null`. Nothing where there are none. */
export const actLinks = (all: ReadonlyArray<Html | null>): Html | null => {
  const mine = all.filter((each) => each !== null)
  return mine.length === 0 ? null : html`<p class="acts">${mine}</p>`
}

export const section = (title: string, content: Html): Html =>
  html`<section><h2>${title}</h2>${content}</section>`

/** A page of two columns: what it is, and what became of it. */
export const beside = (left: Html, right: Html): Html =>
  html`<div class="beside"><div>${left}</div><div>${right}</div></div>`

/** What happened once. */
export interface TimelineEntry {
  readonly at: ShownInstant
  /** What it was, in a few words. */
  readonly title: string | Html
  /** By whom, in words. */
  readonly actor?: string | null
  /** Why, and with what. */
  readonly details?: ReadonlyArray<Fact>
}

/** The oldest first. */
export const timeline = (look: Look, entries: ReadonlyArray<TimelineEntry>): Html =>
  html`<ol class="timeline">${entries.map(
    ({ actor, at, details = [], title }) =>
      html`<li><p><strong>${title}</strong>${actor == null ? null : html` <span class="quiet">· ${actor}</span>`}</p><p class="quiet">${instantText(at, look)}</p>${details.length === 0 ? null : facts(look, details)}</li>`
  )}</ol>`

export interface Column<Item> {
  readonly title: string
  readonly cell: (item: Item) => Cell
  /** Only in CSV files. */
  readonly isOnlyInCsv?: true
}

/** One item of a list: its columns as facts, those of files too, and ids whole. */
export const itemFacts = <Item>(columns: ReadonlyArray<Column<Item>>, item: Item): ReadonlyArray<Fact> =>
  columns.map(({ cell, title }) => {
    const told = cell(item)
    return [title, { ...told, shown: told.whole ?? told.shown }]
  })

/** The same as a page has them: those of which there is something to tell. */
export const factsOf = <Item>(look: Look, columns: ReadonlyArray<Column<Item>>, item: Item): Html =>
  facts(look, known(look, itemFacts(columns, item)))

export interface Table<Item> {
  /** What it lists, for who cannot see what is above it. */
  readonly caption: string
  readonly columns: ReadonlyArray<Column<Item>>
  readonly items: ReadonlyArray<Item>
  /** Its cells are short: it needs no more room than one with fewer columns. */
  readonly isNarrow?: true
  /** Where the first cell of a row leads. */
  readonly link?: (item: Item) => string | null
  /** Something at the end of each row, such as a form. */
  readonly more?: ((item: Item) => Html | null) | undefined
  /** What is there instead of a table without rows. */
  readonly none?: Html
}

/** With so many columns a table needs more room. */
const manyColumns = 6

/** A table; where there is no room for its columns each row is a block with labels. */
export const table = <Item>(look: Look, given: Table<Item>): Html => {
  if (given.items.length === 0 && given.none !== undefined) return given.none
  const columns = given.columns.filter(({ isOnlyInCsv }) => isOnlyInCsv !== true)
  // A column of figures is one where some cells are empty, too.
  const kinds = columns.map(({ cell }) =>
    given.items.some((item) => cell(item).isFigure === true) ? html` class="end"` : null
  )
  const row = (item: Item): Html => {
    const cells = columns.map(({ cell, title }, index) => {
      const { shown } = cell(item)
      const kind = kinds[index] ?? null
      if (index > 0) return html`<td data-title="${title}"${kind}>${shown(look)}</td>`
      const to = given.link?.(item) ?? null
      return html`<th scope="row" data-title="${title}"${kind}>${to === null ? shown(look) : html`<a href="${to}">${shown(look)}</a>`}</th>`
    })
    return html`<tr>${cells}${given.more === undefined ? null : html`<td>${given.more(item)}</td>`}</tr>`
  }
  const head = columns.map(({ title }, index) => html`<th scope="col"${kinds[index] ?? null}>${title}</th>`)
  const count = columns.length + (given.more === undefined ? 0 : 1)
  const isWide = count >= manyColumns && given.isNarrow !== true
  return html`<div class="wide${isWide ? " many" : ""}" tabindex="0" role="region" aria-label="${given.caption}"><table>
<caption class="visually-hidden">${given.caption}</caption>
<thead><tr>${head}${given.more === undefined ? null : html`<td></td>`}</tr></thead>
<tbody>${given.items.map(row)}</tbody>
</table></div>`
}

/**
 * A table with a heading, and what is to be said above it. Without rows, and without what else is said then, nothing.
 */
export const tableSection = <Item>(
  look: Look,
  { above = null, ...given }: Table<Item> & { readonly above?: Html | null }
): Html | null =>
  given.items.length === 0 && given.none === undefined
    ? null
    : section(given.caption, html`${above}${table(look, given)}`)

/** Where nothing is: what would be here, and the way to it. */
export const empty = (said: string, act?: Html): Html =>
  html`<div class="empty"><p>${said}</p>${act ?? null}</div>`
