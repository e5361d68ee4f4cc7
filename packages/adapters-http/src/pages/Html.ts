/**
 * HTML that is safe to send: every interpolated text is escaped for both element content and quoted attributes.
 *
 * Only `raw` can put markup in unescaped, so a search for `raw(` lists every place that has to be trusted.
 * Attributes must be written in quotes; an unquoted attribute would end at a space that escaping leaves alone.
 */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }

  toString(): string {
    return this.markup
  }
}

/** What a template may contain: text (escaped), markup (kept), or `null` for nothing. */
export type Interpolation = string | number | Html | null | ReadonlyArray<Html>

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;"
}

/** The text with every character that could end its context replaced by an entity. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => entities[character] ?? "").replaceAll("\u0000", "\uFFFD")

const render = (value: Interpolation): string => {
  if (value === null) return ""
  if (value instanceof Html) return value.markup
  if (typeof value === "string") return escapeText(value)
  if (typeof value === "number") return String(value)
  return value.map((part) => part.markup).join("")
}

/** Template tag: the literal parts are markup, everything interpolated is escaped unless it is already `Html`. */
export const html = (literals: TemplateStringsArray, ...values: ReadonlyArray<Interpolation>): Html =>
  new Html(literals.reduce((markup, literal, index) => markup + render(values[index - 1] ?? null) + literal))

/** Markup that the caller guarantees to be safe. */
export const raw = (markup: string): Html => new Html(markup)
