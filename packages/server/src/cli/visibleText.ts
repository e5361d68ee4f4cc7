/**
 * What a terminal would obey or show as nothing: control characters (C0, DEL, C1), those that turn the direction of writing or
 * have no width, what has no meaning yet, and the separators of lines and paragraphs.
 */
const invisible = /[\p{C}\p{Zl}\p{Zp}]/gu
const invisibleInLines = /(?!\r?\n)[\p{C}\p{Zl}\p{Zp}]/gu

/** As JSON writes it, so that JSON stays the same value: a unit of UTF-16 at a time. */
const escaped = (found: string): string =>
  Array.from(
    { length: found.length },
    (_, index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, "0")}`
  ).join("")

/** Text of one line that shows all that is in it and does nothing: whoever wrote it does not steer the terminal. */
export const visibleText = (text: string): string => text.replace(invisible, escaped)

/** The same for text of several lines: what ends a line stays. */
export const visibleLines = (text: string): string => text.replace(invisibleInLines, escaped)
