import { assert, describe, it } from "vitest"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

const outcome = ({ code, status }: ApiAnswer) => [status, code]
const create = async (api: TestApi, fields: Record<string, unknown>) =>
  String((await api.fiat("invoices", { body: fields })).body.id)

describe("analytics of invoices", () => {
  it("200: the bare record, by creation, zero-filled, without requestId", async () => {
    await using api = await startTestApi()
    const paid = await create(api, { amount: 100.1, currency: "USD" })
    await create(api, { amount: 50, currency: "USD" })
    const cancelled = await create(api, { amount: 100, currency: "KZT" })
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
    assert.match(answer.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
  })

  it("takes the range, the currency, the grouping and the time zone from the query", async () => {
    await using api = await startTestApi()
    await create(api, { amount: 10, currency: "USD" })
    await create(api, { amount: 10, currency: "EUR" })
    api.wall.now += 1
    const defaults = (await api.fiat("analytics")).body
    assert.deepInclude(defaults, {
      from: "2025-12-16T12:00:00.001Z",
      to: "2026-01-15T12:00:00.001Z",
      groupBy: "day"
    })
    assert.strictEqual((defaults.summary as { readonly totalCount: number }).totalCount, 2)
    const { body } = await api.fiat("analytics", {
      query: "from=2026-01-15T00:00:00%2B05:00&to=2026-01-16&currency=EUR&groupBy=month&timezone=Asia/Almaty"
    })
    assert.deepInclude(body, { currency: "EUR", groupBy: "month", timezone: "Asia/Almaty" })
    assert.deepStrictEqual(body.byPeriod, [
      { date: "2026-01-01T00:00:00+05:00", volume: 0, count: 1, paidCount: 0 }
    ])
  })

  it.each(["hour", "day", "week", "month"])("answers groupBy=%s alone", async (groupBy) => {
    await using api = await startTestApi()
    const answer = await api.fiat("analytics", { query: `groupBy=${groupBy}&timezone=Europe/Berlin` })
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.body.groupBy, groupBy)
  })

  it("shows each partner its own", async () => {
    await using api = await startTestApi()
    await create(api, { amount: 10, currency: "USD" })
    const other = await api.createKey({ partner: "other" })
    api.wall.now += 1
    const { body } = await api.fiat("analytics", { key: other })
    assert.strictEqual((body.summary as { readonly totalCount: number }).totalCount, 0)
  })

  it.each([
    ["from", "from=x"],
    ["to", "to=2026-13-01"],
    ["from", "from=2026-01-16&to=2026-01-15"],
    ["from", "from=2026-01-15&to=2026-01-15"],
    ["from", "from=2025-01-01&to=2026-01-03"],
    ["from", "from=2026-01-01&to=2026-01-09&groupBy=hour"],
    ["currency", "currency=USDT"],
    ["currency", "currency="],
    ["groupBy", "groupBy=year"],
    ["groupBy", "groupBy=day&groupBy=hour"],
    ["timezone", "timezone=Mars/Olympus"],
    ["timezone", "timezone=%2B05:30"]
  ])("400 invalid_request, never 422: %s in ?%s", async (field, query) => {
    await using api = await startTestApi()
    const answer = await api.fiat("analytics", { query })
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
    assert.strictEqual(answer.body.error?.details?.[0]?.field, field)
  })
})
