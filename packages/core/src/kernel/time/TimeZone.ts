import { Option, Result, Schema, SchemaTransformation } from "effect"
import { type Instant, millisPerDay, millisPerHour, millisPerMinute, millisPerSecond } from "./Instant.ts"

/**
 * Local time by the names of the IANA time zone database, as `Intl` knows them: the rules are those of the runtime, so
 * a new edition of the database comes with a new runtime.
 */

/** One format takes tens of kilobytes, and names come from clients, so only this many are cached. */
const formatsMax = 64
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timezone: string): Intl.DateTimeFormat => {
  const kept = formats.get(timezone)
  if (kept !== undefined) return kept
  const format = new Intl.DateTimeFormat("en-US", { timeZone: timezone, timeZoneName: "longOffset" })
  if (formats.size >= formatsMax) formats.clear()
  formats.set(timezone, format)
  return format
}

/**
 * The name in the spelling of `Intl`; none if no time zone has it. A name that `Intl` replaces by another one
 * (`Asia/Calcutta` for `Asia/Kolkata`, depending on the runtime) stays as given. A bare offset such as
 * `+05:30` is not a time zone: no clocks follow it.
 */
export const timeZoneNamed = (name: string): Option.Option<string> => {
  if (!/^[A-Za-z]/.test(name)) return Option.none()
  const format = Result.try(() => formats.get(name) ?? new Intl.DateTimeFormat("en-US", { timeZone: name }))
  return Option.map(Result.getSuccess(format), (known) => {
    const { timeZone } = known.resolvedOptions()
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name
  })
}

export const isTimeZone = (name: string): boolean => Option.isSome(timeZoneNamed(name))

/** The name of a time zone, in any case; decoded as `timeZoneNamed` returns it. */
export const TimeZoneName = Schema.String.check(
  Schema.makeFilter((name: string) =>
    isTimeZone(name)
      ? undefined
      : "invalid_value:must be the name of a time zone such as Europe/Berlin or UTC"
  )
).pipe(
  Schema.decode(
    SchemaTransformation.transform({
      decode: (name: string) => Option.getOrElse(timeZoneNamed(name), () => name),
      encode: (name: string) => name
    })
  )
)

/** The offset of local time from UTC, to the second: London kept `-00:01:15` until 1847. */
export const offsetMillisAt = (at: Instant, timezone: string): number => {
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(formatOf(timezone).format(at))
  const [, sign = "+", hours = "0", minutes = "0", seconds = "0"] = match ?? []
  const millis =
    Number(hours) * millisPerHour + Number(minutes) * millisPerMinute + Number(seconds) * millisPerSecond
  return sign === "-" ? -millis : millis
}

/**
 * The instant one year earlier with the same local date and time. For February 29 it is the 28th; for a time
 * that the clock skipped, the one after its jump; for a time that occurred twice, the second.
 */
export const localYearBefore = (at: Instant, timezone: string): Instant => {
  const day = new Date(at + offsetMillisAt(at, timezone))
  const month = day.getUTCMonth()
  day.setUTCFullYear(day.getUTCFullYear() - 1)
  if (day.getUTCMonth() !== month) day.setUTCDate(0)
  const local = day.getTime()
  const candidates = [-millisPerDay, millisPerDay].map(
    (away) => local - offsetMillisAt(local + away, timezone)
  )
  const shown = candidates.filter((each) => each + offsetMillisAt(each, timezone) === local)
  return Math.max(...(shown.length > 0 ? shown : candidates))
}

/** A time between two jumps of the clock: `[from, until)`. */
export interface OffsetSpan {
  readonly from: Instant
  readonly until: Instant
  readonly offsetMillis: number
}

/**
 * The spans that make up `[from, to)`, in order. It is enough to look once a day: the database has no two changes of
 * one offset less than three days apart.
 */
export const offsetSpans = (timezone: string, from: Instant, to: Instant): ReadonlyArray<OffsetSpan> => {
  const spans: Array<OffsetSpan> = []
  let start = from
  let offsetMillis = offsetMillisAt(from, timezone)
  for (let at = from; at < to; at += millisPerDay) {
    const next = Math.min(at + millisPerDay, to)
    const nextOffsetMillis = offsetMillisAt(next, timezone)
    if (nextOffsetMillis === offsetMillis) continue
    const until = jumpBetween(at, next, timezone)
    spans.push({ from: start, until, offsetMillis })
    start = until
    offsetMillis = nextOffsetMillis
  }
  if (start < to) spans.push({ from: start, until: to, offsetMillis })
  return spans
}

/** The first instant whose offset is no longer that of `before`. */
const jumpBetween = (before: Instant, after: Instant, timezone: string): Instant => {
  const offsetMillis = offsetMillisAt(before, timezone)
  let low = before
  let high = after
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetMillisAt(middle, timezone) === offsetMillis) low = middle
    else high = middle
  }
  return high
}

const twoDigits = (count: number): string => String(count).padStart(2, "0")

/** ISO 8601 with the offset of that moment, to the second: `2026-03-01T00:00:00+05:00`. */
export const zonedInstant = (at: Instant, timezone: string): string => {
  const offsetMillis = offsetMillisAt(at, timezone)
  const local = new Date(at + offsetMillis).toISOString().slice(0, -".000Z".length)
  const size = Math.abs(offsetMillis)
  const hours = Math.floor(size / millisPerHour)
  const minutes = Math.floor((size % millisPerHour) / millisPerMinute)
  const seconds = (size % millisPerMinute) / millisPerSecond
  const offset = [hours, minutes, ...(seconds === 0 ? [] : [seconds])].map(twoDigits).join(":")
  return `${local}${offsetMillis < 0 ? "-" : "+"}${offset}`
}
