import { type CalendarDate, isCalendarDate, offsetMillisAt, type Place } from "@quittance/core/adapter"
import { refuse } from "./refuse.ts"

const twoDigits = (part: number): string => String(part).padStart(2, "0")

/** A day from its parts. Some banks count 30 days in every month: the 29th and 30th of February are its last day. */
export const dayOf = (
  year: number,
  month: number,
  day: number,
  written: string,
  place: Place
): CalendarDate => {
  const last = month === 2 && day <= 30 ? new Date(Date.UTC(year, 2, 0)).getUTCDate() : 31
  const text = `${year}-${twoDigits(month)}-${twoDigits(Math.min(day, last))}`
  return isCalendarDate(text) ? text : refuse(place, `the date “${written}” must be a day of the calendar`)
}

const forms = {
  "YYYY-MM-DD": /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/,
  "DD.MM.YYYY": /^(?<day>\d\d)\.(?<month>\d\d)\.(?<year>\d{4})$/,
  "DD/MM/YYYY": /^(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})$/,
  "MM/DD/YYYY": /^(?<month>\d\d)\/(?<day>\d\d)\/(?<year>\d{4})$/,
  YYYYMMDD: /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/
} as const

/** A day as a format writes it. */
export const readDay = (text: string, form: keyof typeof forms, place: Place): CalendarDate => {
  const parts = forms[form].exec(text)?.groups
  if (parts === undefined) return refuse(place, `the date “${text.slice(0, 40)}” must be written as ${form}`)
  return dayOf(Number(parts.year), Number(parts.month), Number(parts.day), text, place)
}

/** `2026-11-28T10:15:30.123456+01:00`: the day, the time, and where clocks stand if that is said. */
const isoTime = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/

/** An instant of ISO 8601; without an offset it is local time of the bank. */
export const readInstant = (text: string, timeZone: string): number | undefined => {
  const [, day, time, fraction = "", offset] = isoTime.exec(text) ?? []
  if (day === undefined || time === undefined) return undefined
  const at = Date.parse(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}${offset ?? "Z"}`)
  if (Number.isNaN(at)) return undefined
  return offset === undefined ? at - offsetMillisAt(at, timeZone) : at
}

/** The bank's day of an instant; of a time without an offset, the day that is written. */
export const dayOfTime = (text: string, timeZone: string): string | undefined => {
  const [, day, , , offset] = isoTime.exec(text) ?? []
  const at = offset === undefined ? undefined : readInstant(text, timeZone)
  return at === undefined ? day : new Date(at + offsetMillisAt(at, timeZone)).toISOString().slice(0, 10)
}
