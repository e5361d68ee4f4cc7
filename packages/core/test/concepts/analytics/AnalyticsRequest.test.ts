import { Option, Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { type AnalyticsRequest, analyticsQuery } from "../../../src/concepts/analytics/AnalyticsRequest.ts"
import { periodsOf } from "../../../src/concepts/analytics/Periods.ts"
import { breaksRule } from "../../../src/kernel/input/Input.ts"
import type { CalendarDate } from "../../../src/kernel/time/CalendarDate.ts"
import { zonedInstant } from "../../../src/kernel/time/TimeZone.ts"
import { holds } from "../../holds.ts"
import { zoneAndInstant } from "../../kernel/time/timezones.ts"

const day = 86_400_000
const now = Date.parse("2026-03-15T12:34:56.789Z")

const asked = (request: AnalyticsRequest) => Result.getOrThrow(analyticsQuery(request, now))

/** The fields that are refused, each with what is said of it. */
const refused = (request: unknown) => {
  const query = analyticsQuery(request as AnalyticsRequest, now)
  if (Result.isSuccess(query)) return {}
  assert.isFalse(query.failure.issues.some(breaksRule), "all of it is malformed")
  return Object.fromEntries(query.failure.issues.map(({ field, message }) => [field, message]))
}

describe("a request for figures", () => {
  it("that asks for nothing is for all currencies, by day in UTC, of the last 30 days", () => {
    const defaults = {
      from: now - 30 * day,
      to: now,
      currency: Option.none(),
      groupBy: "day",
      timezone: "UTC"
    } as const
    assert.deepStrictEqual(asked({}), defaults)
    assert.deepStrictEqual(
      asked({ from: null, to: undefined, currency: null, groupBy: null, timezone: null }),
      defaults
    )
  })

  it("with one end has the other: 30 days before it, or now", () => {
    assert.include(asked({ to: now - day }), { from: now - 31 * day, to: now - day })
    assert.include(asked({ from: now - day }), { from: now - day, to: now })
  })

  it.each([
    ["hour", "2026-03-08T12:34:56.789Z"],
    ["day", "2026-02-13T12:34:56.789Z"],
    ["week", "2025-09-14T12:34:56.789Z"],
    ["month", "2025-03-15T12:34:56.789Z"]
  ])("that names only the grouping is of a range that %s can answer", (groupBy, from) => {
    assert.include(asked({ groupBy }), { from: Date.parse(from), to: now })
    holds(
      fc.property(zoneAndInstant, ({ at, timezone }) => {
        const year = asked({ to: at, groupBy, timezone })
        assert.isBelow(year.from, at)
      })
    )
  })

  it.each([
    ["a leap day", "UTC", "2024-02-29T12:00:00Z", "2023-02-28T12:00:00Z"],
    ["the year after one", "UTC", "2025-02-28T12:00:00Z", "2024-02-28T12:00:00Z"],
    [
      "a first of March that is still February in UTC",
      "Asia/Almaty",
      "2025-03-01T02:00:00+05:00",
      "2024-03-01T02:00:00+05:00"
    ],
    ["a last of December", "America/New_York", "2025-12-31T23:59:59-05:00", "2024-12-31T23:59:59-05:00"],
    ["between two years' jumps", "Europe/Berlin", "2026-03-29T12:00:00+02:00", "2025-03-29T12:00:00+01:00"],
    ["a time left out", "Europe/Berlin", "2026-03-30T02:30:00+02:00", "2025-03-30T03:30:00+02:00"],
    ["a time gone through twice", "Europe/Berlin", "2025-10-27T02:30:00+01:00", "2024-10-27T02:30:00+01:00"]
  ])("12 months before is the same day by the local clock: %s", (_what, timezone, to, from) => {
    const year = asked({ to: Date.parse(to), groupBy: "month", timezone })
    assert.strictEqual(new Date(year.from).toISOString(), new Date(from).toISOString())
  })

  it("keeps what it says, the time zone as Intl writes it", () => {
    const request = { from: 1, to: 2, currency: "KZT", groupBy: "month", timezone: "asia/ALMATY" }
    assert.deepStrictEqual(asked(request), {
      from: 1,
      to: 2,
      currency: Option.some("KZT"),
      groupBy: "month",
      timezone: "Asia/Almaty"
    })
  })

  it("is refused with every field that is wrong", () =>
    assert.deepStrictEqual(
      refused({ from: 0.5, to: Number.NaN, currency: "usd", groupBy: "year", timezone: "+05:30" }),
      {
        from: "must be an instant from the year 2 to the year 9998",
        to: "must be an instant from the year 2 to the year 9998",
        currency: "must be one of USD, EUR, RUB, KZT",
        groupBy: "must be one of hour, day, week, month",
        timezone: "must be the name of a time zone such as Europe/Berlin or UTC"
      }
    ))

  it("is refused when its values are of other types", () => {
    const fields = { from: "2026-02-30", to: [], currency: 1, groupBy: {}, timezone: true }
    assert.hasAllKeys(refused(fields), Object.keys(fields))
    assert.hasAllKeys(refused("all"), [""])
  })

  it("is refused for a crypto currency and for names that objects have", () => {
    for (const name of ["USDT", "", "constructor", "__proto__"]) {
      assert.hasAllKeys(refused({ currency: name }), ["currency"])
      assert.hasAllKeys(refused({ groupBy: name }), ["groupBy"])
    }
  })

  it.each([
    [{ from: 5, to: 5 }, "must be before to"],
    [{ from: 6, to: 5 }, "must be before to"],
    [{ from: now }, "must be before to"],
    [{ from: 0, to: 366 * day + 1 }, "must be at most 366 days before to"],
    [{ from: 0, to: 7 * day + 1, groupBy: "hour" }, "must be at most 7 days before to when grouping by hour"]
  ])("%j is refused: from %s", (request, message) =>
    assert.deepStrictEqual(refused(request), { from: message })
  )

  it("reaches 366 days to the millisecond, and 7 by the hour", () => {
    for (const groupBy of ["day", "week", "month"]) asked({ from: 0, to: 366 * day, groupBy })
    asked({ from: 0, to: 7 * day, groupBy: "hour" })
  })

  it("is of 7 days also in a week in which the clock is changed", () => {
    const berlin = { groupBy: "hour", timezone: "Europe/Berlin" }
    const week = (from: string, to: string) => ({ ...berlin, from: Date.parse(from), to: Date.parse(to) })
    asked(week("2026-10-19T00:00:00+02:00", "2026-10-26T00:00:00+01:00"))
    asked(week("2026-03-23T00:00:00+01:00", "2026-03-30T01:00:00+02:00"))
    assert.hasAllKeys(refused(week("2026-10-19T00:00:00+02:00", "2026-10-26T00:00:00.001+01:00")), ["from"])
    assert.hasAllKeys(refused(week("2026-03-23T00:00:00+01:00", "2026-03-30T01:00:00.001+02:00")), ["from"])
  })

  const dates = [
    ["UTC", "2026-03-01", "2026-03-01T00:00:00Z"],
    ["Asia/Almaty", "2026-03-01", "2026-03-01T00:00:00+05:00"],
    ["Asia/Almaty", "2024-03-01", "2024-03-01T00:00:00+05:00"],
    ["Asia/Almaty", "2024-02-29", "2024-02-29T00:00:00+06:00"],
    ["America/New_York", "2026-03-08", "2026-03-08T00:00:00-05:00"],
    ["America/New_York", "2026-03-09", "2026-03-09T00:00:00-04:00"],
    ["Pacific/Kiritimati", "2026-03-01", "2026-03-01T00:00:00+14:00"],
    ["Pacific/Niue", "2026-03-01", "2026-03-01T00:00:00-11:00"],
    ["Australia/Lord_Howe", "2026-04-06", "2026-04-06T00:00:00+10:30"],
    // Midnight is left out; comes twice; and is a day that the calendar left out.
    ["Asia/Beirut", "2026-03-29", "2026-03-29T01:00:00+03:00"],
    ["America/Havana", "2026-11-01", "2026-11-01T00:00:00-04:00"],
    ["America/Sao_Paulo", "2018-02-18", "2018-02-18T00:00:00-03:00"],
    ["Pacific/Apia", "2011-12-30", "2011-12-31T00:00:00+14:00"]
  ] as const
  it.each(dates)("in %s a date without a time is the start of the day: %s is %s", (timezone, date, start) => {
    const at = Date.parse(start)
    assert.include(asked({ from: date, to: at + day, timezone }), { from: at, to: at + day })
    assert.include(asked({ from: at - day, to: date, timezone }), { from: at - day, to: at })
    assert.strictEqual(asked({ to: date, timezone }).from, at - 30 * day)
  })

  it("of a date without a time and without a time zone is in UTC", () => {
    const at = Date.parse("2026-03-01T00:00:00Z")
    assert.include(asked({ from: "2026-03-01", to: "2026-03-02" }), { from: at, to: at + day })
    assert.include(asked({ from: "2026-03-01", to: at + 1, timezone: null }), { from: at })
  })

  it("of two dates has the days between them as its periods, each whole, whatever the clock does", () =>
    holds(
      fc.property(zoneAndInstant, fc.integer({ min: 2, max: 20 }), ({ at, timezone }, count) => {
        const dateAt = (instant: number) => zonedInstant(instant, timezone).slice(0, 10) as CalendarDate
        const [from, to] = [dateAt(at), dateAt(at + count * day)]
        const query = asked({ from, to, timezone })
        const { boundaries, starts } = periodsOf(query)
        assert.deepStrictEqual(boundaries.slice(0, -1), starts)
        assert.strictEqual(dateAt(query.from), from)
        assert.isTrue(dateAt(query.from - 1) < from)
        assert.isTrue(dateAt(query.to - 1) < to)
        assert.isTrue(dateAt(query.to) >= to)
      })
    ))

  it("of a date is refused by the time zone alone where that is wrong, and by the date where it is none", () => {
    assert.hasAllKeys(refused({ from: "2026-03-01", to: "2026-03-02", timezone: "Mars" }), ["timezone"])
    for (const from of ["2026-02-30", "2026-3-1", "2026-03-01T00:00:00Z", "", "0000-01-01", "9999-12-31"])
      assert.hasAllKeys(refused({ from, to: "2026-03-02" }), ["from"])
    assert.deepStrictEqual(refused({ from: "2026-03-02", to: "2026-03-02", timezone: "Asia/Almaty" }), {
      from: "must be before to"
    })
  })

  it("of dates has 366 days, or 7 by the hour, also where the clock is changed", () => {
    for (const timezone of ["America/New_York", "Australia/Lord_Howe", "UTC"]) {
      asked({ from: "2025-06-01", to: "2026-06-02", timezone })
      assert.hasAllKeys(refused({ from: "2025-06-01", to: "2026-06-03", timezone }), ["from"])
      for (const [from, to] of [
        ["2026-03-05", "2026-03-12"],
        ["2026-04-01", "2026-04-08"],
        ["2026-10-29", "2026-11-05"]
      ] as const)
        asked({ from, to, timezone, groupBy: "hour" })
    }
  })

  it("whatever it says is answered with a query or a refusal", () =>
    holds(
      fc.property(
        fc.record(
          {
            from: fc.oneof(
              fc.anything(),
              zoneAndInstant.map(({ at }) => at)
            ),
            to: fc.oneof(
              fc.anything(),
              zoneAndInstant.map(({ at }) => at)
            ),
            currency: fc.anything(),
            groupBy: fc.oneof(fc.anything(), fc.constant("hour")),
            timezone: fc.oneof(
              fc.string(),
              zoneAndInstant.map(({ timezone }) => timezone)
            )
          },
          { requiredKeys: [] }
        ),
        (request) => {
          const query = analyticsQuery(request as AnalyticsRequest, now)
          if (Result.isFailure(query)) return assert.isAbove(query.failure.issues.length, 0)
          const { from, groupBy, to } = query.success
          assert.isBelow(from, to)
          assert.isAtMost(to - from, (groupBy === "hour" ? 7 : 366) * day + day / 2)
        }
      )
    ))
})
