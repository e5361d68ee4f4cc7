import Papa from "papaparse"

/** A cell of a sheet; `null` is an empty one. */
export type CsvCell = string | number | boolean | null

/**
 * A sheet as CSV (RFC 4180, CRLF after every line). A text that a spreadsheet would run as a formula gets a `'` in front
 * (OWASP: CSV injection); numbers are no texts and stay as they are.
 */
export const csvOf = (header: ReadonlyArray<string>, rows: Iterable<ReadonlyArray<CsvCell>>): string =>
  csvLines([header, ...rows])

/** Lines of a sheet, to be appended to what `csvOf` gave for those before. */
export const csvLines = (rows: Iterable<ReadonlyArray<CsvCell>>): string => {
  const guarded = Array.from(rows, (row) => row.map(guardFormula))
  return guarded.length === 0 ? "" : `${Papa.unparse(guarded, { newline: "\r\n" })}\r\n`
}

/**
 * What a formula begins with, in full width too, behind what programs drop before they look: control characters and characters
 * of no width, such as a byte order mark. A space is kept, and makes it a text.
 */
const formulaStart = /^(?:[\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

const guardFormula = (cell: CsvCell): CsvCell =>
  typeof cell === "string" && formulaStart.test(cell) ? `'${cell}` : cell
