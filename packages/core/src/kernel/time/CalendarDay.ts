import { Schema } from "effect"
import { type CalendarDate, isCalendarDate } from "./CalendarDate.ts"

/** A day of the calendar that was stored. */
export const CalendarDay = Schema.String.pipe(
  Schema.refine((text: string): text is CalendarDate => isCalendarDate(text))
)
