/**
 * Characters that a terminal would interpret or not show: control characters (C0, DEL, C1), characters that
 * change the writing direction or have no width, unassigned ones, and line and paragraph separators.
 */
const invisible = /[\p{C}\p{Zl}\p{Zp}]/gu
const invisibleInLines = /(?!\r?\n)[\p{C}\p{Zl}\p{Zp}]/gu

/** As JSON escapes it, so that JSON keeps its value: one UTF-16 unit at a time. */
const escaped = (found: string): string =>
  Array.from(
    { length: found.length },
    (_, index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, "0")}`
  ).join("")

/** One line of text with all characters visible: foreign text cannot control the terminal. */
export const visibleText = (text: string): string => text.replace(invisible, escaped)

/** The same for text of several lines: line ends stay. */
export const visibleLines = (text: string): string => text.replace(invisibleInLines, escaped)
