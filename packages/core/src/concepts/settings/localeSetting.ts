import { Schema, SchemaTransformation } from "effect"
import { type Locale, localeNamed, locales, localeTag } from "../../kernel/input/Locale.ts"
import type { Setting } from "../../kernel/setting/Setting.ts"

/** A language, by any of its tags. */
export const localeSetting = (standard: Locale, description: string): Setting<Locale> => {
  const language = localeTag.annotate({ description, default: standard }).pipe(
    Schema.decodeTo(
      Schema.Literals(locales),
      SchemaTransformation.transform({
        decode: (tag) => localeNamed(tag) ?? standard,
        encode: (locale): string => locale
      })
    )
  )
  return { given: language, written: language, standard }
}
