import { Result } from "effect"
import Papa from "papaparse"
import { BatchFileMalformed } from "./BatchFileRefused.ts"
import { separatorSaid } from "./BatchSeparator.ts"
import { type EmptyRows, emptyRowsFrom } from "./emptyRows.ts"

/**
 * Longer than any row needs. Such a row is not split into fields: five million commas would give five million
 * texts.
 */
export const recordLengthMax = 65_536

export interface BatchFileRecord {
  /** Data rows from 1, those whose cells are all empty included; 0 for the header. */
  readonly row: number
  /** `undefined` if the record is longer than `recordLengthMax`. */
  readonly fields: ReadonlyArray<string> | undefined
}

/**
 * A quoted field (RFC 4180), or the end of a line with the empty lines after it. A lone quote is one that never closes.
 * A quote that does not begin a field is text.
 */
const quotedFieldOrLineEnd = /(?<![^,\r\n])"(?:[^"]*"(?:"[^"]*")*)?|[\r\n](?:[ \t\r\n]*[\r\n])?/g

const fieldEnds = new Set([undefined, ",", "\r", "\n"])

/**
 * The first `countMax` records of a text, header included. Lines end with CRLF, LF or CR outside quotes, so no two rows
 * become one whatever they end with. Lines of spaces alone are no records. Left out are a first line `sep=,`, what is
 * before the header, and rows of empty cells if they are skipped.
 *
 * Papa Parse splits records into fields. The records are cut before, because it knows one line ending a file, reads to
 * the end of the file and forgives quotes that are wrong.
 */
export const batchFileRecords = (
  text: string,
  countMax: number,
  emptyRows: EmptyRows
): Result.Result<ReadonlyArray<BatchFileRecord>, BatchFileMalformed> =>
  Result.map(recordTexts(text, countMax, emptyRows), withFields)

interface RecordText {
  readonly row: number
  readonly text: string
}

const recordTexts = (
  text: string,
  countMax: number,
  emptyRows: EmptyRows
): Result.Result<ReadonlyArray<RecordText>, BatchFileMalformed> => {
  const records: Array<RecordText> = []
  let row = 0
  let start = 0
  while (start < text.length) {
    if (row === 0 || emptyRows === "skipped") {
      const empty = emptyRowsFrom(text, start)
      start = empty.end
      if (row > 0) row += empty.count
      if (start === text.length) break
    }
    const { end, fault, next } = recordFrom(text, start)
    if (fault !== undefined) return misquoted(row, fault)
    const record = text.slice(start, end)
    start = next
    if (row === 0 && separatorSaid(record) !== undefined) continue
    if (next === text.length && /^[ \t]*$/.test(record)) break
    records.push({ row, text: record })
    if (records.length === countMax) break
    row += 1
  }
  return Result.succeed(records)
}

/** Where the record ends and the next one starts, or what is wrong with a quoted field of it. */
const recordFrom = (
  text: string,
  start: number
): { readonly end: number; readonly next: number; readonly fault?: string | undefined } => {
  quotedFieldOrLineEnd.lastIndex = start
  for (;;) {
    const found = quotedFieldOrLineEnd.exec(text)
    if (found === null) return { end: text.length, next: text.length }
    const { 0: match, index } = found
    const next = index + match.length
    if (!match.startsWith('"')) return { end: index, next }
    const fault = quoteFault(text, index, next)
    if (fault !== undefined) return { end: index, next, fault }
  }
}

/**
 * From a comma on: the rest of a value that a backslash was meant to hold together, and the quote that was to end it.
 */
const valueGoesOn = /,[^"\r\n]*[^",\r\n]"(?=[,\r\n]|$)/y

/** What is wrong with the quoted field in `[start, end)`. */
const quoteFault = (text: string, start: number, end: number): string | undefined => {
  const next = text[end]
  const isOpen = end - start === 1 || next === '"'
  if (isOpen) {
    const line = text.slice(start, start + recordLengthMax).split(/[\r\n]/, 1)[0] ?? ""
    return line.includes('\\"') ? afterBackslash : "has a quote that never closes; the file may be cut off"
  }
  const isAfterBackslash = text[end - 2] === "\\"
  if (!fieldEnds.has(next)) {
    return isAfterBackslash
      ? afterBackslash
      : "has text after a closing quote; write a quote inside a quoted value twice"
  }
  valueGoesOn.lastIndex = end
  return isAfterBackslash && valueGoesOn.test(text) ? afterBackslash : undefined
}

const afterBackslash =
  'has a quote after a backslash, as PHP\'s fputcsv writes it; in CSV a backslash escapes nothing: write the quote twice, which fputcsv does with an empty escape: fputcsv($file, $row, escape: "")'

const misquoted = (row: number, what: string) =>
  Result.fail(
    new BatchFileMalformed({
      reason: "quotes",
      message: `${row === 0 ? "the header" : `row ${row}`} ${what}`
    })
  )

const withFields = (records: ReadonlyArray<RecordText>): ReadonlyArray<BatchFileRecord> => {
  const short = records.filter(({ text }) => text.length <= recordLengthMax).map(({ text }) => text)
  const split = Papa.parse<ReadonlyArray<string>>(short.join("\n"), { delimiter: ",", newline: "\n" }).data
  let taken = 0
  return records.map(({ row, text }) => ({
    row,
    fields: text.length <= recordLengthMax ? split[taken++] : undefined
  }))
}
