import { type Locale, localeNamed } from "@quittance/core/adapter"

export type { Locale }

/** The languages of the hosted pages, in the order to offer them. */
export const locales: ReadonlyArray<Locale> = ["en", "ru", "kz"]

export const defaultLocale: Locale = "en"

/** The language tag (BCP 47) for `lang` and `hreflang`. */
export const languageTag = (locale: Locale): string => (locale === "kz" ? "kk" : locale)

const localeOf = (tag: string): Locale | null => localeNamed(tag.trim()) ?? null

interface Preference {
  readonly locale: Locale
  readonly quality: number
}

/** RFC 9110, 12.4.2: a weight is 0 to 1 with at most three decimals; what is not a weight counts as unwanted. */
const qualityOf = (parameters: ReadonlyArray<string>): number => {
  const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => /^q=/i.test(parameter))
  if (weight === undefined) return 1
  const value = weight.slice(2)
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(value) ? Number(value) : 0
}

const preferenceOf = (range: string): Preference | null => {
  const [tag = "", ...parameters] = range.split(";")
  const locale = localeOf(tag)
  const quality = qualityOf(parameters)
  return locale === null || quality === 0 ? null : { locale, quality }
}

/**
 * The language of a page: the `lang` query parameter if it names one of ours, else the best match of
 * `Accept-Language` (highest weight, first of equals), else English. Never fails: anything odd is ignored.
 */
export const chooseLocale = (langParameter: string | null, acceptLanguage: string | null): Locale => {
  const asked = langParameter === null ? null : localeOf(langParameter)
  if (asked !== null) return asked
  let best: Preference | null = null
  for (const range of (acceptLanguage ?? "").split(",")) {
    const preference = preferenceOf(range)
    if (preference !== null && (best === null || preference.quality > best.quality)) best = preference
  }
  return best?.locale ?? defaultLocale
}
