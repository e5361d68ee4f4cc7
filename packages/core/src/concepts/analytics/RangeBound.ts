import { Schema } from "effect"
import { type CalendarDate, isCalendarDate, startOfDate } from "../../kernel/time/CalendarDate.ts"
import type { Instant } from "../../kernel/time/Instant.ts"

/** An end of a range that somebody asks for: an instant, or the start of a day in a time zone. */
export type RangeBound = Instant | CalendarDate

/** The range of dates with four-digit years, reduced by what a default or a time zone may add. */
const earliest = Date.parse("0002-01-01T00:00:00Z")
const latest = Date.parse("9999-01-01T00:00:00Z")

const isBound = (value: unknown): value is RangeBound =>
  typeof value === "number" || (typeof value === "string" && isCalendarDate(value))

export const RangeBound = Schema.declare(isBound, { expected: "number" }).check(
  Schema.makeFilter((given: RangeBound) => {
    const at = typeof given === "number" ? given : Date.parse(given)
    return Number.isInteger(at) && at >= earliest && at <= latest
      ? undefined
      : "invalid_value:must be an instant from the year 2 to the year 9998"
  })
)

export const boundAt = (given: RangeBound, timezone: string): Instant =>
  typeof given === "number" ? given : startOfDate(given, timezone)
