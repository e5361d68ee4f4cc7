import { millisPerDay } from "@quittance/core/adapter"
import { Wrong } from "./Environment.ts"

const retentionDaysMax = 3650

/** A retention in milliseconds, from a variable in days. */
export const retentionDays = (text: string): number | Wrong => {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= retentionDaysMax
    ? days * millisPerDay
    : new Wrong(`must be a whole number of days from 1 to ${retentionDaysMax}`)
}
