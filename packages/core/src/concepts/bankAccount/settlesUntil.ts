import { dateAt, daysAfter, endOfDate } from "../../kernel/time/CalendarDate.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { BankAccount } from "./BankAccount.ts"

/**
 * The last instant at which an expired invoice still takes a transfer that the bank books: the end of the day that is
 * `settlementDays` after the day of the expiry, both of the calendar of the account's bank.
 */
export const settlesUntil = (
  { settlementDays, timeZone }: Pick<BankAccount, "settlementDays" | "timeZone">,
  expiresAt: Instant
): Instant => endOfDate(daysAfter(dateAt(expiresAt, timeZone), settlementDays), timeZone)
