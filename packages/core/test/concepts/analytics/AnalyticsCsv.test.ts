import { Result } from "effect"
import { assert, describe, it } from "vitest"
import { analyticsQuery } from "../../../src/concepts/analytics/AnalyticsRequest.ts"
import { analyticsCsv, analyticsView } from "../../../src/concepts/analytics/AnalyticsView.ts"
import { periodsOf } from "../../../src/concepts/analytics/Periods.ts"
import { zeroFigures } from "../../../src/kernel/counter/Counter.ts"

describe("figures as a sheet", () => {
  it("have a line for each period, with its decimals and its local date", () => {
    const range = { from: Date.parse("2026-02-28T19:00Z"), to: Date.parse("2026-03-02T19:00Z") }
    const query = Result.getOrThrow(analyticsQuery({ ...range, timezone: "Asia/Almaty" }, 0))
    const figures = { ...zeroFigures, created: 3, paid: 2, paidMinor: 1_050n }
    const periods = [{ index: 1, currency: "USD", figures } as const]
    const view = analyticsView(query, periodsOf(query).starts, { periods, banks: [] })
    assert.strictEqual(
      analyticsCsv(view),
      "date,volume,count,paidCount\r\n" +
        "2026-03-01T00:00:00+05:00,0,0,0\r\n" +
        "2026-03-02T00:00:00+05:00,10.5,3,2\r\n"
    )
  })
})
