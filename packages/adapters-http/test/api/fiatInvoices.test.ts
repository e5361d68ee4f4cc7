import { assert, describe, it } from "vitest"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

const fields = (more: Record<string, unknown> = {}) => ({ amount: 100.5, currency: "USD", ...more })

const outcome = ({ code, status }: ApiAnswer) => [status, code]
const list = (answer: ApiAnswer) => answer.body.invoices as ReadonlyArray<Record<string, unknown>>
const createdId = async (api: TestApi, more: Record<string, unknown> = {}) =>
  String((await api.fiat("invoices", { body: fields(more) })).body.id)

const minuteMillis = 60_000
const startedAt = Date.UTC(2026, 0, 15, 12)
const fromStart = (millis: number) => new Date(startedAt + millis).toISOString()

describe("creating an invoice", () => {
  it("201: the bare record, without paidAt, and the request's id in the header", async () => {
    await using api = await startTestApi()
    const metadata = { order: 7, tags: ["a", null], nested: { b: "ü" } }
    const answer = await api.fiat("invoices", {
      body: fields({ description: "shoes", metadata, redirectUrl: "https://shop.test/thanks" })
    })
    assert.strictEqual(answer.status, 201)
    assert.match(answer.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    const { id, paymentUrl, ...record } = answer.body
    assert.match(String(id), /^inv_[0-9a-f]{32}$/)
    assert.match(String(paymentUrl), /^http:\/\/api\.test\/pay\/bank\/[0-9a-f]{44}$/)
    assert.notInclude(String(paymentUrl), String(id).slice(4))
    assert.deepStrictEqual(record, {
      amount: 100.5,
      currency: "USD",
      description: "shoes",
      status: "pending",
      metadata,
      redirectUrl: "https://shop.test/thanks",
      externalId: null,
      batchId: null,
      payerBank: null,
      late: false,
      createdAt: "2026-01-15T12:00:00.000Z",
      updatedAt: "2026-01-15T12:00:00.000Z",
      expiresAt: "2026-01-16T12:00:00.000Z"
    })
  })

  it("201: what may be left out may be null, and what is not known is ignored", async () => {
    await using api = await startTestApi()
    const absent = { description: null, metadata: null, expiresAt: null, redirectUrl: null }
    const answer = await api.fiat("invoices", { body: fields({ ...absent, status: "paid", id: "mine" }) })
    assert.strictEqual(answer.status, 201)
    assert.deepInclude(answer.body, {
      description: null,
      metadata: {},
      redirectUrl: null,
      status: "pending",
      expiresAt: "2026-01-16T12:00:00.000Z"
    })
    assert.notStrictEqual(answer.body.id, "mine")
  })

  it.each([
    [{ amount: 0.5 }, 0.5],
    [{ amount: 50_000 }, 50_000],
    [{ amount: 0.57 }, 0.57],
    [{ currency: "EUR", amount: 1e3 }, 1000],
    [{ currency: "RUB", amount: 1_000_000 }, 1_000_000],
    [{ currency: "KZT", amount: 25_000_000 }, 25_000_000],
    [{ description: "😀".repeat(500) }, 100.5],
    [{ expiresAt: fromStart(5 * minuteMillis) }, 100.5],
    // Sent with five minutes to go, and a second on its way.
    [{ expiresAt: fromStart(5 * minuteMillis - 1000) }, 100.5],
    [{ expiresAt: fromStart(90 * 24 * 60 * minuteMillis) }, 100.5],
    [{ expiresAt: "2026-01-16T18:00:00+06:00" }, 100.5],
    [{ redirectUrl: "http://localhost:8080/thanks?a=1" }, 100.5]
  ])("201: at its bound, %o", async (more, amount) => {
    await using api = await startTestApi()
    const answer = await api.fiat("invoices", { body: fields(more) })
    assert.deepStrictEqual([answer.status, answer.body.amount], [201, amount])
  })

  it.each<readonly [string, Record<string, unknown>]>([
    ["amount", { amount: undefined }],
    ["amount", { amount: null }],
    ["amount", { amount: "100" }],
    ["amount", { amount: true }],
    ["amount", { amount: [1] }],
    ["currency", { currency: undefined }],
    ["currency", { currency: "USDT" }],
    ["currency", { currency: "usd" }],
    ["currency", { currency: 840 }],
    ["description", { description: 5 }],
    ["metadata", { metadata: [] }],
    ["metadata", { metadata: "text" }],
    ["expiresAt", { expiresAt: "tomorrow" }],
    ["expiresAt", { expiresAt: "2026-02-30T12:00:00Z" }],
    ["expiresAt", { expiresAt: startedAt }],
    ["redirectUrl", { redirectUrl: 5 }]
  ])("400 invalid_request: a malformed %s, %o", async (field, more) => {
    await using api = await startTestApi()
    const answer = await api.fiat("invoices", { body: fields(more) })
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
    assert.deepStrictEqual(Object.keys(answer.body), ["success", "error", "requestId"])
    assert.strictEqual(answer.body.success, false)
    assert.include(answer.body.error?.message, field)
    assert.strictEqual(answer.body.error?.details?.[0]?.field, field)
    assert.strictEqual(answer.headers.get("x-request-id"), answer.body.requestId ?? "none")
  })

  it.each<readonly [string, Record<string, unknown>]>([
    ["amount", { amount: 0 }],
    ["amount", { amount: -1 }],
    ["amount", { amount: 0.49 }],
    ["amount", { amount: 50_000.01 }],
    ["amount", { amount: 1.001 }],
    ["amount", { amount: 1e300 }],
    ["amount", { currency: "RUB", amount: 9.99 }],
    ["amount", { currency: "KZT", amount: 99.99 }],
    ["expiresAt", { expiresAt: fromStart(5 * minuteMillis - 1001) }],
    ["expiresAt", { expiresAt: fromStart(90 * 24 * 60 * minuteMillis + 1) }],
    ["expiresAt", { expiresAt: "2001-01-01" }],
    ["redirectUrl", { redirectUrl: "javascript:alert(1)" }],
    ["redirectUrl", { redirectUrl: "/thanks" }],
    ["redirectUrl", { redirectUrl: "" }],
    ["redirectUrl", { redirectUrl: `https://shop.test/${"x".repeat(2048)}` }],
    ["description", { description: "x".repeat(501) }],
    ["metadata", { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, key) => [key, 1])) }],
    ["metadata", { metadata: { a: "x".repeat(16 * 1024) } }]
  ])("422 validation_failed: a rule of %s, %o", async (field, more) => {
    await using api = await startTestApi()
    const answer = await api.fiat("invoices", { body: fields(more) })
    assert.deepStrictEqual(outcome(answer), [422, "validation_failed"])
    assert.deepStrictEqual(Object.keys(answer.body), ["success", "error", "requestId"])
    assert.strictEqual(answer.body.error?.details?.[0]?.field, field)
    assert.strictEqual(list(await api.fiat("invoices")).length, 0)
  })

  it("400 before 422: with a malformed field and a broken rule, naming both", async () => {
    await using api = await startTestApi()
    const answer = await api.fiat("invoices", {
      body: fields({ currency: "USDT", description: "x".repeat(501) })
    })
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
    const named = answer.body.error?.details?.map(({ field }) => field)
    assert.sameMembers(named ?? [], ["currency", "description"])
  })

  it("422: in live mode a redirect is https only", async () => {
    await using api = await startTestApi({ mode: "live", keyScopes: ["payments:write"] })
    const answer = await api.fiat("invoices", { body: fields({ redirectUrl: "http://shop.test" }) })
    assert.deepStrictEqual(outcome(answer), [422, "validation_failed"])
  })

  it("503 service_unavailable: no bank rail, with the time to wait", async () => {
    await using api = await startTestApi({ mode: "live", keyScopes: ["payments:write"] })
    const answer = await api.fiat("invoices", { body: fields() })
    assert.deepStrictEqual(outcome(answer), [503, "service_unavailable"])
    assert.include(answer.body.error?.message, "BankRail")
    assert.isAtLeast(Number(answer.headers.get("retry-after")), 1)
  })
})

describe("reading and cancelling an invoice", () => {
  it("200: the bare record, with paidAt", async () => {
    await using api = await startTestApi()
    const created = await api.fiat("invoices", { body: fields() })
    const answer = await api.fiat(`invoices/${created.body.id}`)
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.body, { ...created.body, paidAt: null, redactedAt: null })
  })

  it("redacts: what is personal is gone from every read, and its page still works; once more changes nothing", async () => {
    await using api = await startTestApi()
    const { body } = await api.fiat("invoices", {
      body: fields({
        description: "For Jane Doe",
        metadata: { customer: "Jane Doe" },
        redirectUrl: "https://shop.example/jane"
      })
    })
    const path = `invoices/${body.id}`
    const redacted = await api.fiat(`${path}/redact`, { method: "POST" })
    assert.strictEqual(redacted.status, 200)
    const { amount, description, metadata, redactedAt, redirectUrl, status } = redacted.body
    assert.deepStrictEqual(
      [amount, description, metadata, redirectUrl, status],
      [body.amount, null, {}, null, "cancelled"]
    )
    assert.isString(redactedAt)
    api.wall.now += 1000
    const again = await api.fiat(`${path}/redact`, { method: "POST" })
    assert.deepStrictEqual([again.status, again.body], [200, redacted.body])
    assert.deepStrictEqual((await api.fiat(path)).body, redacted.body)
    const { invoices } = (await api.fiat("invoices")).body
    assert.deepStrictEqual(invoices, [redacted.body])
    const page = await api.call({ path: new URL(String(body.paymentUrl)).pathname, headers: {} })
    assert.strictEqual(page.status, 200)
  })

  it("cancels what is pending; then 409 invalid_state", async () => {
    await using api = await startTestApi()
    const id = await createdId(api)
    const cancelled = await api.fiat(`invoices/${id}/cancel`, { method: "POST" })
    assert.deepStrictEqual(
      [cancelled.status, cancelled.body.status, cancelled.body.id],
      [200, "cancelled", id]
    )
    const again = await api.fiat(`invoices/${id}/cancel`, { method: "POST" })
    assert.deepStrictEqual(outcome(again), [409, "invalid_state"])
  })

  it("is paid by the simulated bank, and listed with paidAt and the payer's bank", async () => {
    await using api = await startTestApi()
    const id = await createdId(api)
    api.wall.now += 1000
    const paid = await api.sandbox(`invoices/${id}/pay`, { bank: "Kaspi" })
    assert.strictEqual(paid.status, 200)
    assert.deepStrictEqual(Object.keys(paid.body), ["success", "invoice", "requestId"])
    const [listed] = list(await api.fiat("invoices", { query: "status=paid" }))
    assert.deepStrictEqual(listed, paid.body.invoice)
    assert.deepInclude(listed, {
      id,
      status: "paid",
      payerBank: "Kaspi",
      late: false,
      paidAt: "2026-01-15T12:00:01.000Z"
    })
    const answer = await api.fiat(`invoices/${id}/cancel`, { method: "POST" })
    assert.deepStrictEqual(outcome(answer), [409, "invalid_state"])
  })
})

describe("listing invoices", () => {
  it("pages through them, newest first, and is empty past the end", async () => {
    await using api = await startTestApi()
    const ids: Array<string> = []
    for (let index = 0; index < 5; index++) {
      api.wall.now += index % 2
      ids.unshift(await createdId(api))
    }
    const first = await api.fiat("invoices", { query: "limit=2" })
    assert.deepStrictEqual(Object.keys(first.body), ["invoices", "pagination"])
    assert.deepStrictEqual(first.body.pagination, { page: 1, limit: 2, total: 5, totalPages: 3 })
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => api.fiat("invoices", { query: `limit=2&page=${page}` }))
    )
    assert.deepStrictEqual(
      pages.map((page) => list(page).map(({ id }) => id)),
      [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4), []]
    )
    assert.deepStrictEqual(pages[3]?.body.pagination, { page: 4, limit: 2, total: 5, totalPages: 3 })
  })

  it("answers an empty list with no pages, 20 a page", async () => {
    await using api = await startTestApi()
    const { body } = await api.fiat("invoices")
    assert.deepStrictEqual(body, {
      invoices: [],
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0 }
    })
  })

  it("filters by status, currency and creation: from inclusive, to exclusive, any offset", async () => {
    await using api = await startTestApi()
    const early = await createdId(api)
    api.wall.now += 1000
    const late = await createdId(api, { currency: "KZT", amount: 100 })
    await api.fiat(`invoices/${late}/cancel`, { method: "POST" })
    const found = async (query: string) => list(await api.fiat("invoices", { query })).map(({ id }) => id)
    assert.deepStrictEqual(await found("status=cancelled"), [late])
    assert.deepStrictEqual(await found("currency=USD"), [early])
    assert.deepStrictEqual(await found("from=2026-01-15T12:00:01Z"), [late])
    assert.deepStrictEqual(await found("to=2026-01-15T12:00:01Z"), [early])
    assert.deepStrictEqual(await found("from=2026-01-15T18:00:00%2B06:00&to=2026-01-15T18:00:01+06:00"), [
      early
    ])
    assert.deepStrictEqual(await found("from=2026-01-16&to=2026-01-15"), [])
    assert.deepStrictEqual(await found("currency=USD&status=cancelled&unknown=1"), [])
  })
})
