/** What becomes of rows whose cells are all empty; the first versions judged them like others. */
export type EmptyRows = "skipped" | "judged"

const tab = 0x09
const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const quote = 0x22
const comma = 0x2c
const noBreakSpace = 0xa0
const zeroWidthSpace = 0x200b

const isLineEnd = (code: number): boolean => code === lineFeed || code === carriageReturn

/** Blanks, no-break and zero-width spaces; the usual ones are told without an expression. */
const isBlank = (text: string, at: number, code: number): boolean =>
  code === space ||
  code === tab ||
  code === noBreakSpace ||
  code === zeroWidthSpace ||
  ((code < space || code > noBreakSpace) && /[\s\p{Cf}]/u.test(text.charAt(at)))

/**
 * The rows of empty cells from the start of a row on: where the first other row starts, and how many lie before it.
 * Lines of spaces and tabs alone are passed and not counted. Spreadsheets write thousands of such rows, so they are
 * walked character by character: the cost is a fraction of that of cutting them out.
 */
export const emptyRowsFrom = (
  text: string,
  from: number
): { readonly end: number; readonly count: number } => {
  let count = 0
  let rowStart = from
  let isLine = true
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (isLineEnd(code)) {
      if (!isLine) count += 1
      isLine = true
      rowStart = at + 1
    } else if (code === quote) {
      at = emptyQuotesEnd(text, at)
      if (at === -1) return { end: rowStart, count }
      isLine = false
    } else if (code === comma || isBlank(text, at, code)) {
      if (code !== space && code !== tab) isLine = false
    } else {
      return { end: rowStart, count }
    }
    at += 1
  }
  return { end: text.length, count }
}

/** Where a quoted empty cell closes; -1 if the quote begins no such cell. */
const emptyQuotesEnd = (text: string, open: number): number => {
  const before = text.charCodeAt(open - 1)
  if (open > 0 && before !== comma && !isLineEnd(before)) return -1
  let at = open + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const next = text.charCodeAt(at + 1)
      return at + 1 === text.length || next === comma || isLineEnd(next) ? at : -1
    }
    if (!isLineEnd(code) && !isBlank(text, at, code)) return -1
    at += 1
  }
  return -1
}
