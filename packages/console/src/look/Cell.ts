import { amountText, type Html, html } from "@quittance/adapters-http/pages"
import { type CsvCell, scaleOf, type WrittenNumber } from "@quittance/core/adapter"
import { instantText, instantValue, type ShownInstant } from "./instant.ts"
import type { Look } from "./Look.ts"
import { statusBadge, statusWord } from "./status.ts"

/** One thing that is told: on a page, and in a CSV file. */
export interface Cell {
  readonly shown: (look: Look) => Html
  readonly csv: (look: Look) => CsvCell
  /** On its own page, if a list shortens it. */
  readonly whole?: (look: Look) => Html
  /** Figures stand at the end of their column. */
  readonly isFigure?: true
}

const nothing: Cell = { shown: () => html`<span class="quiet">–</span>`, csv: () => null }

type Given<Value> = Value | null | undefined

const given =
  <Value>(cell: (value: Value) => Cell) =>
  (value: Given<Value>): Cell =>
    value === null || value === undefined || value === "" ? nothing : cell(value)

/** Somebody's words: their writing direction is their own. */
export const text = given((value: string) => ({
  shown: () => html`<bdi>${value}</bdi>`,
  csv: () => value
}))

/** Long words of somebody, on one line in a list. */
export const longText = given((value: string) => ({
  shown: () => html`<bdi class="long" title="${value}">${value}</bdi>`,
  csv: () => value
}))

const minus = "\u2212"

/** Of coins that have a scale of their own, all decimals that they have are told. */
const scaleNamed = (currency: string): number =>
  Object.entries(scaleOf).find(([name]) => name === currency)?.[1] ?? 0

/** An exact decimal as a view has it, or as somebody typed it, with all decimals of its currency. */
export const withDecimals = (value: string, currency: string): string => {
  const scale = scaleNamed(currency)
  const [whole = "", fraction = ""] = value.split(".")
  return scale === 0 && fraction === "" ? whole : `${whole}.${fraction.padEnd(scale, "0")}`
}

/**
 * An exact decimal as a view has it, with all decimals of its currency; whoever selects it copies the plain figure. The
 * currency stands in a column of its own.
 */
export const amount = (value: Given<string | number | WrittenNumber>, currency = ""): Cell => {
  if (value === null || value === undefined || value === "") return nothing
  const plain = withDecimals(String(value), currency)
  return {
    shown: () => {
      const isLess = plain.startsWith("-")
      const figure = `${isLess ? minus : ""}${amountText(isLess ? plain.slice(1) : plain, "en")}`
      return html`<span class="figure" data-plain="${plain}">${figure}</span>`
    },
    csv: () => plain,
    isFigure: true
  }
}

/** The same with its currency, where it stands alone. */
export const amountIn = (value: Given<string | number>, currency: string): Cell => {
  const figure = amount(value, currency)
  return figure === nothing
    ? nothing
    : {
        shown: (look) => html`${figure.shown(look)} ${currency}`,
        csv: (look) => `${figure.csv(look)} ${currency}`
      }
}

export const count = given(
  (value: number): Cell => ({
    shown: () =>
      html`<span class="figure" data-plain="${String(value)}">${value.toLocaleString("en")}</span>`,
    csv: () => value,
    isFigure: true
  })
)

/** A percentage, with the two decimals that views have. */
export const percentage = given(
  (value: number): Cell => ({
    shown: () => html`<span class="figure">${value.toFixed(2)} %</span>`,
    csv: () => value,
    isFigure: true
  })
)

/** A word of the interface, such as a kind, as a person would say it. */
export const word = given((value: string) => ({
  shown: (look: Look) => html`${statusWord(value, look)}`,
  csv: () => value
}))

export const status = given((value: string) => ({
  shown: (look: Look) => statusBadge(value, look),
  csv: () => value
}))

/** A day of a calendar, as banks book. */
export const day = given((value: string) => ({
  shown: () => html`<time class="figure" datetime="${value}">${value}</time>`,
  csv: () => value
}))

export const instant = given((at: ShownInstant) => ({
  shown: (look: Look) => instantText(at, look),
  csv: ({ zone }: Look) => instantValue(at, zone)
}))

const whole = (value: string): Html => html`<code class="address">${value}</code>`

/** Letters of an id that are seen at its start and its end. */
const seenAtEnds = { start: 9, end: 6 }

/** Short to look at, and whole for who copies it or hears it. */
export const id = given((value: string) => ({
  shown: () => {
    const { end, start } = seenAtEnds
    if (value.length <= start + end + 2) return html`<code class="id">${value}</code>`
    return html`<code class="id" title="${value}">${value.slice(0, start)}<span class="middle">${value.slice(start, -end)}</span>${value.slice(-end)}</code>`
  },
  whole: () => whole(value),
  csv: () => value
}))

/** Where money goes, or what was signed: never shortened. */
export const address = given((value: string) => ({
  shown: () => whole(value),
  csv: () => value
}))

/** A whole address of the web, as a link that tells nobody where it was. */
export const webAddress = given((value: string) => ({
  shown: () => html`<a href="${value}" rel="noreferrer noopener" target="_blank">${value}</a>`,
  csv: () => value
}))
