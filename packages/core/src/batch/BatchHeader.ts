import { Option, Result } from "effect"
import { BatchFileMalformed, BatchRulesBroken } from "./BatchFileRefused.ts"

/** The known columns, in any case. Others are ignored. */
export const batchColumns = [
  "amount",
  "currency",
  "description",
  "email",
  "externalId",
  "redirectUrl"
] as const
export type BatchColumn = (typeof batchColumns)[number]

/** The position of each column of a file. */
export interface BatchHeader {
  readonly width: number
  readonly indexOf: ReadonlyMap<BatchColumn, number>
}

/** Reads the header. The currency may be missing if there is a default for it. */
export const readBatchHeader = (
  names: ReadonlyArray<string>,
  defaultCurrency: Option.Option<unknown>
): Result.Result<BatchHeader, BatchFileMalformed | BatchRulesBroken> => {
  const columns = names.map(normalised)
  const other = otherSeparator(names, columns)
  if (other !== undefined) {
    return malformed("separator", `the columns must be separated by commas, but are separated by ${other}`)
  }
  const repeated = columns.find((name, index) => name !== "" && columns.indexOf(name) !== index)
  if (repeated !== undefined) {
    return malformed("header", `the header names the column "${repeated.slice(0, 40)}" twice`)
  }
  const indexOf = new Map(
    batchColumns.flatMap((column) => {
      const index = columns.indexOf(column.toLowerCase())
      return index === -1 ? [] : [[column, index] as const]
    })
  )
  const missing = [
    ...(indexOf.has("amount") ? [] : [missingColumn("amount", "is missing from the header")]),
    ...(indexOf.has("currency") || Option.isSome(defaultCurrency)
      ? []
      : [missingColumn("currency", "is missing from the header, and there is no defaultCurrency")])
  ]
  return missing.length > 0
    ? Result.fail(new BatchRulesBroken({ issues: missing }))
    : Result.succeed({ width: names.length, indexOf })
}

const normalised = (name: string): string => name.trim().toLowerCase()

const separatorNames = new Map([
  [";", "semicolons"],
  ["\t", "tabs"]
])

/**
 * The separator, if it is not a comma: the one in a single-field header, or the one that isolates the column
 * amount.
 */
const otherSeparator = (names: ReadonlyArray<string>, columns: ReadonlyArray<string>): string | undefined =>
  [...separatorNames].find(
    ([separator]) =>
      !columns.includes("amount") &&
      (names.length === 1
        ? names[0]?.includes(separator)
        : names.some((name) => name.split(separator).map(normalised).includes("amount")))
  )?.[1]

const malformed = (reason: "separator" | "header", message: string) =>
  Result.fail(new BatchFileMalformed({ reason, message }))

const missingColumn = (field: BatchColumn, message: string) => ({
  row: null,
  field,
  code: "required" as const,
  message
})
