import type { Option } from "effect"
import type { Row } from "./columns.ts"
import { count, money, optional, text } from "./Field.ts"

/**
 * Cells of rows that no concept defines, decoded like the fields of one: a value of another type becomes the nearest
 * harmless one.
 */

const optionalText = optional(text)
const optionalCount = optional(count)

export const textIn = (row: Row, column: string): string => text.fromCell(row[column])

export const optionalTextIn = (row: Row, column: string): Option.Option<string> =>
  optionalText.fromCell(row[column])

/** An integer that is not money: a version, a count, an instant. */
export const integerIn = (row: Row, column: string): number => count.fromCell(row[column])

export const optionalIntegerIn = (row: Row, column: string): Option.Option<number> =>
  optionalCount.fromCell(row[column])

export const moneyIn = (row: Row, column: string): bigint => money.fromCell(row[column])
