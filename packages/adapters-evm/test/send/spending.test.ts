import { assert, describe, it } from "@effect/vitest"
import { millisPerDay, millisPerHour } from "@quittance/core/adapter"
import { brokenLimit, limitsOf, recentHours, withSpent } from "../../src/send/spending.ts"
import { noLimits } from "./Paying.ts"

const hour = 500_000 * millisPerHour

describe("what was paid out in an hour", () => {
  it("counts until a day after its end, to the millisecond", () => {
    const spent = [{ from: hour, minor: 7n }]
    const end = hour + millisPerHour
    assert.deepStrictEqual(recentHours(spent, end + millisPerDay - 1), spent)
    assert.deepStrictEqual(recentHours(spent, end + millisPerDay), [])
  })

  it("grows by what is paid in the same hour, and the next hour begins anew", () => {
    const first = withSpent([], 5n, hour)
    assert.deepStrictEqual(first, [{ from: hour, minor: 5n }])
    const second = withSpent(first, 2n, hour + millisPerHour - 1)
    assert.deepStrictEqual(second, [{ from: hour, minor: 7n }])
    const third = withSpent(second, 1n, hour + millisPerHour)
    assert.deepStrictEqual(third, [
      { from: hour, minor: 7n },
      { from: hour + millisPerHour, minor: 1n }
    ])
    assert.deepStrictEqual(withSpent(third, 1n, hour + millisPerHour + 1), [
      { from: hour, minor: 7n },
      { from: hour + millisPerHour, minor: 2n }
    ])
  })
})

describe("a spending limit", () => {
  const spent = [{ from: hour, minor: 7n }]
  const inHour = hour + millisPerHour - 1

  it("lets through what reaches it, and stops one minor unit more", () => {
    assert.isUndefined(brokenLimit([], { ...noLimits, perPayoutMinor: 3n }, 3n, inHour))
    assert.strictEqual(brokenLimit([], { ...noLimits, perPayoutMinor: 3n }, 4n, inHour), "payout")
    assert.isUndefined(brokenLimit(spent, { ...noLimits, perHourMinor: 10n }, 3n, inHour))
    assert.strictEqual(brokenLimit(spent, { ...noLimits, perHourMinor: 10n }, 4n, inHour), "hour")
    assert.isUndefined(brokenLimit(spent, { ...noLimits, perDayMinor: 10n }, 3n, inHour))
    assert.strictEqual(brokenLimit(spent, { ...noLimits, perDayMinor: 10n }, 4n, inHour), "day")
    assert.isUndefined(brokenLimit(spent, noLimits, 10n ** 20n, inHour))
  })

  it("of an hour counts each hour as if all was paid at its end, and that of a day too", () => {
    const limit = { ...noLimits, perHourMinor: 10n }
    const end = hour + millisPerHour
    assert.strictEqual(brokenLimit(spent, limit, 4n, end + millisPerHour - 1), "hour")
    assert.isUndefined(brokenLimit(spent, limit, 4n, end + millisPerHour))
    const perDay = { ...noLimits, perDayMinor: 10n }
    assert.strictEqual(brokenLimit(spent, perDay, 4n, end + millisPerDay - 1), "day")
    assert.isUndefined(brokenLimit(spent, perDay, 4n, end + millisPerDay))
  })

  it("of one payout comes before that of an hour, and that before the one of a day", () => {
    const limits = { perPayoutMinor: 3n, perHourMinor: 10n, perDayMinor: 10n }
    assert.strictEqual(brokenLimit(spent, limits, 4n, inHour), "payout")
    assert.strictEqual(brokenLimit(spent, { ...limits, perPayoutMinor: 4n }, 4n, inHour), "hour")
    assert.deepStrictEqual(
      limitsOf({ maxPayoutMinor: 1n, maxPayoutPerHourMinor: 2n, maxPayoutPerDayMinor: 3n }),
      {
        ...{ perPayoutMinor: 1n, perHourMinor: 2n, perDayMinor: 3n }
      }
    )
  })
})
