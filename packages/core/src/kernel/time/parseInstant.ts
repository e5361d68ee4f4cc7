import type { Instant } from "./Instant.ts"

const dateTime =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/

/**
 * An ISO 8601 date or date-time; without an offset it is UTC. Undefined if it is invalid, or names a day that
 * does not exist.
 */
export const parseInstant = (text: string): Instant | undefined => {
  const match = dateTime.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "", zone = "Z"] = match
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, "0")}Z`
  const at = new Date(local)
  // A day or an hour that does not exist would roll over into the next.
  if (Number.isNaN(at.getTime()) || at.toISOString() !== local) return undefined
  if (zone === "Z") return at.getTime()
  const hours = Number.parseInt(zone.slice(1, 3), 10)
  const minutes = Number.parseInt(zone.slice(3).replace(":", "") || "0", 10)
  if (hours > 23 || minutes > 59) return undefined
  const offsetMillis = (hours * 60 + minutes) * 60_000
  return at.getTime() - (zone.startsWith("-") ? -offsetMillis : offsetMillis)
}
