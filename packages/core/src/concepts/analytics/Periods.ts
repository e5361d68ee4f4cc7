import { invariant } from "../../kernel/machine/invariant.ts"
import { startWithin } from "../../kernel/time/CalendarDate.ts"
import { type Instant, millisPerDay, millisPerHour } from "../../kernel/time/Instant.ts"
import { type OffsetSpan, offsetMillisAt, offsetSpans } from "../../kernel/time/TimeZone.ts"

/**
 * A range of time cut at the starts of local hours, days, weeks or months.
 *
 * - A local day starts at the first instant whose local date is that day (or, where the calendar left that day out, a
 *   later one); a week starts with its Monday, a month with its first. So a day may have 23 or 25 hours, and may begin
 *   at 1 o'clock; where the clock is put back over midnight, the old date's second minutes belong to the day that had
 *   begun.
 * - An hour starts where the local clock shows a full hour, and wherever the clock is changed. So an hour that the
 *   clock goes through twice is two, which differ by their offsets.
 *
 * Starts are strictly ascending: every instant of the range is in exactly one period.
 */

export const groupings = ["hour", "day", "week", "month"] as const
export type Grouping = (typeof groupings)[number]

export interface PeriodsRequest {
  readonly from: Instant
  /** After `from`. */
  readonly to: Instant
  readonly groupBy: Grouping
  /** A name that `isTimeZone` knows. */
  readonly timezone: string
}

export interface Periods {
  /** Ascending, from `from` to `to`: period `i` is `[boundaries[i], boundaries[i + 1])`. */
  readonly boundaries: ReadonlyArray<Instant>
  /** When period `i` starts by the local clock. The first may start before `from`. */
  readonly starts: ReadonlyArray<Instant>
}

export const periodsOf = ({ from, groupBy, timezone, to }: PeriodsRequest): Periods => {
  invariant(from < to, "a range of periods ends after it begins")
  const spans = offsetSpans(timezone, from - lookBackDays[groupBy] * millisPerDay, to)
  const starts: Array<Instant> = []
  for (const start of groupBy === "hour" ? hourStarts(spans) : dateStarts(spans, groupBy, from, timezone)) {
    if (start >= to) break
    if (start <= from) starts[0] = start
    // A day that the calendar left out starts where the next one does.
    else if (start > (starts.at(-1) ?? from)) starts.push(start)
  }
  return { boundaries: [from, ...starts.slice(1), to], starts }
}

/** How far before the range its first period may start, with a day or two for what the clock was moved by. */
const lookBackDays: { readonly [G in Grouping]: number } = { hour: 2, day: 3, week: 9, month: 33 }

function* hourStarts(spans: ReadonlyArray<OffsetSpan>): Generator<Instant> {
  for (const { from, offsetMillis, until } of spans) {
    yield from
    const hoursPassed = Math.floor((from + offsetMillis) / millisPerHour)
    const next = (hoursPassed + 1) * millisPerHour - offsetMillis
    for (let start = next; start < until; start += millisPerHour) yield start
  }
}

/** The starts of the period that `from` lies in and of the following ones; an end where the spans do. */
function* dateStarts(
  spans: ReadonlyArray<OffsetSpan>,
  groupBy: Exclude<Grouping, "hour">,
  from: Instant,
  timezone: string
): Generator<Instant> {
  const today = Math.floor((from + offsetMillisAt(from, timezone)) / millisPerDay)
  let first = firstDateOf[groupBy](today)
  for (const span of spans) {
    // Dates ascend, so where a span has no instant of a date, the next one is asked for it.
    for (;;) {
      const start = startWithin(span, first * millisPerDay)
      if (start === undefined) break
      yield start
      first = nextDateOf[groupBy](first)
    }
  }
}

/** Dates are counted in days since 1970-01-01, which was a Thursday. */
type DateNumber = number

const inCalendar = (date: DateNumber, change: (day: Date) => void): DateNumber => {
  const day = new Date(date * millisPerDay)
  change(day)
  return day.getTime() / millisPerDay
}

/** The first date of the period that a date lies in. */
const firstDateOf = {
  day: (date: DateNumber) => date,
  week: (date: DateNumber) => Math.floor((date + 3) / 7) * 7 - 3,
  month: (date: DateNumber) => inCalendar(date, (day) => day.setUTCDate(1))
}

const nextDateOf = {
  day: (date: DateNumber) => date + 1,
  week: (date: DateNumber) => date + 7,
  month: (date: DateNumber) => inCalendar(date, (day) => day.setUTCMonth(day.getUTCMonth() + 1))
}
