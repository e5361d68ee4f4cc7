import type { CalendarDate, Place } from "@quittance/core/adapter"
import { refuse } from "../refuse.ts"
import { readAmount } from "../StatementAmount.ts"
import { dayOf } from "../StatementDay.ts"

/** What `:61:` says of an entry. */
export interface Mt940Line {
  readonly valueOn: CalendarDate
  readonly bookedOn: CalendarDate
  readonly direction: "credit" | "debit"
  readonly isReversal: boolean
  /** Expected only: `EC` and `ED`. */
  readonly isExpected: boolean
  readonly amountMinor: bigint
  /** The bank's reference, of any length. */
  readonly bankReference: string | undefined
}

/**
 * Value date, booking day, direction, third letter of the currency, amount, type, references. Banks leave out the comma
 * before no decimals, put a space before the type, and leave out the references or the type.
 */
const form =
  /^(?<value>\d{6})(?<booked>\d{4})?(?<mark>[RE]?[CD])[A-Z]? ?(?<amount>\d[\d.,]*) ?(?:[NSF][A-Z\d ]{3})?(?<references>.*)$/

export const readMt940Line = (text: string, place: Place): Mt940Line => {
  const parts = form.exec(text)?.groups
  if (parts === undefined)
    return refuse(place, `“:61:${text.slice(0, 40)}” must be an entry as MT940 has them`)
  const { amount = "", booked, mark = "", references = "", value = "" } = parts
  const valueOn = readShortDay(value, place)
  const isReversal = mark.startsWith("R")
  return {
    valueOn,
    bookedOn: booked === undefined ? valueOn : bookingDay(booked, valueOn, place),
    // A credit that is taken back is a debit.
    direction: mark.endsWith("C") === isReversal ? "debit" : "credit",
    isReversal,
    isExpected: mark.startsWith("E"),
    amountMinor: readAmount(amount, ",", place),
    bankReference: bankReferenceIn(references)
  }
}

const bankReferenceIn = (references: string): string | undefined => {
  const at = references.indexOf("//")
  const reference = at < 0 ? "" : references.slice(at + 2).trim()
  return reference === "" || reference === "NONREF" ? undefined : reference
}

/** `YYMMDD`, of this century up to 79. */
export const readShortDay = (text: string, place: Place): CalendarDate => {
  const [year = 0, month = 0, day = 0] = (text.match(/\d\d/g) ?? []).map(Number)
  return dayOf(year + (year < 80 ? 2000 : 1900), month, day, text, place)
}

/** `MMDD`, of the year in which it is nearest to the value date. */
const bookingDay = (text: string, valueOn: CalendarDate, place: Place): CalendarDate => {
  const month = Number(text.slice(0, 2))
  const away = month - Number(valueOn.slice(5, 7))
  const year = Number(valueOn.slice(0, 4)) + (away > 6 ? -1 : away < -6 ? 1 : 0)
  return dayOf(year, month, Number(text.slice(2)), text, place)
}
