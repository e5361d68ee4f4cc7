import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { type Grouping, groupings, periodsOf } from "../../../src/concepts/analytics/Periods.ts"
import { zonedInstant } from "../../../src/kernel/time/TimeZone.ts"
import { holds } from "../../holds.ts"
import { zoneAndInstant } from "../../kernel/time/timezones.ts"

const hour = 3_600_000
const day = 24 * hour

/** Each period's start by the local clock, and how many hours of the range it has. */
const cut = (timezone: string, groupBy: Grouping, from: string, to: string) => {
  const request = { from: Date.parse(from), to: Date.parse(to), groupBy, timezone }
  const { boundaries, starts } = periodsOf(request)
  return starts.map((start, index) => [
    zonedInstant(start, timezone),
    ((boundaries[index + 1] ?? 0) - (boundaries[index] ?? 0)) / hour
  ])
}

describe("local days", () => {
  it.each([
    ["America/New_York", "2026-03-08", "2026-03-08T00:00:00-05:00", 23],
    ["America/New_York", "2026-11-01", "2026-11-01T00:00:00-04:00", 25],
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-05T00:00:00+11:00", 24.5],
    ["Australia/Lord_Howe", "2025-10-05", "2025-10-05T00:00:00+10:30", 23.5],
    ["Pacific/Chatham", "2026-04-05", "2026-04-05T00:00:00+13:45", 25],
    ["Asia/Kathmandu", "2026-01-01", "2026-01-01T00:00:00+05:45", 24],
    ["Asia/Kathmandu", "1986-01-01", "1986-01-01T00:15:00+05:45", 23.75],
    // The clock goes from 24:00 to 01:00: the day begins at 1.
    ["Asia/Beirut", "2026-03-29", "2026-03-29T01:00:00+03:00", 23],
    ["America/Havana", "2026-03-08", "2026-03-08T01:00:00-04:00", 23],
    ["America/Sao_Paulo", "2017-10-15", "2017-10-15T01:00:00-02:00", 23],
    // It goes from 01:00 to 00:00: midnight comes twice, and the first counts.
    ["America/Havana", "2026-11-01", "2026-11-01T00:00:00-04:00", 25],
    // It goes from 24:00 to 23:00: the hour is the old day's.
    ["Asia/Beirut", "2026-10-24", "2026-10-24T00:00:00+03:00", 25],
    ["America/Sao_Paulo", "2018-02-17", "2018-02-17T00:00:00-02:00", 25],
    // It goes from 00:01 to 23:01: the day had begun, and goes on.
    ["America/St_Johns", "2010-11-07", "2010-11-07T00:00:00-02:30", 25],
    // Almaty put its clock back at the end of 29 February, for good.
    ["Asia/Almaty", "2024-02-29", "2024-02-29T00:00:00+06:00", 25],
    ["Asia/Almaty", "2024-03-01", "2024-03-01T00:00:00+05:00", 24]
  ] as const)("of %s: %s begins at %s and has %d hours", (timezone, date, start, hours) => {
    const noon = Date.parse(`${date}T12:00:00${start.slice(19)}`)
    const [from, to] = [noon - 2 * day, noon + 2 * day].map((at) => new Date(at).toISOString())
    const days = cut(timezone, "day", from ?? "", to ?? "")
    assert.deepStrictEqual(
      days.filter(([begins]) => String(begins).startsWith(date)),
      [[start, hours]]
    )
  })

  it("that the calendar left out have no period", () =>
    assert.deepStrictEqual(cut("Pacific/Apia", "day", "2011-12-29T10:00:00Z", "2011-12-31T10:00:00Z"), [
      ["2011-12-29T00:00:00-10:00", 24],
      ["2011-12-31T00:00:00+14:00", 24]
    ]))
})

describe("local weeks and months", () => {
  it("weeks start on Monday, also over the end of a year", () =>
    assert.deepStrictEqual(cut("Europe/Berlin", "week", "2025-12-31T23:00:00Z", "2026-01-12T00:00:00Z"), [
      ["2025-12-29T00:00:00+01:00", 96],
      ["2026-01-05T00:00:00+01:00", 168],
      ["2026-01-12T00:00:00+01:00", 1]
    ]))

  it("a week in which the clock is changed has an hour less", () =>
    assert.deepStrictEqual(cut("Europe/Berlin", "week", "2026-03-22T23:00:00Z", "2026-03-29T22:00:00Z"), [
      ["2026-03-23T00:00:00+01:00", 167]
    ]))

  it("months have the days that they have, in leap years too", () =>
    assert.deepStrictEqual(cut("Asia/Almaty", "month", "2024-01-31T18:00:00Z", "2024-03-31T19:00:00Z"), [
      ["2024-02-01T00:00:00+06:00", 29 * 24 + 1],
      ["2024-03-01T00:00:00+05:00", 31 * 24]
    ]))

  it("a range within one month is one period, whose start lies before it", () =>
    assert.deepStrictEqual(cut("UTC", "month", "2026-03-31T23:59:59Z", "2026-04-01T00:00:00Z"), [
      ["2026-03-01T00:00:00+00:00", 1 / 3600]
    ]))
})

describe("local hours", () => {
  it("a repeated hour is two, which differ by their offset", () =>
    assert.deepStrictEqual(cut("America/New_York", "hour", "2026-11-01T05:00:00Z", "2026-11-01T08:00:00Z"), [
      ["2026-11-01T01:00:00-04:00", 1],
      ["2026-11-01T01:00:00-05:00", 1],
      ["2026-11-01T02:00:00-05:00", 1]
    ]))

  it("an hour that is left out has no period", () =>
    assert.deepStrictEqual(cut("America/New_York", "hour", "2026-03-08T06:00:00Z", "2026-03-08T08:00:00Z"), [
      ["2026-03-08T01:00:00-05:00", 1],
      ["2026-03-08T03:00:00-04:00", 1]
    ]))

  it("where the clock jumps inside an hour the period starts at the jump", () => {
    assert.deepStrictEqual(
      cut("Australia/Lord_Howe", "hour", "2026-04-04T14:00:00Z", "2026-04-04T16:30:00Z"),
      [
        ["2026-04-05T01:00:00+11:00", 1],
        ["2026-04-05T01:30:00+10:30", 0.5],
        ["2026-04-05T02:00:00+10:30", 1]
      ]
    )
    assert.deepStrictEqual(
      cut("Australia/Lord_Howe", "hour", "2025-10-04T14:30:00Z", "2025-10-04T17:00:00Z"),
      [
        ["2025-10-05T01:00:00+10:30", 1],
        ["2025-10-05T02:30:00+11:00", 0.5],
        ["2025-10-05T03:00:00+11:00", 1]
      ]
    )
  })

  it("start at the full local hour where offsets are not whole hours", () =>
    assert.deepStrictEqual(cut("Asia/Kathmandu", "hour", "2026-01-01T00:00:00Z", "2026-01-01T01:15:00Z"), [
      ["2026-01-01T05:00:00+05:45", 0.25],
      ["2026-01-01T06:00:00+05:45", 1]
    ]))
})

const longest: { readonly [G in Grouping]: number } = { hour: 3, day: 12, week: 40, month: 100 }

const requests = fc
  .constantFrom(...groupings)
  .chain((groupBy) =>
    fc
      .tuple(zoneAndInstant, fc.integer({ min: 1, max: longest[groupBy] * day }))
      .map(([{ at, timezone }, length]) => ({ from: at, to: at + length, groupBy, timezone }))
  )

describe("periods of any range", () => {
  it("divide it: ascending from end to end, each begun where it starts", () =>
    holds(
      fc.property(requests, (request) => {
        const { boundaries, starts } = periodsOf(request)
        assert.deepStrictEqual([boundaries[0], boundaries.at(-1)], [request.from, request.to])
        assert.strictEqual(starts.length, boundaries.length - 1)
        assert.isAtMost(starts[0] ?? 0, request.from)
        for (let index = 1; index < boundaries.length; index++)
          assert.isAbove(boundaries[index] ?? 0, boundaries[index - 1] ?? 0)
        assert.deepStrictEqual(starts.slice(1), boundaries.slice(1, -1))
      })
    ))

  it("are the same whatever part of them is asked for", () =>
    holds(
      fc.property(requests, fc.double({ min: 0, max: 1, noNaN: true }), (request, part) => {
        const middle = request.from + Math.floor((request.to - request.from) * part)
        const whole = periodsOf(request).starts
        for (const half of [
          { ...request, to: middle },
          { ...request, from: middle }
        ]) {
          if (half.from >= half.to) continue
          for (const start of periodsOf(half).starts) assert.include(whole, start)
        }
      })
    ))

  it("are what asking Intl for the local time of every quarter of an hour tells", () =>
    holds(
      fc.property(requests, (request) => {
        const { boundaries } = periodsOf(request)
        const label = labels(request.groupBy, request.timezone)
        const step = hour / 4
        // The day that the range begins in may have begun two days before it.
        const first = Math.floor(request.from / step) * step
        for (let at = first - 2 * day; at < first; at += step) label(at)
        let before: { readonly name: string; readonly index: number } | undefined
        let index = -1
        for (let at = first + step; at < request.to; at += step) {
          while ((boundaries[index + 1] ?? Number.POSITIVE_INFINITY) <= at) index += 1
          const now = { name: label(at), index }
          if (before !== undefined)
            assert.strictEqual(now.index === before.index, now.name === before.name, zonedInstant(at, "UTC"))
          before = now
        }
      }),
      150
    ))
})

/** Names the period of an instant by what `Intl` prints; instants come in their order. Dates never go back. */
const labels = (groupBy: Grouping, timezone: string) => {
  const clock = new Intl.DateTimeFormat("sv-SE", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "short"
  })
  const offset = new Intl.DateTimeFormat("en", { timeZone: timezone, timeZoneName: "longOffset" })
  let latest = ""
  return (at: number): string => {
    const [date = "", time = ""] = clock.format(at).split(" ")
    if (groupBy === "hour") return `${date} ${time.slice(0, 2)} ${offset.format(at).split(" ").at(-1)}`
    if (date > latest) latest = date
    if (groupBy === "day") return latest
    if (groupBy === "month") return latest.slice(0, 7)
    const weekday = (new Date(latest).getUTCDay() + 6) % 7
    return new Date(Date.parse(latest) - weekday * day).toISOString().slice(0, 10)
  }
}
