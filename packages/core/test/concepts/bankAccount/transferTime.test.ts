import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { settlesUntil } from "../../../src/concepts/bankAccount/settlesUntil.ts"
import { type TransferBooking, transferTime } from "../../../src/concepts/bankAccount/transferTime.ts"
import { dateAt, daysAfter, endOfDate } from "../../../src/kernel/time/CalendarDate.ts"
import { zonedInstant } from "../../../src/kernel/time/TimeZone.ts"
import { holds } from "../../holds.ts"
import { zoneAndInstant } from "../../kernel/time/timezones.ts"

const hour = 3_600_000
const day = 24 * hour

const berlin = { timeZone: "Europe/Berlin", settlementDays: 5 }
const friday = Date.parse("2026-03-06T18:00:00+01:00")
const invoice = { createdAt: friday - 2 * hour, expiresAt: friday }

const verdict = (booking: TransferBooking, importedAt = friday + 30 * day) => {
  const { isLate, isTooLate, paidAt } = transferTime(berlin, invoice, booking, importedAt)
  return [zonedInstant(paidAt, berlin.timeZone), isTooLate ? "too late" : isLate ? "late" : "in time"]
}

describe("the time of a transfer", () => {
  it("takes on Monday what was sent on Friday evening: banks book on working days", () =>
    assert.deepStrictEqual(verdict({ bookedOn: "2026-03-09" }), ["2026-03-09T23:59:59+01:00", "late"]))

  it("is in time on the day of the expiry, whatever the hour, because a date has none", () =>
    assert.deepStrictEqual(verdict({ bookedOn: "2026-03-06" }), ["2026-03-06T23:59:59+01:00", "in time"]))

  it("ends with the last settlement day", () => {
    assert.strictEqual(verdict({ bookedOn: "2026-03-11" })[1], "late")
    assert.strictEqual(verdict({ bookedOn: "2026-03-12" })[1], "too late")
  })

  it("is that of the acceptance where the bank says it, which has 24 hours", () => {
    const accepted = (acceptedAt: number) => verdict({ bookedOn: "2026-03-12", acceptedAt })
    assert.deepStrictEqual(accepted(friday + 5 * hour), ["2026-03-06T23:00:00+01:00", "in time"])
    assert.deepStrictEqual(accepted(friday + 6 * hour), ["2026-03-07T00:00:00+01:00", "late"])
    assert.strictEqual(accepted(friday + day)[1], "late")
    assert.strictEqual(accepted(friday + day + 1)[1], "too late")
  })

  it("is not after the import of a statement of the same day, and not before the invoice", () => {
    const noon = friday - 6 * hour
    assert.deepStrictEqual(verdict({ bookedOn: "2026-03-06" }, friday), [
      "2026-03-06T18:00:00+01:00",
      "in time"
    ])
    const atOnce = transferTime(berlin, invoice, { bookedOn: "2026-03-06", acceptedAt: noon }, friday + day)
    assert.strictEqual(atOnce.paidAt, invoice.createdAt)
  })

  const transfers = fc.record({
    where: zoneAndInstant,
    lifeMillis: fc.integer({ min: 300_000, max: 90 * day }),
    settlementDays: fc.integer({ min: 0, max: 30 }),
    bookedAfterDays: fc.integer({ min: -3, max: 40 }),
    acceptedAfter: fc.option(fc.integer({ min: -2 * day, max: 3 * day }), { nil: undefined }),
    importedAfter: fc.integer({ min: 0, max: 60 * day })
  })

  const told = ({
    acceptedAfter,
    bookedAfterDays,
    importedAfter,
    lifeMillis,
    settlementDays,
    where: { at: expiresAt, timezone: timeZone }
  }: typeof transfers extends fc.Arbitrary<infer T> ? T : never) => {
    const account = { timeZone, settlementDays }
    const order = { createdAt: expiresAt - lifeMillis, expiresAt }
    const bookedOn = daysAfter(dateAt(expiresAt, timeZone), bookedAfterDays)
    const acceptedAt = acceptedAfter === undefined ? undefined : expiresAt + acceptedAfter
    const importedAt = order.createdAt + importedAfter
    return { account, order, bookedOn, acceptedAt, importedAt }
  }

  it("holds in every zone, over every change of its clock: days of the bank, and bounds of `paidAt`", () =>
    holds(
      fc.property(transfers, (drawn) => {
        const { acceptedAt, account, bookedOn, importedAt, order } = told(drawn)
        const time = transferTime(account, order, { bookedOn, acceptedAt }, importedAt)
        assert.isAtLeast(time.paidAt, order.createdAt)
        assert.isAtMost(time.paidAt, importedAt)
        if (acceptedAt !== undefined) {
          assert.strictEqual(time.isTooLate, acceptedAt - order.expiresAt > day)
          const { timeZone } = account
          assert.strictEqual(time.isLate, dateAt(acceptedAt, timeZone) > dateAt(order.expiresAt, timeZone))
          return
        }
        assert.strictEqual(time.isLate, drawn.bookedAfterDays > 0)
        assert.strictEqual(time.isTooLate, drawn.bookedAfterDays > drawn.settlementDays)
        // What the page says is what the rule does: until then the bank's day is over in time.
        const last = endOfDate(bookedOn, account.timeZone)
        assert.strictEqual(time.isTooLate, last > settlesUntil(account, order.expiresAt))
      })
    ))
})
