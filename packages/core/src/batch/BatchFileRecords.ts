import { Result } from "effect"
import Papa from "papaparse"
import { BatchFileMalformed } from "./BatchFileRefused.ts"

/**
 * Longer than any row needs. Such a row is not split into fields: five million commas would give five million
 * texts.
 */
export const recordLengthMax = 65_536

/** The fields of one record; `undefined` if it is longer than `recordLengthMax`. */
export type BatchFileRecord = ReadonlyArray<string> | undefined

/**
 * A quoted field (RFC 4180), or the end of a line with the empty lines after it. A lone quote is one that never closes. A
 * quote that does not begin a field is text.
 */
const quotedFieldOrLineEnd = /(?<![^,\r\n])"(?:[^"]*"(?:"[^"]*")*)?|[\r\n](?:[ \t\r\n]*[\r\n])?/g

const leadingEmptyLines = /^[ \t\r\n]*[\r\n]/

const fieldEnds = new Set([undefined, ",", "\r", "\n"])

/**
 * The first `countMax` records of a text, header included. Lines end with CRLF, LF or CR outside quotes, so no two rows
 * become one whatever they end with. Lines of spaces alone are no records.
 *
 * Papa Parse splits records into fields. The records are cut before, because it knows one line ending a file, reads to the
 * end of the file and forgives quotes that are wrong.
 */
export const batchFileRecords = (
  text: string,
  countMax: number
): Result.Result<ReadonlyArray<BatchFileRecord>, BatchFileMalformed> =>
  Result.map(recordTexts(text.replace(leadingEmptyLines, ""), countMax), fieldsOf)

const recordTexts = (
  text: string,
  countMax: number
): Result.Result<ReadonlyArray<string>, BatchFileMalformed> => {
  const records: Array<string> = []
  let start = 0
  for (const { 0: found, index } of text.matchAll(quotedFieldOrLineEnd)) {
    const end = index + found.length
    if (found.startsWith('"')) {
      const next = text[end]
      if (found === '"' || next === '"') {
        return misquoted(records.length, "has a quote that never closes; the file may be cut off")
      }
      if (!fieldEnds.has(next)) {
        return misquoted(
          records.length,
          "has text after a closing quote; write a quote inside a quoted value twice"
        )
      }
    } else {
      records.push(text.slice(start, index))
      if (records.length === countMax) return Result.succeed(records)
      start = end
    }
  }
  const last = text.slice(start)
  return Result.succeed(/^[ \t]*$/.test(last) ? records : [...records, last])
}

const misquoted = (recordsBefore: number, what: string) =>
  Result.fail(
    new BatchFileMalformed({
      reason: "quotes",
      message: `${recordsBefore === 0 ? "the header" : `row ${recordsBefore}`} ${what}`
    })
  )

const fieldsOf = (texts: ReadonlyArray<string>): ReadonlyArray<BatchFileRecord> => {
  const short = texts.filter(({ length }) => length <= recordLengthMax)
  const split = Papa.parse<ReadonlyArray<string>>(short.join("\n"), { delimiter: ",", newline: "\n" }).data
  let taken = 0
  return texts.map(({ length }) => (length <= recordLengthMax ? split[taken++] : undefined))
}
