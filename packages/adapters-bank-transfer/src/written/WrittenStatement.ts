import type { CalendarDate } from "@quittance/core/adapter"

/**
 * A statement as a bank would write it. The simulated bank exports what it booked in every format, and whoever tries
 * the import has files whose content is known.
 */
export interface WrittenStatement {
  /** The IBAN or the number of the account. */
  readonly account: string
  readonly currency: string
  readonly openingMinor: bigint
  /** The day that the file was made. */
  readonly day: CalendarDate
  readonly entries: ReadonlyArray<WrittenEntry>
}

/** One payment. Texts are of one line. */
export interface WrittenPayment {
  readonly amountMinor: bigint
  /** Who paid; of a debit, who was paid. */
  readonly payer: string
  readonly payerAccount: string
  readonly payerBank: string
  readonly text: string
  /** In the field for structured references, where the format has one; else at the end of the text. */
  readonly reference?: string
  /** The bank's own reference. */
  readonly bankReference?: string
}

/** What moved the account: one payment, or several that the bank booked in one sum. */
export interface WrittenEntry {
  readonly direction: "credit" | "debit"
  readonly isReversal: boolean
  readonly status: "booked" | "pending"
  readonly bookedOn: CalendarDate
  readonly payments: ReadonlyArray<WrittenPayment>
  /** The bank's reference of the sum. */
  readonly bankReference?: string
}

export const entryMinor = ({ payments }: WrittenEntry): bigint =>
  payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)

export const closingMinor = ({ entries, openingMinor }: WrittenStatement): bigint =>
  entries
    .filter(({ status }) => status === "booked")
    .reduce(
      (sum, entry) => sum + (entry.direction === "credit" ? entryMinor(entry) : -entryMinor(entry)),
      openingMinor
    )

/** An amount with two decimals after a mark. */
export const decimals = (minor: bigint, mark: "." | ","): string =>
  String(minor).padStart(3, "0").replace(/(..)$/, `${mark}$1`)

/** What a format without a field for references has as text. */
export const textWithReference = ({ reference, text }: WrittenPayment): string =>
  [text, reference ?? ""].filter((part) => part !== "").join(" ")

/** Formats that have no sums write each payment as an entry of its own. */
export const singleEntries = (statement: WrittenStatement) =>
  statement.entries.flatMap(({ payments, ...entry }) => payments.map((payment) => ({ ...entry, payment })))
