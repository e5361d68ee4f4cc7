import { transitWebhookEvents } from "@quittance/core"
import { assert, describe, it } from "vitest"
import { makeReceivers } from "../Receivers.ts"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

const url = "https://shop.test/hooks"

type Fields = Readonly<Record<string, unknown>>

const outcome = ({ code, status }: ApiAnswer) => [status, code]
const webhookIn = ({ body }: ApiAnswer) => body.webhook as Fields
const put = (api: TestApi, body: unknown, key = api.key) =>
  api.transit("webhook", { method: "PUT", body, key })

const unset = { url: null, events: [], enabled: false }

describe("the webhook of an account", () => {
  it("200: before it is set, with no URL, no events and not enabled", async () => {
    await using api = await startTestApi()
    const answer = await api.transit("webhook")
    assert.deepStrictEqual([answer.status, answer.body], [200, { webhook: unset }])
  })

  it("200: set for the first time, with its secret; after that never again", async () => {
    await using api = await startTestApi()
    const first = await put(api, { url, events: ["payment.success"], enabled: true, secret: "mine" })
    assert.strictEqual(first.status, 200)
    assert.deepStrictEqual(Object.keys(first.body), ["webhook"])
    const { secret, ...record } = webhookIn(first)
    assert.strictEqual(Buffer.from(String(secret).replace(/^whsec_/, ""), "base64").length, 32)
    assert.deepStrictEqual(record, {
      url,
      events: ["payment.success"],
      enabled: true,
      disabledReason: null,
      failingSince: null,
      createdAt: "2026-01-15T12:00:00.000Z",
      updatedAt: "2026-01-15T12:00:00.000Z"
    })
    assert.deepStrictEqual((await api.transit("webhook")).body, { webhook: record })
    api.wall.now += 1000
    const second = await put(api, { url: `${url}/2`, events: ["payment.failed"] })
    assert.deepStrictEqual(webhookIn(second), {
      ...record,
      url: `${url}/2`,
      events: ["payment.failed"],
      updatedAt: "2026-01-15T12:00:01.000Z"
    })
    assert.deepStrictEqual((await api.transit("webhook")).body, second.body)
  })

  it("200: what is left out is all events and enabled; each event once, from all there are", async () => {
    await using api = await startTestApi()
    assert.deepInclude(webhookIn(await put(api, { url, events: ["payout.failed"], enabled: false })), {
      events: ["payout.failed"],
      enabled: false,
      disabledReason: "partner"
    })
    const all = { events: [], enabled: true, disabledReason: null }
    assert.deepInclude(webhookIn(await put(api, { url })), all)
    assert.deepInclude(webhookIn(await put(api, { url, events: null, enabled: null })), all)
    assert.deepInclude(webhookIn(await put(api, { url, events: [] })), all)
    const twice = [...transitWebhookEvents, ...transitWebhookEvents]
    assert.deepInclude(webhookIn(await put(api, { url, events: twice })), {
      events: [...transitWebhookEvents]
    })
  })

  it.each<readonly [string, Fields]>([
    ["url", { url: undefined }],
    ["url", { url: null }],
    ["url", { url: 5 }],
    ["events", { events: "payment.success" }],
    ["events.0", { events: ["unknown"] }],
    // Of the other group, and a name that only tests take.
    ["events.1", { events: ["payment.success", "invoice.paid"] }],
    ["events.0", { events: ["payment_received"] }],
    ["enabled", { enabled: "yes" }]
  ])("400 invalid_request: a malformed %s, %o; nothing is set", async (field, more) => {
    await using api = await startTestApi()
    const answer = await put(api, { url, ...more })
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
    assert.deepStrictEqual(
      answer.body.error?.details?.map((detail) => detail.field),
      [field]
    )
    assert.deepStrictEqual((await api.transit("webhook")).body, { webhook: unset })
  })

  it("belongs to one partner, who may have the URL of another", async () => {
    await using api = await startTestApi()
    const other = await api.createKey({ partner: "other" })
    await put(api, { url })
    assert.deepStrictEqual((await api.transit("webhook", { key: other })).body, { webhook: unset })
    const theirs = webhookIn(await put(api, { url, enabled: false }, other))
    assert.deepInclude(theirs, { url, enabled: false })
    assert.isString(theirs.secret)
    assert.deepInclude(webhookIn(await api.transit("webhook")), { enabled: true })
  })
})

describe("before the webhook is set", () => {
  it("400 webhook_not_configured: a test and a rotation", async () => {
    await using api = await startTestApi({ providers: makeReceivers().layer })
    for (const answer of [
      await api.transit("webhook/test", { body: { event: "payment_received" } }),
      await api.transit("webhook/rotate-secret", { method: "POST" })
    ])
      assert.deepStrictEqual(outcome(answer), [400, "webhook_not_configured"])
  })

  it("400 invalid_request: a test of an event that there is not", async () => {
    await using api = await startTestApi()
    const answer = await api.transit("webhook/test", { body: { event: "unknown" } })
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
  })

  it("200: the delivery log is empty", async () => {
    await using api = await startTestApi()
    const answer = await api.transit("webhook/deliveries")
    assert.deepStrictEqual(
      [answer.status, answer.body],
      [200, { deliveries: [], pagination: { page: 1, limit: 20, total: 0, totalPages: 0 } }]
    )
  })
})

describe("rotating the secret", () => {
  it("makes another secret each time", async () => {
    await using api = await startTestApi()
    const secrets = [webhookIn(await put(api, { url })).secret]
    for (let index = 0; index < 3; index++)
      secrets.push((await api.transit("webhook/rotate-secret", { method: "POST" })).body.secret)
    assert.strictEqual(new Set(secrets).size, 4)
  })
})

describe("what the webhook of an account is told", () => {
  it("wallets, deposits seen, credited and lost: each with its resource, and nothing of the fiat group", async () => {
    const receivers = makeReceivers()
    await using api = await startTestApi({ providers: receivers.layer })
    await put(api, { url })
    const made = await api.transit("transit/wallets", { body: { label: "shop", network: "tron" } })
    const { address, id } = made.body.wallet as Fields
    await api.sandbox("crypto/deposits", { address, amount: 5, txHash: "abc", confirmations: 1 })
    await api.sandbox("crypto/blocks", { network: "tron", count: 19 })
    await api.sandbox("crypto/drop", { txHash: "abc" })
    await api.fiat("invoices", { body: { amount: 5, currency: "USD" } })
    await api.work()
    const events = receivers.calls.map(({ body }) => JSON.parse(body))
    const told = events.map(({ data, type }) => [
      type,
      data.object.status ?? null,
      data.object.amount ?? null
    ])
    assert.sameDeepMembers(told, [
      ["wallet.created", null, null],
      ["payment.received", "received", 5],
      ["payment.success", "success", 5],
      ["payment.failed", "failed", 5]
    ])
    const wallet = events.find(({ type }) => type === "wallet.created")
    assert.deepStrictEqual(wallet.data.object, made.body.wallet)
    for (const { data, type } of events) {
      if (type !== "wallet.created") assert.deepInclude(data.object, { walletId: id, currency: "USDT" })
    }
  })

  it("nothing while it is disabled, and only what it asks for", async () => {
    const receivers = makeReceivers()
    await using api = await startTestApi({ providers: receivers.layer })
    const happen = async () => {
      await api.transit("transit/wallets", { body: { label: "shop", network: "tron" } })
      await api.work()
    }
    await put(api, { url, enabled: false })
    await happen()
    await put(api, { url, events: ["payment.success"] })
    await happen()
    assert.deepStrictEqual(receivers.calls, [])
    await put(api, { url, events: ["wallet.created"] })
    await happen()
    assert.strictEqual(receivers.calls.length, 1)
  })
})
