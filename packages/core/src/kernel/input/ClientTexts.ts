import { Option, Schema } from "effect"
import { added, optional, text } from "../concept/Field.ts"
import { optionalField, textUpTo } from "./Input.ts"

/** A text that a client may give with a request. */
interface ClientText {
  readonly meaning: string
  readonly charactersMax: number
  readonly example: string
  /** The version of the stored schema that added it, unless the first had it; rows from before have none. */
  readonly addedIn?: number
}

type ByName<Name extends string, Of> = { readonly [Each in Name]: Of }

/**
 * Texts of clients, by field: stored and shown as they were given, and decided on by nobody. A new one is an entry
 * here and a column; the request, what a repeat is compared by, the stored states and the views follow.
 */
export const clientTexts = <const Name extends string>(texts: ByName<Name, ClientText>) => {
  const names = Object.keys(texts) as ReadonlyArray<string> as ReadonlyArray<Name>
  const each = <Of>(of: (name: Name) => Of) =>
    Object.fromEntries(names.map((name) => [name, of(name)])) as ByName<Name, Of>
  return {
    /** Fields of the definition. */
    stored: each((name) => {
      const { addedIn } = texts[name]
      return addedIn === undefined ? optional(text) : added(addedIn, optional(text))
    }),
    /** Fields of the request. */
    request: each((name) => {
      const { charactersMax, example, meaning } = texts[name]
      return optionalField(textUpTo(charactersMax).annotate({ description: meaning, examples: [example] }))
    }),
    /** Fields of a view. */
    view: each((name) =>
      Schema.NullOr(Schema.String).annotate({
        description: texts[name].meaning,
        examples: [texts[name].example]
      })
    ),
    /** The values of a request. */
    given: (request: { readonly [Each in Name]?: string | null | undefined }) =>
      each((name) => Option.fromNullishOr(request[name])),
    /** What a view shows of them. */
    shown: (values: ByName<Name, Option.Option<string>>) =>
      each((name): string | null => Option.getOrNull<string>(values[name]))
  }
}
