import { assert, describe, it } from "@effect/vitest"
import type { AnalyticsView } from "@quittance/core"
import { analyticsReport } from "../src/command/analyticsReport.ts"

const view: AnalyticsView = {
  summary: {
    totalVolume: 120.5,
    totalCount: 12,
    paidCount: 3,
    expiredCount: 2,
    cancelledCount: 1,
    conversionRate: 25,
    averageAmount: 40.17
  },
  byPeriod: [
    { date: "2026-03-01T00:00:00+05:00", volume: 100.5, count: 10, paidCount: 2 },
    { date: "2026-03-02T00:00:00+05:00", volume: 0, count: 0, paidCount: 0 },
    { date: "2026-03-03T00:00:00+05:00", volume: 20, count: 2, paidCount: 1 }
  ],
  byCurrency: { KZT: { volume: 120.5, count: 12, paidCount: 3 } },
  byBank: { Aqbank: { volume: 120.5, count: 3, percentage: 100 } },
  from: "2026-02-28T19:00:00.000Z",
  to: "2026-03-03T19:00:00.000Z",
  groupBy: "day",
  timezone: "Asia/Almaty",
  currency: null
}

describe("analyticsReport", () => {
  it("is a summary, a line with a bar for each period, and the banks", () =>
    assert.deepStrictEqual(analyticsReport("shop", view, { columns: 60, bars: "blocks" }), [
      "Invoices of shop created from 2026-03-01T00:00:00+05:00 to 2026-03-04T00:00:00+05:00 (Asia/Almaty)",
      "",
      "  Created    12",
      "  Paid       3 (25 %)",
      "  Expired    2",
      "  Cancelled  1",
      "  Volume     120.50 KZT",
      "  Average    40.17 KZT",
      "",
      "DAY         CREATED  PAID  VOLUME  BY VOLUME",
      "2026-03-01       10     2  100.50  █████████████████████████",
      "2026-03-02        0     0    0.00",
      "2026-03-03        2     1   20.00  █████",
      "",
      "BANK    PAID  VOLUME     SHARE",
      "Aqbank     3  120.50  100.00 %"
    ]))

  it("is plain where no terminal shows it, and its periods fit the width", () => {
    for (const columns of [30, 38, 42, 80, 400]) {
      const lines = analyticsReport("shop", view, { columns, bars: "plain" })
      assert.isTrue(lines.every((line) => /^[\x20-\x7e]*$/.test(line)))
      const periods = lines.filter((line) => line.startsWith("2026"))
      assert.lengthOf(periods, 3)
      for (const line of periods) assert.isAtMost(line.length, Math.max(columns, 33))
      assert.strictEqual(periods[0]?.includes("#####"), columns >= 40)
    }
  })

  it("tells hours with their offset, weeks by their Monday and months by their name", () => {
    const first = (groupBy: AnalyticsView["groupBy"]) =>
      analyticsReport("shop", { ...view, groupBy }, { columns: 80, bars: "plain" }).find((line) =>
        line.startsWith("2026")
      )
    assert.match(first("hour") ?? "", /^2026-03-01 00:00 \+05:00 {2}/)
    assert.match(first("week") ?? "", /^2026-03-01 {2}/)
    assert.match(first("month") ?? "", /^2026-03 {2}/)
  })

  it("says that sums mix currencies, and tells each", () => {
    const mixed: AnalyticsView = {
      ...view,
      byCurrency: { ...view.byCurrency, USD: { volume: 0, count: 1, paidCount: 0 } },
      mixedCurrencies: true
    }
    const lines = analyticsReport("shop", mixed, { columns: 80, bars: "blocks" })
    assert.include(lines, "  Volume     120.50 (sum over several currencies)")
    assert.includeMembers(
      [...lines],
      [
        "CURRENCY  CREATED  PAID  VOLUME",
        "KZT            12     3  120.50",
        "USD             1     0    0.00"
      ]
    )
  })

  it("draws what was created where nothing was paid", () => {
    const summary = { ...view.summary, totalVolume: 0, paidCount: 0 }
    const byPeriod = view.byPeriod.map((period) => ({ ...period, volume: 0, paidCount: 0 }))
    const lines = analyticsReport(
      "shop",
      { ...view, summary, byPeriod, byBank: {} },
      { columns: 45, bars: "plain" }
    )
    assert.deepStrictEqual(lines.slice(9), [
      "DAY         CREATED  PAID  VOLUME  BY CREATED",
      "2026-03-01       10     0    0.00  ##########",
      "2026-03-02        0     0    0.00",
      "2026-03-03        2     0    0.00  ##"
    ])
  })

  it("says so where there are no invoices", () => {
    const summary = { ...view.summary, totalCount: 0 }
    assert.deepStrictEqual(
      analyticsReport("shop", { ...view, summary }, { columns: 80, bars: "plain" }).slice(1),
      ["", "There are none."]
    )
  })

  it("lets no bank's name steer the terminal", () => {
    const byBank = { "Bank\u001b[2J\u202e": { volume: 1, count: 1, percentage: 100 } }
    const text = analyticsReport("shop", { ...view, byBank }, { columns: 80, bars: "plain" }).join("\n")
    assert.include(text, "Bank\\u001b[2J\\u202e")
    assert.notMatch(text.replaceAll("\n", ""), /\p{C}/u)
  })
})
