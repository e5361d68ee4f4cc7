import { assert, describe, it } from "vitest"
import { startTestApi, type TestApi } from "../TestApi.ts"

const create = async (api: TestApi, amount: number, currency: string) =>
  String((await api.fiat("invoices", { body: { amount, currency } })).body.id)

describe("analytics of invoices", () => {
  it("200: the bare record, by creation, zero-filled", async () => {
    await using api = await startTestApi()
    const paid = await create(api, 100.1, "USD")
    await create(api, 50, "USD")
    const cancelled = await create(api, 100, "KZT")
    await api.sandbox(`invoices/${paid}/pay`, { bank: "Kaspi" })
    await api.fiat(`invoices/${cancelled}/cancel`, { method: "POST" })
    const answer = await api.fiat("analytics", { query: "from=2026-01-14&to=2026-01-16" })
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.body as unknown, {
      summary: {
        totalVolume: 100.1,
        totalCount: 3,
        paidCount: 1,
        expiredCount: 0,
        cancelledCount: 1,
        conversionRate: 33.33,
        averageAmount: 100.1
      },
      byPeriod: [
        { date: "2026-01-14T00:00:00+00:00", volume: 0, count: 0, paidCount: 0 },
        { date: "2026-01-15T00:00:00+00:00", volume: 100.1, count: 3, paidCount: 1 }
      ],
      byCurrency: {
        KZT: { volume: 0, count: 1, paidCount: 0 },
        USD: { volume: 100.1, count: 2, paidCount: 1 }
      },
      byBank: { Kaspi: { volume: 100.1, count: 1, percentage: 100 } },
      mixedCurrencies: true,
      from: "2026-01-14T00:00:00.000Z",
      to: "2026-01-16T00:00:00.000Z",
      groupBy: "day",
      timezone: "UTC",
      currency: null
    })
  })

  it("takes a date without a time as midnight of the time zone, at both ends, and a list takes it as midnight in UTC", async () => {
    await using api = await startTestApi()
    await create(api, 10, "USD")
    const answer = await api.fiat("analytics", {
      query: "from=2026-01-14&to=2026-01-16&timezone=Asia/Almaty"
    })
    assert.deepInclude(answer.body, { from: "2026-01-13T19:00:00.000Z", to: "2026-01-15T19:00:00.000Z" })
    assert.deepStrictEqual(answer.body.byPeriod, [
      { date: "2026-01-14T00:00:00+05:00", volume: 0, count: 0, paidCount: 0 },
      { date: "2026-01-15T00:00:00+05:00", volume: 0, count: 1, paidCount: 0 }
    ])
    const mixed = await api.fiat("analytics", {
      query: "from=2026-03-08&to=2026-03-09T00:00&timezone=America/New_York&groupBy=hour"
    })
    assert.deepInclude(mixed.body, { from: "2026-03-08T05:00:00.000Z", to: "2026-03-09T00:00:00.000Z" })
    const wrong = await api.fiat("analytics", { query: "from=2026-02-30&to=2026-13-01" })
    assert.deepStrictEqual(
      wrong.body.error?.details?.map(({ field, message }) => [field, message]),
      ["from", "to"].map((field) => [field, "must be an ISO 8601 date-time such as 2026-01-31T12:00:00Z"])
    )
    // Invoices are created at noon of the 15th.
    const listed = async (query: string) => {
      const { body } = await api.fiat("invoices", { query })
      return (body.invoices as ReadonlyArray<unknown>).length
    }
    assert.strictEqual(await listed("from=2026-01-15&to=2026-01-16"), 1)
    assert.strictEqual(await listed("from=2026-01-14&to=2026-01-15"), 0)
  })

  it("takes the range, the currency, the grouping and the time zone from the query, and refuses what the core does", async () => {
    await using api = await startTestApi()
    await create(api, 10, "USD")
    await create(api, 10, "EUR")
    const { body } = await api.fiat("analytics", {
      query: "from=2026-01-15T00:00:00%2B05:00&to=2026-01-16&currency=EUR&groupBy=month&timezone=Asia/Almaty"
    })
    assert.deepInclude(body, { currency: "EUR", groupBy: "month", timezone: "Asia/Almaty" })
    assert.deepStrictEqual(body.byPeriod, [
      { date: "2026-01-01T00:00:00+05:00", volume: 0, count: 1, paidCount: 0 }
    ])
    const refused = await api.fiat("analytics", { query: "from=2026-01-16&to=2026-01-15" })
    assert.deepStrictEqual([refused.status, refused.code], [400, "invalid_request"])
    assert.strictEqual(refused.body.error?.details?.[0]?.field, "from")
  })
})
