import { Option, Result } from "effect"
import { reportedFaults } from "../../kernel/input/Faults.ts"
import type { InputIssue } from "../../kernel/input/Input.ts"
import { type BatchFileRecord, batchFileRecords, recordLengthMax } from "./BatchFileRecords.ts"
import { BatchFileMalformed, BatchRulesBroken } from "./BatchFileRefused.ts"
import { batchFileText } from "./BatchFileText.ts"
import { type BatchHeader, readBatchHeader } from "./BatchHeader.ts"
import {
  type BatchFileOptions,
  type BatchRow,
  batchRowReader,
  type CellOf,
  externalIdLengthMax,
  type Judged
} from "./BatchRow.ts"
import type { BatchRowError } from "./BatchView.ts"
import type { EmptyRows } from "./emptyRows.ts"

/** A parsed file of invoices: the valid rows, and the errors of the others. */
export interface BatchFile {
  /** Data rows: `rows` and `errors` together. */
  readonly total: number
  readonly rows: ReadonlyArray<BatchRow>
  readonly errors: ReadonlyArray<BatchRowError>
  /** The same errors, issue by issue: reported if all other rows fail as well. */
  readonly issues: BatchRulesBroken["issues"]
}

export const batchRowsMax = 1000

/** The maximum size of a file: 5 MB. Readers stop there. */
export const batchFileBytesMax = 5 * 1024 * 1024

/**
 * Reads a CSV file (RFC 4180, UTF-8, comma) without guessing: every data row becomes either a row or an error, in file
 * order; a row whose cells are all empty is neither, and keeps its number. At least one row must be valid; otherwise
 * the whole file is refused. An external id belongs to the first valid row that has it. The work is bounded by the size
 * of the file.
 */
export const readBatchFile = (
  bytes: Uint8Array,
  options: BatchFileOptions,
  emptyRows: EmptyRows = "skipped"
): Result.Result<BatchFile, BatchFileMalformed | BatchRulesBroken> =>
  Result.gen(function* () {
    const text = yield* batchFileText(bytes)
    const [header, ...records] = yield* batchFileRecords(text, batchRowsMax + 2, emptyRows)
    if (records.length === 0) {
      return yield* malformed("noRows", "the file must have a header and at least one row after it")
    }
    if (records.length > batchRowsMax) {
      return yield* malformed(
        "tooManyRows",
        `the file has more than ${batchRowsMax} rows; split it into several files`
      )
    }
    if (header?.fields === undefined) {
      return yield* malformed("header", `the header must have at most ${recordLengthMax} characters`)
    }
    return yield* readRows(records, yield* readBatchHeader(header.fields, options.defaultCurrency), options)
  })

const malformed = (reason: BatchFileMalformed["reason"], message: string) =>
  Result.fail(new BatchFileMalformed({ reason, message }))

const readRows = (
  records: ReadonlyArray<BatchFileRecord>,
  header: BatchHeader,
  options: BatchFileOptions
): Result.Result<BatchFile, BatchRulesBroken> => {
  const readRow = batchRowReader(options)
  const rows: Array<BatchRow> = []
  const wrong: Array<WrongRow> = []
  const holders = new Map<string, number>()
  for (const { fields, row } of records) {
    const read = Result.flatMap(fitting(fields, header), (cells) => readRow(row, cellsOf(cells, header)))
    const issues = Result.isFailure(read) ? read.failure : repeatIssues(read.success, holders)
    if (Result.isSuccess(read) && issues.length === 0) {
      rows.push(read.success)
      Option.map(read.success.externalId, (id) => holders.set(id, row))
    } else {
      wrong.push({ row, externalId: fields && cellsOf(fields, header)("externalId"), issues })
    }
  }
  const issues = wrong.flatMap((each) => each.issues.map((issue) => ({ row: each.row, ...issue })))
  return rows.length === 0
    ? Result.fail(new BatchRulesBroken(reportedFaults(issues)))
    : Result.succeed({ total: records.length, rows, errors: wrong.map(rowError), issues })
}

interface WrongRow {
  readonly row: number
  readonly externalId: string | undefined
  readonly issues: ReadonlyArray<InputIssue>
}

const rowError = ({ externalId, issues, row }: WrongRow): BatchRowError => ({
  row,
  externalId: externalId ? externalId.slice(0, externalIdLengthMax).toWellFormed() : null,
  error: issues.map(({ field, message }) => `${field === "" ? "the row" : field} ${message}`).join("; ")
})

const cellsOf =
  (fields: ReadonlyArray<string>, { indexOf }: BatchHeader): CellOf =>
  (column) =>
    fields[indexOf.get(column) ?? -1] ?? ""

/** A row may end early; the missing fields are empty. It must not have more fields than the header. */
const fitting = (
  record: BatchFileRecord["fields"],
  { width }: BatchHeader
): Judged<ReadonlyArray<string>> => {
  if (record === undefined) {
    return wholeRow("too_long", `must have at most ${recordLengthMax} characters`)
  }
  if (record.length > width) {
    return wholeRow(
      "invalid_value",
      `must have at most ${width} fields, like the header, but has ${record.length}; a value with a comma must be in quotes`
    )
  }
  return Result.succeed(record)
}

const wholeRow = (code: InputIssue["code"], message: string) => Result.fail([{ field: "", code, message }])

const repeatIssues = (row: BatchRow, holders: ReadonlyMap<string, number>): ReadonlyArray<InputIssue> => {
  const holder = Option.getOrUndefined(Option.map(row.externalId, (id) => holders.get(id)))
  return holder === undefined
    ? []
    : [
        {
          field: "externalId",
          code: "invalid_value",
          message: `must be different in each row, but is the same as in row ${holder}`
        }
      ]
}
