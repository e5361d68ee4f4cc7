/** Amounts, instants and names as people write them in the language of a page. */
import { type Locale, languageTag } from "./Locale.ts"

const separators: Readonly<Record<Locale, { readonly group: string; readonly point: string }>> = {
  en: { group: ",", point: "." },
  ru: { group: "\u00A0", point: "," },
  kz: { group: "\u00A0", point: "," }
}

/** Prices are read with both digits of their cents. */
const decimalsMin = 2

/**
 * An exact decimal with its thousands apart and at least two decimals: `1234567.5` is `1,234,567.50` in English. Its
 * value is never another.
 */
export const amountText = (amount: string, locale: Locale): string => {
  const { group, point } = separators[locale]
  const [whole = "", fraction = ""] = amount.split(".")
  return `${whole.replace(/\B(?=(?:\d{3})+$)/g, group)}${point}${fraction.padEnd(decimalsMin, "0")}`
}

/** A name within a sentence keeps its own writing direction (Unicode Bidirectional Algorithm, 2.5). */
export const isolated = (name: string): string => `\u2068${name}\u2069`

/** A number of days. */
export const daysText = (days: number, locale: Locale): string =>
  new Intl.NumberFormat(languageTag(locale), { style: "unit", unit: "day", unitDisplay: "long" }).format(days)

/** The day of an instant by the clocks of a time zone. */
export const dayText = (atMillis: number, timeZone: string, locale: Locale): string =>
  new Intl.DateTimeFormat(languageTag(locale), { dateStyle: "long", timeZone }).format(new Date(atMillis))

/** An instant as a day and a time of day in UTC. */
export const instantText = (atMillis: number, locale: Locale): string => {
  const format = new Intl.DateTimeFormat(languageTag(locale), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC"
  })
  return `${format.format(new Date(atMillis))} UTC`
}
