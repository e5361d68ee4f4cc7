import { Option } from "effect"
import type { ErasableTexts } from "../ErasableTexts.ts"
import type { AggregateRows } from "./AggregateRows.ts"
import { optionalText, type Row } from "./columns.ts"

/**
 * Rows of which a redaction empties a part. That part is one sealed text in the column `personal`, or stands in columns of its own
 * where an earlier version wrote it, until the row changes. It is fixed when the row is inserted, until it is redacted.
 */
export interface PersonalRows<State> extends AggregateRows<State> {
  /** Without what is personal there where it is not given. */
  readonly columns: (state: State, version: number, personal?: string | null) => ReadonlyArray<unknown>
  /** What is personal, as the text to be sealed; nothing where nothing is. */
  readonly personalText: (state: State) => string | undefined
  readonly change: NonNullable<AggregateRows<State>["change"]>
  /** The same change, which first takes what `personal` becomes, and empties the columns of before. */
  readonly emptySql: string
  /** Whether something stands in the columns of before. */
  readonly inClear: string
}

/** By the names of the columns in which an earlier version wrote it. */
export interface Personal {
  readonly [column: string]: Option.Option<string>
}

export const personalTextOf = (personal: Personal): string | undefined => {
  const there = Object.entries(personal).flatMap(([column, value]) =>
    Option.isSome(value) ? [[column, value.value] as const] : []
  )
  return there.length === 0 ? undefined : JSON.stringify(Object.fromEntries(there))
}

/** Reads what is personal in a row by the names of its columns; nothing is there where the key was destroyed after the row was read. */
export const personalIn = (
  row: Row,
  { open }: Pick<ErasableTexts, "open">
): ((column: string) => Option.Option<string>) => {
  const sealed = Option.getOrUndefined(optionalText(row, "personal"))
  if (sealed === undefined) return (column) => optionalText(row, column)
  const stored = JSON.parse(open(sealed) ?? "{}") as { readonly [column: string]: string }
  return (column) => Option.fromUndefinedOr(stored[column])
}
