import type { Option } from "effect"
import type { CalendarDate } from "../../kernel/time/CalendarDate.ts"
import type { EntryKey } from "./EntryKey.ts"

/** Where something stands in a file: the line from 1, and in XML the path of the element; else the path is empty. */
export interface Place {
  readonly line: number
  readonly path: string
}

/** What a statement says of who paid. Of a debit some formats say it of who was paid. */
export interface Payer {
  readonly name: Option.Option<string>
  /** The IBAN, or the number of the account. */
  readonly account: Option.Option<string>
  /** The BIC of the bank, or the number that its country knows it by. */
  readonly bankId: Option.Option<string>
  readonly bank: Option.Option<string>
}

/**
 * One payment that a bank says moved the money of an account. An entry of the bank with several payments in it is told
 * as its payments; where the file does not tell them apart, it is one entry that is a batch.
 */
export interface StatedEntry {
  readonly place: Place
  /** Without a sign: `direction` has it. */
  readonly amountMinor: bigint
  readonly direction: "credit" | "debit"
  /** The bank takes back an entry of before; a credit then is no payment of anybody. */
  readonly isReversal: boolean
  readonly status: "booked" | "pending"
  /** The day of the bank's books. */
  readonly bookedOn: CalendarDate
  readonly valueOn: Option.Option<CalendarDate>
  /** When the payer's bank took the order, in milliseconds since 1970; few files tell it. */
  readonly acceptedAt: Option.Option<number>
  readonly payer: Payer
  /** What stands in the field for structured references, of any kind. */
  readonly structuredReferences: ReadonlyArray<string>
  /** What the payer wrote, as it is broken into lines. */
  readonly texts: ReadonlyArray<string>
  /** The payer's own name of the payment. It is unique to the payer only. */
  readonly endToEndId: Option.Option<string>
  /** What makes it one and the same in every file of the account. */
  readonly key: EntryKey
  /** Several payments that the file does not tell apart: it matches nothing by itself. */
  readonly isBatch: boolean
  /** The key of the bank's entry of which this is one payment, and under which a file without payments has it. */
  readonly partOf: Option.Option<EntryKey>
  /** It stands where a bank breaks a payer's text into lines, so the payer may have written it. Of MT940 only. */
  readonly mayBeText?: boolean
}

/** The statement of one account and period within a file, told when it ends. */
export interface StatementSection {
  readonly place: Place
  readonly openingMinor: Option.Option<bigint>
  readonly closingMinor: Option.Option<bigint>
  /** The sum of its booked entries, debits below zero. */
  readonly movedMinor: bigint
}

/** Whether opening balance and entries give the closing balance; none if the file lacks one of them. */
export const closes = ({ closingMinor, movedMinor, openingMinor }: StatementSection): boolean | undefined =>
  openingMinor._tag === "None" || closingMinor._tag === "None"
    ? undefined
    : openingMinor.value + movedMinor === closingMinor.value

/** What a file is read as, in its order. */
export type StatementItem =
  | { readonly _tag: "Entry"; readonly entry: StatedEntry }
  /** A record that is no payment of the account. */
  | { readonly _tag: "Skipped"; readonly place: Place; readonly reason: string }
  | { readonly _tag: "Section"; readonly section: StatementSection }
