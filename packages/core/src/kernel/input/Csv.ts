import Papa from "papaparse"

/** A CSV cell; `null` is an empty one. */
export type CsvCell = string | number | boolean | null

/**
 * CSV (RFC 4180, CRLF after every line). A text that a spreadsheet would run as a formula gets a leading `'`
 * (OWASP: CSV injection); numbers are not texts and stay as they are.
 */
export const csvOf = (header: ReadonlyArray<string>, rows: Iterable<ReadonlyArray<CsvCell>>): string =>
  csvLines([header, ...rows])

/** CSV lines to append to the result of `csvOf`. */
export const csvLines = (rows: Iterable<ReadonlyArray<CsvCell>>): string => {
  const guarded = Array.from(rows, (row) => row.map(guardFormula))
  return guarded.length === 0 ? "" : `${Papa.unparse(guarded, { newline: "\r\n" })}\r\n`
}

/**
 * The start of a formula, also in full width, after characters that programs skip first: control characters
 * and zero-width characters such as a byte order mark. A space is kept and makes the cell a text. A
 * plain figure below zero is none, and stays a figure.
 */
const formulaStart = /^(?!-\d+(?:\.\d+)?$)(?:[\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

const guardFormula = (cell: CsvCell): CsvCell =>
  typeof cell === "string" && formulaStart.test(cell) ? `'${cell}` : cell
