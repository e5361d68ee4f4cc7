import { Schema, SchemaTransformation } from "effect"
import { type Setting, settingOf } from "../setting/Setting.ts"

/**
 * The languages of pages and e-mails, by their names in the API: `kz` is Kazakh, whose language tag is `kk` (BCP 47).
 */
export const locales = ["ru", "en", "kz"] as const
export type Locale = (typeof locales)[number]

const localesByLanguage = new Map<string, Locale>([
  ["ru", "ru"],
  ["en", "en"],
  ["kk", "kz"],
  ["kz", "kz"]
])

/** A language and whatever narrows it down. Java and PHP write underscores. */
const tagPattern = /^([a-z]{2})(?:[-_][a-z0-9]{1,8})*$/

/**
 * The language that a tag names, such as `ru`, `en-GB` or `kk-KZ`, in any case. Undefined if it is another language or
 * the text is no tag.
 */
export const localeNamed = (tag: string): Locale | undefined =>
  localesByLanguage.get(tagPattern.exec(tag.toLowerCase())?.[1] ?? "")

export const localeExpected =
  "must be a language tag of Russian, English or Kazakh, such as ru, en-GB, kk-KZ or kz"

/** A tag that `localeNamed` knows. */
export const localeTag = Schema.String.check(
  Schema.makeFilter(
    (tag: string) => (localeNamed(tag) === undefined ? `invalid_value:${localeExpected}` : undefined),
    {
      toJsonSchema: () => [
        { pattern: "^([Rr][Uu]|[Ee][Nn]|[Kk][Kk]|[Kk][Zz])([-_][A-Za-z0-9]{1,8})*$" },
        true
      ]
    }
  )
)

/** A language, by any of its tags. */
export const localeSetting = (standard: Locale, description: string): Setting<Locale> =>
  settingOf<Locale>(standard, () => {
    const language = localeTag.annotate({ description, default: standard }).pipe(
      Schema.decodeTo(
        Schema.Literals(locales),
        SchemaTransformation.transform({
          decode: (tag) => localeNamed(tag) ?? standard,
          encode: (locale): string => locale
        })
      )
    )
    return { given: language, written: language }
  })
