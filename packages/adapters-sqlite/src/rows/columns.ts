import { Option } from "effect"

/**
 * Columns of rows read with `safeIntegers`, where every integer is a bigint. STRICT tables contain the types
 * they declare, so a value of another type means a damaged file. It is decoded as the nearest harmless value,
 * and the audit's own file check reports it.
 */
export type Row = { readonly [column: string]: unknown }

export const text = (row: Row, column: string): string => {
  const value = row[column]
  return typeof value === "string" ? value : String(value)
}

export const optionalText = (row: Row, column: string): Option.Option<string> =>
  row[column] === null ? Option.none() : Option.some(text(row, column))

/** An integer that is not money: a version, a count, an instant. */
export const integer = (row: Row, column: string): number => Number(row[column])

export const optionalInteger = (row: Row, column: string): Option.Option<number> =>
  row[column] === null ? Option.none() : Option.some(integer(row, column))

export const money = (row: Row, column: string): bigint => {
  const value = row[column]
  return typeof value === "bigint" ? value : 0n
}

/** An `Option` as a column value. */
export const nullable = <A>(value: Option.Option<A>): A | null => Option.getOrNull(value)
