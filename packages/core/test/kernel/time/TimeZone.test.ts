import { Option } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { isTimeZone, offsetSpans, timeZoneNamed, zonedInstant } from "../../../src/kernel/time/TimeZone.ts"
import { holds } from "../../holds.ts"
import { changes, zoneAndInstant } from "./timezones.ts"

describe("the name of a time zone", () => {
  it("is one of the IANA database, in upper or lower case", () => {
    for (const name of ["UTC", "Asia/Almaty", "asia/almaty", "ETC/GMT+5", "America/Argentina/Buenos_Aires"])
      assert.isTrue(isTimeZone(name), name)
  })

  it("is told in the case in which Intl writes it, and never as another name of the same clocks", () => {
    for (const name of ["asia/almaty", "ASIA/ALMATY", "Asia/Almaty"])
      assert.deepStrictEqual(timeZoneNamed(name), Option.some("Asia/Almaty"))
    assert.deepStrictEqual(timeZoneNamed("utc"), Option.some("UTC"))
    for (const name of ["Asia/Kolkata", "Asia/Calcutta", "Asia/Kathmandu", "Europe/Kyiv", "US/Pacific"])
      assert.deepStrictEqual(timeZoneNamed(name), Option.some(name))
  })

  it("is no offset, no word that nobody gave a place, and nothing else", () => {
    const names = [
      "+05:30",
      "-0500",
      "+05",
      "−05:00",
      "",
      " ",
      "Z",
      "UTC+3",
      "local",
      "Mars/Base",
      "UTC\0",
      " UTC"
    ]
    for (const name of [...names, "America/Beirut", "constructor", "x".repeat(100_000)])
      assert.isFalse(isTimeZone(name), name.slice(0, 20))
  })

  it("stays known when many others were asked for", () => {
    const all = Intl.supportedValuesOf("timeZone")
    const instants = () => all.map((timezone) => zonedInstant(0, timezone))
    assert.deepStrictEqual(instants(), instants())
  })
})

describe("an instant in a time zone", () => {
  it.each([
    ["2026-02-28T19:00:00.000Z", "Asia/Almaty", "2026-03-01T00:00:00+05:00"],
    ["2026-02-28T19:00:00.999Z", "UTC", "2026-02-28T19:00:00+00:00"],
    ["2026-02-28T19:00:00.000Z", "Asia/Kathmandu", "2026-03-01T00:45:00+05:45"],
    ["2026-02-28T19:00:00.000Z", "Pacific/Chatham", "2026-03-01T08:45:00+13:45"],
    ["2026-02-28T19:00:00.000Z", "America/St_Johns", "2026-02-28T15:30:00-03:30"],
    ["2026-02-28T19:00:00.000Z", "Etc/GMT+12", "2026-02-28T07:00:00-12:00"],
    ["1970-01-01T00:00:00.000Z", "Africa/Monrovia", "1969-12-31T23:15:30-00:44:30"]
  ])("%s in %s is %s", (instant, timezone, expected) =>
    assert.strictEqual(zonedInstant(Date.parse(instant), timezone), expected)
  )

  it("reads back as that instant, to the second", () =>
    holds(
      fc.property(zoneAndInstant, ({ at, timezone }) => {
        assert.strictEqual(Date.parse(zonedInstant(at, timezone)), Math.floor(at / 1_000) * 1_000)
      })
    ))
})

describe("the spans of one offset", () => {
  it.each(changes.filter(([timezone]) => !["UTC", "Asia/Kolkata"].includes(timezone)))(
    "of %s meet at %s, to the millisecond",
    (timezone, change) => {
      const at = Date.parse(change)
      const spans = offsetSpans(timezone, at - 86_400_001, at + 86_400_003)
      assert.deepStrictEqual(
        spans.map(({ from, until }) => [from - at, until - at]),
        [
          [-86_400_001, 0],
          [0, 86_400_003]
        ]
      )
    }
  )

  it("cover a range without gaps, and neighbours differ", () =>
    holds(
      fc.property(zoneAndInstant, fc.integer({ min: 1, max: 400 }), ({ at, timezone }, days) => {
        const to = at + days * 86_400_000 + 17
        const spans = offsetSpans(timezone, at, to)
        assert.strictEqual(spans[0]?.from, at)
        assert.strictEqual(spans.at(-1)?.until, to)
        for (const [index, { from, offsetMillis }] of spans.entries()) {
          const before = spans[index - 1]
          if (before === undefined) continue
          assert.strictEqual(before.until, from)
          assert.notStrictEqual(before.offsetMillis, offsetMillis)
        }
      }),
      100
    ))
})
