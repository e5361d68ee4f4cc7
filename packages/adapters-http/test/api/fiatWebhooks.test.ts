import { defaultSettings } from "@quittance/core"
import { assert, describe, it } from "vitest"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

const url = "https://shop.test/hooks"
const fields = (more: Record<string, unknown> = {}) => ({ url, events: ["invoice.paid"], ...more })

const outcome = ({ code, status }: ApiAnswer) => [status, code]
const detailed = ({ body }: ApiAnswer) => body.error?.details?.map(({ field }) => field)

const created = async (api: TestApi, more: Record<string, unknown> = {}) => {
  const answer = await api.fiat("webhooks", { body: fields(more) })
  assert.strictEqual(answer.status, 201)
  return answer.body
}
const createdId = async (api: TestApi, more: Record<string, unknown> = {}) =>
  String((await created(api, more)).id)
const listed = async (api: TestApi, key = api.key) =>
  (await api.fiat("webhooks", { key })).body.webhooks as ReadonlyArray<Record<string, unknown>>
const base64OfBytes = (count: number) => Buffer.alloc(count, 7).toString("base64")

describe("registering a webhook", () => {
  it("201: the bare record with a generated secret, and the request's id in the header", async () => {
    await using api = await startTestApi()
    const answer = await api.fiat("webhooks", { body: fields({ createdAt: "1970-01-01", id: "mine" }) })
    assert.strictEqual(answer.status, 201)
    assert.match(answer.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    const { id, secret, ...record } = answer.body
    assert.match(String(id), /^whk_[0-9a-f]{32}$/)
    assert.match(String(secret), /^whsec_/)
    assert.strictEqual(Buffer.from(String(secret).slice("whsec_".length), "base64").length, 32)
    assert.deepStrictEqual(record, {
      url,
      events: ["invoice.paid"],
      active: true,
      disabledReason: null,
      failingSince: null,
      createdAt: "2026-01-15T12:00:00.000Z",
      updatedAt: "2026-01-15T12:00:00.000Z"
    })
  })

  it("201: inactive from the start, where that is asked for", async () => {
    await using api = await startTestApi()
    const made = await created(api, { active: false })
    assert.strictEqual(made.active, false)
    assert.strictEqual(made.disabledReason, "partner")
  })

  it("201: every event of the group, each once, and no secret of one's own", async () => {
    await using api = await startTestApi()
    const events = [
      "invoice.created",
      "invoice.paid",
      "invoice.expired",
      "invoice.cancelled",
      "kyc.completed",
      "kyc.failed"
    ]
    const made = await created(api, { events: [...events, "kyc.failed", "invoice.created"], secret: null })
    assert.deepStrictEqual(made.events, events)
    assert.match(String(made.secret), /^whsec_/)
  })

  it.each([
    ["24 bytes of text", "s".repeat(24)],
    ["64 bytes of text", "s".repeat(64)],
    ["24 bytes in 12 characters", "ü".repeat(12)],
    ["24 bytes behind whsec_", `whsec_${base64OfBytes(24)}`],
    ["64 bytes behind whsec_", `whsec_${base64OfBytes(64)}`]
  ])("201: a secret of one's own of %s", async (_what, secret) => {
    await using api = await startTestApi()
    assert.strictEqual((await created(api, { secret })).secret, secret)
  })

  it.each([
    ["23 bytes of text", "s".repeat(23)],
    ["65 bytes of text", "s".repeat(65)],
    ["65 bytes in 33 characters", `${"ü".repeat(32)}s`],
    ["none", ""],
    ["23 bytes behind whsec_", `whsec_${base64OfBytes(23)}`],
    ["65 bytes behind whsec_", `whsec_${base64OfBytes(65)}`],
    ["nothing behind whsec_", "whsec_"]
  ])("422 validation_failed: a secret of %s", async (_what, secret) => {
    await using api = await startTestApi()
    const answer = await api.fiat("webhooks", { body: fields({ secret }) })
    assert.deepStrictEqual(outcome(answer), [422, "validation_failed"])
    assert.deepStrictEqual(detailed(answer), ["secret"])
    assert.include(answer.body.error?.message, "24 to 64 bytes")
    if (secret !== "") assert.notInclude(JSON.stringify(answer.body), `"${secret}"`)
    assert.deepStrictEqual(await listed(api), [])
  })

  it("422 validation_failed: no events at all", async () => {
    await using api = await startTestApi()
    const answer = await api.fiat("webhooks", { body: fields({ events: [] }) })
    assert.deepStrictEqual(outcome(answer), [422, "validation_failed"])
    assert.deepStrictEqual(detailed(answer), ["events"])
  })

  it.each<readonly [string, Record<string, unknown>]>([
    ["url", { url: undefined }],
    ["url", { url: null }],
    ["url", { url: 5 }],
    ["url", { url: [url] }],
    ["events", { events: undefined }],
    ["events", { events: null }],
    ["events", { events: "invoice.paid" }],
    ["events", { events: {} }],
    ["events.0", { events: ["invoice.refunded"] }],
    ["events.1", { events: ["invoice.paid", "INVOICE.PAID"] }],
    // Of the other group.
    ["events.0", { events: ["payment.success"] }],
    ["events.0", { events: [null] }],
    ["secret", { secret: 5 }],
    ["secret", { secret: "whsec_not base64, but long enough to be a secret" }],
    ["secret", { secret: `whsec_${base64OfBytes(32).slice(0, -1)}` }],
    ["secret", { secret: `whsec_${Buffer.alloc(32, 255).toString("base64").replaceAll("/", "_")}` }]
  ])("400 invalid_request: a malformed %s, %o", async (field, more) => {
    await using api = await startTestApi()
    const answer = await api.fiat("webhooks", { body: fields(more) })
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
    assert.deepStrictEqual(detailed(answer), [field])
    assert.deepStrictEqual(await listed(api), [])
  })

  it("400 before 422: with a malformed field and a broken rule, naming both", async () => {
    await using api = await startTestApi()
    const answer = await api.fiat("webhooks", { body: { events: ["x"], url, secret: "short" } })
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
    assert.sameMembers(detailed(answer) ?? [], ["events.0", "secret"])
  })

  it("409 limit_reached: the seventeenth, and one more than the settings say", async () => {
    await using usual = await startTestApi()
    for (let count = 1; count <= 16; count += 1) await createdId(usual, { url: `${url}/${count}` })
    const seventeenth = await usual.fiat("webhooks", { body: fields({ url: `${url}/17` }) })
    assert.deepStrictEqual(outcome(seventeenth), [409, "limit_reached"])
    const webhook = { ...defaultSettings.webhook, endpointsMax: 2 }
    await using api = await startTestApi({ settings: { webhook } })
    await created(api)
    const id = await createdId(api, { url: `${url}/2` })
    const third = { body: fields({ url: `${url}/3` }) }
    assert.deepStrictEqual(outcome(await api.fiat("webhooks", third)), [409, "limit_reached"])
    await api.fiat(`webhooks/${id}`, { method: "DELETE" })
    assert.strictEqual((await api.fiat("webhooks", third)).status, 201)
  })
})

describe("a URL that is registered already", () => {
  it("409 duplicate: however it is spelled, to register it and to move there", async () => {
    const spelling = "HTTPS://SHOP.Test:443/a/../hooks#part"
    await using api = await startTestApi()
    await created(api)
    const other = await createdId(api, { url: "https://shop.test/other" })
    const again = await api.fiat("webhooks", { body: fields({ url: spelling, events: ["kyc.failed"] }) })
    assert.deepStrictEqual(outcome(again), [409, "duplicate"])
    assert.include(again.body.error?.message, "webhook")
    const moved = await api.fiat(`webhooks/${other}`, { method: "PATCH", body: { url: spelling } })
    assert.deepStrictEqual(outcome(moved), [409, "duplicate"])
    assert.deepStrictEqual(
      (await listed(api)).map((each) => each.url),
      [url, "https://shop.test/other"]
    )
  })

  it("201: what differs in path, query or port, and another partner's", async () => {
    await using api = await startTestApi()
    await created(api)
    const others = ["/hooks/", "/HOOKS", "/hooks?a=1", ":8443/hooks"].map(
      (rest) => `https://shop.test${rest}`
    )
    for (const other of others) await created(api, { url: other })
    const partner = await api.createKey({ partner: "other" })
    assert.strictEqual((await api.fiat("webhooks", { body: fields(), key: partner })).status, 201)
  })
})

describe("reading, changing and removing a webhook", () => {
  it("200: lists all of them, oldest first, and each partner its own", async () => {
    await using api = await startTestApi()
    const empty = await api.fiat("webhooks")
    assert.deepStrictEqual([empty.status, empty.body], [200, { webhooks: [] }])
    const ids: Array<string> = []
    for (let index = 0; index < 16; index++) ids.push(await createdId(api, { url: `${url}/${index}` }))
    assert.deepStrictEqual(
      (await listed(api)).map(({ id }) => id),
      ids
    )
    assert.deepStrictEqual(await listed(api, await api.createKey({ partner: "other" })), [])
  })

  it("200: the record as it was created, without the secret", async () => {
    await using api = await startTestApi()
    const { secret: _secret, ...record } = await created(api)
    const answer = await api.fiat(`webhooks/${record.id}`)
    assert.deepStrictEqual([answer.status, answer.body], [200, record])
    assert.deepStrictEqual(await listed(api), [record])
  })

  it("200: changes what is given and leaves the rest", async () => {
    await using api = await startTestApi()
    const { secret: _secret, ...record } = await created(api)
    api.wall.now += 1000
    const updatedAt = "2026-01-15T12:00:01.000Z"
    const patch = (body: object) => api.fiat(`webhooks/${record.id}`, { method: "PATCH", body })
    const steps = [
      // Its own URL, spelled otherwise.
      [{ url: "https://SHOP.test:443/hooks" }, { url: "https://SHOP.test:443/hooks" }],
      [{ url: "https://shop.test/new" }, { url: "https://shop.test/new" }],
      [
        { events: ["kyc.failed", "kyc.completed", "kyc.failed"] },
        { events: ["kyc.failed", "kyc.completed"] }
      ],
      [{ active: false }, { active: false, disabledReason: "partner" }],
      [
        { active: true, url },
        { active: true, disabledReason: null, url }
      ],
      [{ url: null, events: null, active: null, secret: "x", id: "mine" }, {}],
      [{}, {}]
    ] as const
    let expected = record
    for (const [body, change] of steps) {
      const answer = await patch(body)
      expected = { ...expected, ...change, updatedAt: answer.body.updatedAt }
      assert.deepStrictEqual([answer.status, answer.body], [200, expected], JSON.stringify(body))
      assert.deepStrictEqual((await api.fiat(`webhooks/${record.id}`)).body, expected)
    }
    assert.strictEqual(expected.updatedAt, updatedAt)
  })

  it.each<readonly [number, string, string, Record<string, unknown>]>([
    [400, "invalid_request", "url", { url: 5 }],
    [400, "invalid_request", "events", { events: "invoice.paid" }],
    [400, "invalid_request", "events.0", { events: ["payment.success"] }],
    [400, "invalid_request", "active", { active: "yes" }],
    [400, "invalid_url", "url", { url: "http://shop.test/hooks" }],
    [400, "invalid_url", "url", { url: "" }],
    [422, "validation_failed", "events", { events: [] }]
  ])("%i %s: changes nothing with a wrong %s, %o", async (status, code, field, body) => {
    await using api = await startTestApi()
    const { secret: _secret, ...record } = await created(api)
    const answer = await api.fiat(`webhooks/${record.id}`, { method: "PATCH", body })
    assert.deepStrictEqual(outcome(answer), [status, code])
    assert.deepStrictEqual(detailed(answer), [field])
    assert.deepStrictEqual(await listed(api), [record])
  })

  it("204: removes it without a body, with the request's id in the header; then 404", async () => {
    await using api = await startTestApi()
    const id = await createdId(api)
    const removed = await api.fiat(`webhooks/${id}`, { method: "DELETE" })
    assert.deepStrictEqual([removed.status, removed.body], [204, { text: "" }])
    assert.match(removed.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    assert.isNull(removed.headers.get("content-type"))
    for (const [method, rest] of [
      ["DELETE", ""],
      ["GET", ""],
      ["PATCH", ""],
      ["POST", "/rotate-secret"],
      ["POST", "/test"],
      ["GET", "/deliveries"]
    ] as const) {
      const body = method === "PATCH" ? {} : undefined
      const answer = await api.fiat(`webhooks/${id}${rest}`, { method, body })
      assert.deepStrictEqual(outcome(answer), [404, "not_found"], `${method} ${rest}`)
    }
    assert.deepStrictEqual(await listed(api), [])
  })
})

describe("webhooks in live mode", () => {
  it("a key of this group does it all, over https only, and there is no sandbox", async () => {
    await using api = await startTestApi({ mode: "live", keyScopes: ["payments:read", "webhooks:write"] })
    const id = await createdId(api)
    assert.strictEqual((await listed(api)).length, 1)
    for (const refused of ["http://shop.test/hooks", "http://127.0.0.1/", "https://127.0.0.1/"]) {
      const answer = await api.fiat("webhooks", { body: fields({ url: refused }) })
      assert.deepStrictEqual(outcome(answer), [400, "invalid_url"])
    }
    assert.deepStrictEqual(outcome(await api.transit("webhook")), [403, "forbidden"])
    assert.strictEqual((await api.sandbox("crypto/deposits", {})).status, 404)
    assert.strictEqual((await api.fiat(`webhooks/${id}`, { method: "DELETE" })).status, 204)
  })
})
