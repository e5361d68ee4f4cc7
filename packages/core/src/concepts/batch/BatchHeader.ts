import { Option, Result } from "effect"
import { BatchFileMalformed, BatchRulesBroken } from "./BatchFileRefused.ts"

/** The known columns, in any case. Others are ignored. */
export const batchColumns = [
  "amount",
  "currency",
  "description",
  "email",
  "externalId",
  "redirectUrl",
  "cancelUrl"
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
  const repeated = columns.find((name, index) => name !== "" && columns.indexOf(name) !== index)
  if (repeated !== undefined) {
    return malformed(`the header names the column "${repeated.slice(0, 40)}" twice`)
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

/** Without characters that nobody sees: spreadsheets and web pages leave them in what is copied. */
const normalised = (name: string): string =>
  name
    .replace(/\p{Cf}/gu, "")
    .trim()
    .toLowerCase()

const columnsByName = new Map(batchColumns.map((column) => [column.toLowerCase(), column]))

/** The known column that a name in the header means. */
export const batchColumnNamed = (name: string): BatchColumn | undefined => columnsByName.get(normalised(name))

const malformed = (message: string) => Result.fail(new BatchFileMalformed({ reason: "header", message }))

const missingColumn = (field: BatchColumn, message: string) => ({
  row: null,
  field,
  code: "required" as const,
  message
})
