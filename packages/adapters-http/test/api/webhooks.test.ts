import { assert, describe, it } from "vitest"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

const url = "https://shop.test/hooks"
const createdAt = "2026-01-15T12:00:00.000Z"

type Webhook = Readonly<Record<string, unknown>>

const outcome = ({ code, status }: ApiAnswer) => [status, code]
const register = (api: TestApi, more: Record<string, unknown> = {}) =>
  api.fiat("webhooks", { body: { url, events: ["invoice.paid"], ...more } })
const created = async (api: TestApi, more: Record<string, unknown> = {}): Promise<Webhook> => {
  const { body, status } = await register(api, more)
  assert.strictEqual(status, 201)
  return body
}
const listed = async (api: TestApi) => (await api.fiat("webhooks")).body.webhooks as ReadonlyArray<Webhook>
const isGenerated = (secret: unknown) => {
  assert.match(String(secret), /^whsec_/)
  assert.lengthOf(Buffer.from(String(secret).slice("whsec_".length), "base64"), 32)
}

describe("a webhook of the fiat group", () => {
  it("201: is the bare record with a generated secret; 200: is read and listed without it, the oldest first", async () => {
    await using api = await startTestApi()
    assert.deepStrictEqual((await api.fiat("webhooks")).body, { webhooks: [] })
    const spelled = "https://shop.test:8443/hooks?a=1#b"
    const { id, secret, ...record } = await created(api, {
      url: spelled,
      createdAt: "1970-01-01",
      id: "mine"
    })
    assert.match(String(id), /^whk_[0-9a-f]{32}$/)
    isGenerated(secret)
    assert.deepStrictEqual(record, {
      url: spelled,
      events: ["invoice.paid"],
      active: true,
      disabledReason: null,
      failingSince: null,
      createdAt,
      updatedAt: createdAt
    })
    const read = await api.fiat(`webhooks/${id}`)
    assert.deepStrictEqual([read.status, read.body], [200, { id, ...record }])
    const { secret: _secret, ...second } = await created(api)
    assert.deepStrictEqual(await listed(api), [{ id, ...record }, second])
  })

  it("201: takes each event once, a secret of one's own, and is inactive where that is asked for", async () => {
    await using api = await startTestApi()
    const secret = "ü".repeat(12)
    const events = ["kyc.failed", "invoice.created"]
    const made = await created(api, { events: [...events, "kyc.failed"], secret, active: false })
    assert.deepInclude(made, { events, secret, active: false, disabledReason: "partner" })
  })

  it("409 duplicate: however a URL is spelled that is registered, to register it and to move there", async () => {
    await using api = await startTestApi()
    const spelling = "HTTPS://SHOP.Test:443/a/../hooks#part"
    await created(api)
    const { id } = await created(api, { url: "https://shop.test/other" })
    for (const answer of [
      await register(api, { url: spelling }),
      await api.fiat(`webhooks/${id}`, { method: "PATCH", body: { url: spelling } })
    ]) {
      assert.deepStrictEqual(outcome(answer), [409, "duplicate"])
      assert.include(answer.body.error?.message, "webhook")
    }
    assert.deepStrictEqual(
      (await listed(api)).map((each) => each.url),
      [url, "https://shop.test/other"]
    )
  })

  it("409 limit_reached: the seventeenth", async () => {
    await using api = await startTestApi()
    for (let count = 1; count <= 16; count++) await created(api, { url: `${url}/${count}` })
    assert.deepStrictEqual(outcome(await register(api)), [409, "limit_reached"])
    assert.lengthOf(await listed(api), 16)
  })

  it("200: changes what is given and leaves the rest", async () => {
    await using api = await startTestApi()
    const { secret: _secret, ...record } = await created(api)
    api.wall.now += 1000
    let expected: Webhook = record
    for (const [body, change] of [
      [{ url: "https://SHOP.test:443/hooks" }, { url: "https://SHOP.test:443/hooks" }],
      [{ events: ["kyc.failed", "kyc.completed"] }, { events: ["kyc.failed", "kyc.completed"] }],
      [{ active: false }, { active: false, disabledReason: "partner" }],
      [
        { active: true, url },
        { active: true, disabledReason: null, url }
      ],
      [{ url: null, events: null, active: null, secret: "x", id: "mine" }, {}]
    ] as const) {
      const answer = await api.fiat(`webhooks/${record.id}`, { method: "PATCH", body })
      expected = { ...expected, ...change, updatedAt: "2026-01-15T12:00:01.000Z" }
      assert.deepStrictEqual([answer.status, answer.body], [200, expected], JSON.stringify(body))
      assert.deepStrictEqual((await api.fiat(`webhooks/${record.id}`)).body, expected)
    }
  })

  it("204: is removed, and not found any more by whatever it had", async () => {
    await using api = await startTestApi()
    const { id } = await created(api)
    const { status } = await api.fiat(`webhooks/${id}`, { method: "DELETE" })
    assert.strictEqual(status, 204)
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

describe("the webhook of an account", () => {
  const put = (api: TestApi, body: object) => api.transit("webhook", { method: "PUT", body })
  const webhookIn = ({ body }: ApiAnswer) => body.webhook as Webhook

  it("200: has neither URL nor events before it is set; 400 webhook_not_configured to a test and a rotation", async () => {
    await using api = await startTestApi()
    const webhook = { url: null, events: [], enabled: false }
    assert.deepStrictEqual((await api.transit("webhook")).body, { webhook })
    for (const answer of [
      await api.transit("webhook/test", { body: { event: "payment_received" } }),
      await api.transit("webhook/rotate-secret", { method: "POST" })
    ])
      assert.deepStrictEqual(outcome(answer), [400, "webhook_not_configured"])
  })

  it("200: is set for the first time with its secret, and after that never again", async () => {
    await using api = await startTestApi()
    const first = await put(api, { url, events: ["payment.success", "payment.success"], secret: "mine" })
    assert.deepStrictEqual(Object.keys(first.body), ["webhook"])
    const { secret, ...record } = webhookIn(first)
    isGenerated(secret)
    assert.deepStrictEqual(record, {
      url,
      events: ["payment.success"],
      enabled: true,
      disabledReason: null,
      failingSince: null,
      createdAt,
      updatedAt: createdAt
    })
    assert.deepStrictEqual((await api.transit("webhook")).body, { webhook: record })
    api.wall.now += 1000
    const second = await put(api, { url: `${url}/2`, events: ["payment.failed"], enabled: false })
    assert.deepStrictEqual(webhookIn(second), {
      ...record,
      url: `${url}/2`,
      events: ["payment.failed"],
      enabled: false,
      disabledReason: "partner",
      updatedAt: "2026-01-15T12:00:01.000Z"
    })
    assert.deepStrictEqual((await api.transit("webhook")).body, second.body)
  })

  it.each([{}, { events: null, enabled: null }, { events: [] }])(
    "200: is told all events and enabled where that is left out: %o",
    async (more) => {
      await using api = await startTestApi()
      await put(api, { url, events: ["payout.failed"], enabled: false })
      const all = { events: [], enabled: true, disabledReason: null }
      assert.deepInclude(webhookIn(await put(api, { url, ...more })), all)
    }
  )
})
