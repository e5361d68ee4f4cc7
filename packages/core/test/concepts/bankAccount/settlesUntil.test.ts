import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { settlesUntil } from "../../../src/concepts/bankAccount/settlesUntil.ts"
import { dateAt, daysAfter } from "../../../src/kernel/time/CalendarDate.ts"
import { zonedInstant } from "../../../src/kernel/time/TimeZone.ts"

const until = (expiresAt: string, timeZone: string, settlementDays = 5): string =>
  zonedInstant(settlesUntil({ timeZone, settlementDays }, Date.parse(expiresAt)), timeZone)

describe("settlesUntil", () => {
  it("is the end of a day of the bank's calendar, so many days after that of the expiry", () => {
    expect(until("2026-11-27T22:30:00Z", "Europe/Berlin")).toBe("2026-12-02T23:59:59+01:00")
    // There it is the next day already.
    expect(until("2026-11-27T22:30:00Z", "Asia/Almaty")).toBe("2026-12-03T23:59:59+05:00")
    expect(until("2026-11-27T22:30:00Z", "America/New_York", 0)).toBe("2026-11-27T23:59:59-05:00")
  })

  it("counts days of 23 and 25 hours as days, and ends one whose midnight the clock skips before the next", () => {
    expect(until("2026-03-27T23:00:00+01:00", "Europe/Berlin", 2)).toBe("2026-03-29T23:59:59+02:00")
    expect(until("2026-10-23T23:00:00+02:00", "Europe/Berlin", 2)).toBe("2026-10-25T23:59:59+01:00")
    expect(until("2018-11-03T12:00:00-03:00", "America/Sao_Paulo", 0)).toBe("2018-11-03T23:59:59-03:00")
  })

  it("is never before the expiry, and on the day that is counted", () => {
    const zones = fc.constantFrom("Europe/Berlin", "Europe/Moscow", "Asia/Almaty", "America/New_York", "UTC")
    const instants = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) })
    fc.assert(
      fc.property(zones, instants, fc.integer({ min: 0, max: 30 }), (timeZone, expiresAt, settlementDays) => {
        const at = settlesUntil({ timeZone, settlementDays }, expiresAt)
        expect(at).toBeGreaterThanOrEqual(expiresAt)
        expect(dateAt(at, timeZone)).toBe(daysAfter(dateAt(expiresAt, timeZone), settlementDays))
        expect(dateAt(at + 1, timeZone)).not.toBe(dateAt(at, timeZone))
      })
    )
  })
})
