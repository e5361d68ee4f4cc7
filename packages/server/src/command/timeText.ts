import {
  type Instant,
  millisPerDay,
  millisPerHour,
  millisPerMinute,
  millisPerSecond
} from "@quittance/core/adapter"

/** A time for people: `2026-01-31 12:00:09`, in UTC, which the head of its column says. */
export const timeText = (at: Instant): string => new Date(at).toISOString().slice(0, 19).replace("T", " ")

const units = [
  [millisPerDay, "d"],
  [millisPerHour, "h"],
  [millisPerMinute, "min"],
  [millisPerSecond, "s"]
] as const

/** A length of time in its largest whole unit: `3 h`. */
const durationText = (millis: number): string => {
  const [size, unit] = units.find(([size]) => millis >= size) ?? [millisPerSecond, "s"]
  return `${Math.floor(millis / size)} ${unit}`
}

/** The same with its distance from now: `2026-01-31 12:00:09 UTC, 3 h ago`. */
export const timeFromNow = (at: Instant, now: Instant): string => {
  const distance = at > now ? `in ${durationText(at - now)}` : `${durationText(now - at)} ago`
  return `${timeText(at)} UTC, ${distance}`
}
