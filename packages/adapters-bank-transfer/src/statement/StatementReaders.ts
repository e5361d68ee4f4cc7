import type { StatedEntry, StatementItem } from "@quittance/core/adapter"

/** Reads the text of a file as it comes. A file that cannot be read without guessing throws `StatementRefused`. */
export interface TextReader {
  readonly push: (text: string) => ReadonlyArray<StatementItem>
  readonly end: () => ReadonlyArray<StatementItem>
}

/** The same for files of lines. */
export interface LineReader {
  readonly line: (text: string, number: number) => ReadonlyArray<StatementItem>
  readonly end: (lines: number) => ReadonlyArray<StatementItem>
}

/** What an entry did to the account; a pending one nothing. */
export const bookedMinor = ({ amountMinor, direction, status }: StatedEntry): bigint =>
  status === "pending" ? 0n : direction === "credit" ? amountMinor : -amountMinor
