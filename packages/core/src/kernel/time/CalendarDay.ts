import { Schema } from "effect"
import { type CalendarDate, isCalendarDate } from "./CalendarDate.ts"

/** A day of the calendar, as the API writes it. */
export const CalendarDay = Schema.String.pipe(
  Schema.refine((text: string): text is CalendarDate => isCalendarDate(text), {
    message: "invalid_value:must be a day of the calendar, such as 2026-03-01"
  })
)
