import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import type { FiguresAnswer } from "../../../src/concepts/analytics/AnalyticsReader.ts"
import { type AnalyticsRequest, analyticsQuery } from "../../../src/concepts/analytics/AnalyticsRequest.ts"
import { analyticsView } from "../../../src/concepts/analytics/AnalyticsView.ts"
import { periodsOf } from "../../../src/concepts/analytics/Periods.ts"
import { zeroFigures } from "../../../src/kernel/counter/Counter.ts"
import { fiatCurrencies, scaleOf } from "../../../src/kernel/money/Currency.ts"

const days = { from: Date.parse("2026-03-01T12:00Z"), to: Date.parse("2026-03-03T12:00Z") }

const shown = (answer: Partial<FiguresAnswer>, request: AnalyticsRequest = {}) => {
  const query = Result.getOrThrow(analyticsQuery({ ...days, ...request }, days.to))
  return analyticsView(query, periodsOf(query).starts, { periods: [], banks: [], ...answer })
}

const figures = (created: number, paid: number, paidMinor: bigint) => ({
  ...zeroFigures,
  created,
  paid,
  paidMinor
})

const usd = (index: number, ...of: Parameters<typeof figures>) =>
  ({ index, currency: "USD", figures: figures(...of) }) as const

describe("figures as the API shows them", () => {
  it("of no invoices are zeros for every period, never a division by zero", () =>
    assert.deepStrictEqual(shown({}, { timezone: "Asia/Almaty" }), {
      summary: {
        totalVolume: 0,
        totalCount: 0,
        paidCount: 0,
        expiredCount: 0,
        cancelledCount: 0,
        conversionRate: 0,
        averageAmount: 0
      },
      byPeriod: ["2026-03-01", "2026-03-02", "2026-03-03"].map((date) => ({
        date: `${date}T00:00:00+05:00`,
        volume: 0,
        count: 0,
        paidCount: 0
      })),
      byCurrency: {},
      byBank: {},
      from: "2026-03-01T12:00:00.000Z",
      to: "2026-03-03T12:00:00.000Z",
      groupBy: "day",
      timezone: "Asia/Almaty",
      currency: null
    }))

  it("of one currency add up, in one sum each", () => {
    const view = shown(
      {
        periods: [
          usd(0, 4, 1, 1_050n),
          {
            index: 2,
            currency: "USD",
            figures: { created: 3, paid: 1, expired: 1, cancelled: 1, paidMinor: 5n }
          }
        ],
        banks: [{ currency: "USD", bank: "Aqbank", paid: 2, paidMinor: 1_055n }]
      },
      { currency: "USD" }
    )
    assert.deepStrictEqual(view.summary, {
      totalVolume: 10.55,
      totalCount: 7,
      paidCount: 2,
      expiredCount: 1,
      cancelledCount: 1,
      conversionRate: 28.57,
      averageAmount: 5.28
    })
    assert.deepStrictEqual(
      view.byPeriod.map(({ count, paidCount, volume }) => [volume, count, paidCount]),
      [
        [10.5, 4, 1],
        [0, 0, 0],
        [0.05, 3, 1]
      ]
    )
    assert.deepStrictEqual(view.byCurrency, { USD: { volume: 10.55, count: 7, paidCount: 2 } })
    assert.deepStrictEqual(view.byBank, { Aqbank: { volume: 10.55, count: 2, percentage: 100 } })
    assert.strictEqual(view.currency, "USD")
    assert.notProperty(view, "mixedCurrencies")
  })

  it("of several currencies say that sums mix them; each currency and bank is exact", () => {
    const view = shown({
      periods: [
        usd(0, 2, 1, 100n),
        { index: 0, currency: "EUR", figures: figures(1, 1, 200n) },
        { index: 1, currency: "KZT", figures: figures(1, 0, 0n) }
      ],
      banks: [
        { currency: "USD", bank: "Aqbank", paid: 1, paidMinor: 100n },
        { currency: "EUR", bank: "Aqbank", paid: 1, paidMinor: 150n },
        { currency: "EUR", bank: "Bank B", paid: 1, paidMinor: 50n }
      ]
    })
    assert.isTrue(view.mixedCurrencies)
    assert.strictEqual(view.summary.totalVolume, 3)
    assert.deepStrictEqual(view.byCurrency, {
      EUR: { volume: 2, count: 1, paidCount: 1 },
      KZT: { volume: 0, count: 1, paidCount: 0 },
      USD: { volume: 1, count: 2, paidCount: 1 }
    })
    assert.deepStrictEqual(Object.entries(view.byBank), [
      ["Aqbank", { volume: 2.5, count: 2, percentage: 83.33 }],
      ["Bank B", { volume: 0.5, count: 1, percentage: 16.67 }]
    ])
  })

  it("know a currency only by its invoices", () => {
    const view = shown({ periods: [usd(0, 1, 0, 0n), { index: 0, currency: "EUR", figures: zeroFigures }] })
    assert.hasAllKeys(view.byCurrency, ["USD"])
    assert.notProperty(view, "mixedCurrencies")
  })

  it.each([
    [1, 32, 3.12],
    [3, 32, 9.38],
    [1, 3, 33.33],
    [2, 3, 66.67],
    [1, 20_001, 0],
    [20_000, 20_001, 100],
    [7, 7, 100]
  ])("%d paid of %d is a conversion of %d percent: half to even", (paid, created, percent) =>
    assert.strictEqual(shown({ periods: [usd(0, created, paid, 1n)] }).summary.conversionRate, percent)
  )

  it.each([
    [5n, 2, 0.02],
    [7n, 2, 0.04],
    [10n, 3, 0.03],
    [20n, 3, 0.07]
  ])("%d cents by %d is an average of %d: half to even", (paidMinor, paid, average) =>
    assert.strictEqual(shown({ periods: [usd(0, paid, paid, paidMinor)] }).summary.averageAmount, average)
  )

  it("of large sums are exact to the cent", () => {
    const view = shown({ periods: [usd(0, 1, 1, 6_999_999_999_999_999n)] })
    assert.strictEqual(view.summary.totalVolume, 69_999_999_999_999.99)
    assert.strictEqual(JSON.stringify(view.summary.averageAmount), "69999999999999.99")
  })

  it("of a sum that no JSON number carries are a defect, never a rounded figure", () =>
    assert.throws(() => shown({ periods: [usd(0, 1, 1, 70_000_000_000_000_001n)] }), "invariant broken"))

  it("take any text for a bank's name", () => {
    const banks = ["__proto__", "constructor", "", "10", "банк"].map(
      (bank) => ({ currency: "USD", bank, paid: 1, paidMinor: 1n }) as const
    )
    const view = shown({ periods: [usd(0, 5, 5, 5n)], banks })
    const sent = JSON.parse(JSON.stringify(view)).byBank
    assert.sameMembers(
      Object.keys(sent),
      banks.map(({ bank }) => bank)
    )
    for (const { bank } of banks)
      assert.deepStrictEqual(Object.getOwnPropertyDescriptor(sent, bank)?.value, {
        volume: 0.01,
        count: 1,
        percentage: 20
      })
  })

  it("add up currencies whose minor units are alike", () =>
    assert.deepStrictEqual([...new Set(fiatCurrencies.map((currency) => scaleOf[currency]))], [2]))

  it("are told for the currency that was asked for", () => {
    const query = Result.getOrThrow(analyticsQuery({ ...days, currency: "EUR" }, days.to))
    assert.deepStrictEqual(query.currency, Option.some("EUR"))
    assert.strictEqual(shown({}, { currency: "EUR" }).currency, "EUR")
  })
})
