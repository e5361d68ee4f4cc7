import { type Instant, millisPerDay } from "./Instant.ts"
import { parseInstant } from "./parseInstant.ts"
import { type OffsetSpan, offsetMillisAt, offsetSpans } from "./TimeZone.ts"

/** A day of the calendar, such as `2026-03-01`. When it starts depends on the time zone. */
export type CalendarDate = `${number}-${number}-${number}`

export const isCalendarDate = (text: string): text is CalendarDate =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && parseInstant(text) !== undefined

/** An ISO 8601 date, or date-time as `parseInstant` takes it. Undefined if the text is neither. */
export const parseDateOrInstant = (text: string): CalendarDate | Instant | undefined =>
  isCalendarDate(text) ? text : parseInstant(text)

/**
 * When a local day starts within a span; undefined if it has no instant of that day or a later one. `local` is midnight
 * as if the day were one of UTC.
 */
export const startWithin = (
  { from, offsetMillis, until }: OffsetSpan,
  local: number
): Instant | undefined => {
  const start = Math.max(from, local - offsetMillis)
  return start < until ? start : undefined
}

/** More than any clock is away from UTC, or is ever moved by. */
const offsetMax = 2 * millisPerDay

/**
 * The start of a local day, as `Periods` has it: its midnight, the first of two, or where the clock skips it the
 * instant after; of a day that the calendar left out, the start of the next.
 */
export const startOfDate = (date: CalendarDate, timezone: string): Instant => {
  const local = Date.parse(date)
  for (const span of offsetSpans(timezone, local - offsetMax, local + offsetMax)) {
    const start = startWithin(span, local)
    if (start !== undefined) return start
  }
  return local
}

/** The day in which local clocks are at an instant. */
export const dateAt = (at: Instant, timezone: string): CalendarDate =>
  dateOfMidnight(at + offsetMillisAt(at, timezone))

/** So many days later in the calendar. */
export const daysAfter = (date: CalendarDate, days: number): CalendarDate =>
  dateOfMidnight(Date.parse(date) + days * millisPerDay)

/** The last millisecond of a local day. */
export const endOfDate = (date: CalendarDate, timezone: string): Instant =>
  startOfDate(daysAfter(date, 1), timezone) - 1

const dateOfMidnight = (local: number) => new Date(local).toISOString().slice(0, 10) as CalendarDate
