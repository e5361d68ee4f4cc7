import { Result } from "effect"
import Papa from "papaparse"
import { BatchFileMalformed } from "./BatchFileRefused.ts"
import { separatorSaid } from "./BatchSeparator.ts"

/**
 * Longer than any row needs. Such a row is not split into fields: five million commas would give five million
 * texts.
 */
export const recordLengthMax = 65_536

/** What becomes of rows whose cells are all empty; the first versions judged them like others. */
export type EmptyRows = "skipped" | "judged"

export interface BatchFileRecord {
  /** Data rows from 1, those whose cells are all empty included; 0 for the header. */
  readonly row: number
  /** `undefined` if the record is longer than `recordLengthMax`. */
  readonly fields: ReadonlyArray<string> | undefined
}

/**
 * A quoted field (RFC 4180), or the end of a line with the empty lines after it. A lone quote is one that never closes. A
 * quote that does not begin a field is text.
 */
const quotedFieldOrLineEnd = /(?<![^,\r\n])"(?:[^"]*"(?:"[^"]*")*)?|[\r\n](?:[ \t\r\n]*[\r\n])?/g

const leadingEmptyLines = /^[ \t\r\n]*[\r\n]/

const fieldEnds = new Set([undefined, ",", "\r", "\n"])

/**
 * The first `countMax` records of a text, header included. Lines end with CRLF, LF or CR outside quotes, so no two rows
 * become one whatever they end with. Lines of spaces alone are no records. Left out are a first line `sep=,`, what is before
 * the header, and rows of empty cells if they are skipped.
 *
 * Papa Parse splits records into fields. The records are cut before, because it knows one line ending a file, reads to the
 * end of the file and forgives quotes that are wrong.
 */
export const batchFileRecords = (
  text: string,
  countMax: number,
  emptyRows: EmptyRows
): Result.Result<ReadonlyArray<BatchFileRecord>, BatchFileMalformed> =>
  Result.map(recordTexts(text.replace(leadingEmptyLines, ""), countMax, emptyRows), withFields)

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
  const take = (end?: number): void => {
    const record = text.slice(start, end)
    const isTaken =
      row === 0
        ? !isEmpty(record) && separatorSaid(record) === undefined
        : emptyRows === "judged" || !isEmpty(record)
    if (isTaken) records.push({ row, text: record })
    if (records.length > 0) row += 1
  }
  for (const { 0: found, index } of text.matchAll(quotedFieldOrLineEnd)) {
    const end = index + found.length
    if (found.startsWith('"')) {
      const fault = quoteFault(text, index, end)
      if (fault !== undefined) return misquoted(row, fault)
    } else {
      take(index)
      if (records.length === countMax) return Result.succeed(records)
      start = end
    }
  }
  if (!/^[ \t]*$/.test(text.slice(start))) take()
  return Result.succeed(records)
}

/** Whether a record has empty cells alone: blanks, no-break and zero-width spaces, in quotes or not. */
const isEmpty = (record: string): boolean =>
  !/[^\s\p{Cf},"]/u.test(record) &&
  (!record.includes('"') || (record.length <= recordLengthMax && emptyCells.test(record)))

const emptyCells = /^(?:[\s\p{Cf}]*|"[\s\p{Cf}]*")(?:,(?:[\s\p{Cf}]*|"[\s\p{Cf}]*"))*$/u

/** From a comma on: the rest of a value that a backslash was meant to hold together, and the quote that was to end it. */
const valueGoesOn = /,[^"\r\n]*[^",\r\n]"(?=[,\r\n]|$)/y

/** What is wrong with the quoted field in `[start, end)`. */
const quoteFault = (text: string, start: number, end: number): string | undefined => {
  const next = text[end]
  const isOpen = end - start === 1 || next === '"'
  if (isOpen) {
    const line = text.slice(start, start + text.slice(start).search(/[\r\n]|$/))
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
