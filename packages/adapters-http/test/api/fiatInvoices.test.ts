import { InvoiceReader, MemoryStore, StoreUnavailable } from "@quittance/core"
import { Effect, Layer } from "effect"
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

  it.each([
    ["400 invalid_json", 400, "invalid_json", '{"amount":', "application/json"],
    ["400 invalid_json: nothing", 400, "invalid_json", "", "application/json"],
    ["400 invalid_request: no object", 400, "invalid_request", "[]", "application/json"],
    ["415 unsupported_media_type", 415, "unsupported_media_type", "{}", "text/plain"],
    ["413 payload_too_large", 413, "payload_too_large", " ".repeat(256 * 1024 + 1), "application/json"]
  ])("%s", async (_name, status, code, body, type) => {
    await using api = await startTestApi()
    const answer = await api.fiat("invoices", { body, headers: { "content-type": type } })
    assert.deepStrictEqual(outcome(answer), [status, code])
  })
})

describe("the idempotency key of an invoice", () => {
  const keyed = (body: Record<string, unknown>, key = "order-1") => ({
    body,
    headers: { "idempotency-key": key }
  })

  it("201 as the first: the invoice as it was issued, and the header that says so", async () => {
    await using api = await startTestApi()
    const first = await api.fiat("invoices", keyed(fields()))
    assert.isNull(first.headers.get("idempotent-replayed"))
    await api.fiat(`invoices/${first.body.id}/cancel`, { method: "POST" })
    api.wall.now += 1000
    const again = await api.fiat("invoices", keyed(fields({ description: null })))
    assert.strictEqual(again.status, 201)
    assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
    assert.deepStrictEqual(again.body, first.body)
  })

  it("409 idempotency_conflict: other fields", async () => {
    await using api = await startTestApi()
    await api.fiat("invoices", keyed(fields()))
    const answer = await api.fiat("invoices", keyed(fields({ amount: 101 })))
    assert.deepStrictEqual(outcome(answer), [409, "idempotency_conflict"])
    assert.strictEqual(list(await api.fiat("invoices")).length, 1)
  })

  it("belongs to one partner, and is free again after a refusal", async () => {
    await using api = await startTestApi()
    const other = await api.createKey({ partner: "other" })
    assert.strictEqual((await api.fiat("invoices", keyed(fields({ amount: 0 })))).status, 422)
    const first = await api.fiat("invoices", keyed(fields()))
    const theirs = await api.fiat("invoices", { ...keyed(fields({ amount: 101 })), key: other })
    assert.deepStrictEqual([first.status, theirs.status], [201, 201])
    assert.isNull(theirs.headers.get("idempotent-replayed"))
  })

  it("one invoice of many requests at once", async () => {
    await using api = await startTestApi()
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.fiat("invoices", keyed(fields()))))
    assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.strictEqual(new Set(answers.map(({ body }) => body.id)).size, 1)
    assert.strictEqual(list(await api.fiat("invoices")).length, 1)
  })

  it.each(["", "x".repeat(256), "a\u00ffb"])("400 invalid_request: the key %o", async (key) => {
    await using api = await startTestApi()
    const answer = await api.fiat("invoices", keyed(fields(), key))
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
    assert.strictEqual(answer.body.error?.details?.[0]?.field, "Idempotency-Key")
  })
})

describe("access to the fiat group", () => {
  const paths = ["invoices", "invoices/inv_1", "batch/invoices/bat_1", "analytics"]

  it("401 unauthorized: no key, the public key, a key of the other mode, a revoked one", async () => {
    await using api = await startTestApi({ rateLimits: "off" })
    const revoked = await api.createKey()
    await api.revokeKey(revoked.id)
    const secrets = ["", "wrong", api.key.publicKey, api.key.secret.replace("test", "live"), revoked.secret]
    for (const path of paths) {
      for (const secret of secrets) {
        const answer = await api.fiat(path, { key: { secret } })
        assert.deepStrictEqual(outcome(answer), [401, "unauthorized"], `${path} ${secret}`)
      }
    }
  })

  it("401 ip_not_allowed", async () => {
    await using api = await startTestApi({ remoteAddress: () => "203.0.113.9" })
    const key = await api.createKey({ allowedIps: ["198.51.100.0/24"] })
    assert.deepStrictEqual(outcome(await api.fiat("invoices", { key })), [401, "ip_not_allowed"])
  })

  it("403 forbidden: a key that only reads does not write, and one that only writes does not read", async () => {
    await using api = await startTestApi()
    const reader = await api.createKey({ scopes: ["payments:read"] })
    const writer = await api.createKey({ scopes: ["payments:write"] })
    for (const path of paths) {
      assert.deepStrictEqual(outcome(await api.fiat(path, { key: writer })), [403, "forbidden"], path)
    }
    for (const path of ["invoices", "invoices/inv_1/cancel", "batch/invoices"]) {
      const answer = await api.fiat(path, { method: "POST", key: reader })
      assert.deepStrictEqual(outcome(answer), [403, "forbidden"], path)
    }
    assert.strictEqual((await api.fiat("invoices", { key: reader })).status, 200)
    assert.strictEqual((await api.fiat("invoices", { body: fields(), key: writer })).status, 201)
  })

  it("405 method_not_allowed, with Allow", async () => {
    await using api = await startTestApi()
    for (const [path, method, allow] of [
      ["invoices", "DELETE", "POST, GET"],
      ["invoices/inv_1", "POST", "GET"],
      ["invoices/inv_1/cancel", "GET", "POST"],
      ["batch/invoices", "GET", "POST"],
      ["analytics", "POST", "GET"]
    ] as const) {
      const answer = await api.fiat(path, { method })
      assert.deepStrictEqual(outcome(answer), [405, "method_not_allowed"])
      assert.strictEqual(answer.headers.get("allow"), allow)
    }
  })

  it("503 service_unavailable: the storage cannot answer", async () => {
    const failure = new StoreUnavailable({ outcome: "notWritten", reason: "disk I/O error" })
    const list = () => Effect.fail(failure)
    const base = Layer.provideMerge(
      Layer.effect(
        InvoiceReader,
        Effect.map(InvoiceReader, (reader) => ({ ...reader, list }))
      ),
      MemoryStore.layer
    )
    await using api = await startTestApi({ store: base })
    const answer = await api.fiat("invoices")
    assert.deepStrictEqual(outcome(answer), [503, "service_unavailable"])
    assert.strictEqual(answer.headers.get("retry-after"), "1")
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

  it("404 not_found: unknown, of another partner, and what is no id", async () => {
    await using api = await startTestApi()
    const id = await createdId(api)
    const other = await api.createKey({ partner: "other" })
    const answers = [
      await api.fiat(`invoices/${id}`, { key: other }),
      await api.fiat(`invoices/${id}/cancel`, { method: "POST", key: other }),
      await api.fiat(`invoices/inv_${"0".repeat(32)}`),
      await api.fiat(`invoices/inv_${"0".repeat(32)}/cancel`, { method: "POST" }),
      await api.fiat("invoices/%00"),
      await api.fiat(`invoices/${id.slice(4)}`)
    ]
    for (const answer of answers) assert.deepStrictEqual(outcome(answer), [404, "not_found"])
    assert.strictEqual((await api.fiat(`invoices/${id}`)).body.status, "pending")
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
    const unknown = await api.fiat(`invoices/inv_${"0".repeat(32)}/redact`, { method: "POST" })
    assert.deepStrictEqual(outcome(unknown), [404, "not_found"])
    const reader = await api.createKey({ scopes: ["payments:read"] })
    const forbidden = await api.fiat(`${path}/redact`, { method: "POST", key: reader })
    assert.deepStrictEqual(outcome(forbidden), [403, "forbidden"])
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

  it("shows it expired at the instant, without any sweep; then 409 invalid_state", async () => {
    await using api = await startTestApi()
    const id = await createdId(api, { expiresAt: fromStart(5 * minuteMillis) })
    api.wall.now += 5 * minuteMillis - 1
    assert.strictEqual((await api.fiat(`invoices/${id}`)).body.status, "pending")
    api.wall.now += 1
    assert.strictEqual((await api.fiat(`invoices/${id}`)).body.status, "expired")
    assert.strictEqual(list(await api.fiat("invoices", { query: "status=expired" })).length, 1)
    assert.strictEqual(list(await api.fiat("invoices", { query: "status=pending" })).length, 0)
    const answer = await api.fiat(`invoices/${id}/cancel`, { method: "POST" })
    assert.deepStrictEqual(outcome(answer), [409, "invalid_state"])
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

  it("shows each partner its own", async () => {
    await using api = await startTestApi()
    const other = await api.createKey({ partner: "other" })
    await createdId(api)
    assert.strictEqual(list(await api.fiat("invoices", { key: other })).length, 0)
    assert.strictEqual(list(await api.fiat("invoices")).length, 1)
  })

  it.each([
    ["limit", "limit=0"],
    ["limit", "limit=101"],
    ["limit", "limit=1.5"],
    ["limit", "limit=x"],
    ["limit", "limit="],
    ["limit", "limit=-1"],
    ["page", "page=0"],
    ["page", "page=1e1"],
    ["page", "page=1&page=2"],
    ["status", "status=PAID"],
    ["status", "status="],
    ["currency", "currency=USDT"],
    ["from", "from=yesterday"],
    ["to", "to=2026-02-30"]
  ])("400 invalid_request: %s in ?%s", async (field, query) => {
    await using api = await startTestApi()
    const answer = await api.fiat("invoices", { query })
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
    assert.strictEqual(answer.body.error?.details?.[0]?.field, field)
  })

  it("takes 100 a page", async () => {
    await using api = await startTestApi()
    assert.strictEqual((await api.fiat("invoices", { query: "limit=100" })).status, 200)
  })
})
