import { type CalendarDate, dateAt, daysAfter, endOfDate } from "../../kernel/time/CalendarDate.ts"
import { type Instant, millisPerDay } from "../../kernel/time/Instant.ts"
import type { BankAccount } from "./BankAccount.ts"

/** When money counts as paid, and how that stands to the expiry of what it pays. */
export interface TransferTime {
  readonly paidAt: Instant
  readonly isLate: boolean
  /** An expired invoice does not take it by itself. */
  readonly isTooLate: boolean
}

/** What a statement says of the time of a transfer: the day, and where the bank tells it, when it took the money. */
export interface TransferBooking {
  readonly bookedOn: CalendarDate
  readonly acceptedAt?: Instant | undefined
}

/** How long after the expiry a bank may still have taken the money, where it says when. */
const acceptedWithinMillis = millisPerDay

/**
 * The time of a transfer that is read at `importedAt` (part 15). Banks book what was sent on Friday on Monday, so where
 * there are only dates, a transfer has the account's `settlementDays` after the day of the expiry. All days are those
 * of the account's bank.
 */
export const transferTime = (
  { settlementDays, timeZone }: Pick<BankAccount, "settlementDays" | "timeZone">,
  { createdAt, expiresAt }: { readonly createdAt: Instant; readonly expiresAt: Instant },
  { acceptedAt, bookedOn }: TransferBooking,
  importedAt: Instant
): TransferTime => {
  const takenAt = acceptedAt ?? endOfDate(bookedOn, timeZone)
  const takenOn = acceptedAt === undefined ? bookedOn : dateAt(acceptedAt, timeZone)
  const expiresOn = dateAt(expiresAt, timeZone)
  return {
    paidAt: Math.max(createdAt, Math.min(takenAt, importedAt)),
    isLate: takenOn > expiresOn,
    isTooLate:
      acceptedAt === undefined
        ? takenOn > daysAfter(expiresOn, settlementDays)
        : acceptedAt > expiresAt + acceptedWithinMillis
  }
}
