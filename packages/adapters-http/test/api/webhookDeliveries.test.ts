import { createHmac } from "node:crypto"
import { signingKey, type WebhookRequest } from "@quittance/core/adapter"
import { Layer } from "effect"
import { assert, describe, it } from "vitest"
import { kycProviders } from "../KycProviders.ts"
import { makeReceivers } from "../Receivers.ts"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

const url = "https://shop.test/hooks"
const startedAt = "2026-01-15T12:00:00.000Z"

type Shown = Readonly<Record<string, unknown>>

const outcome = ({ code, status }: ApiAnswer) => [status, code]
const listedIn = ({ body }: ApiAnswer) => body.deliveries as ReadonlyArray<Shown>

const startWithReceivers = async () => {
  const receivers = makeReceivers()
  const api = await startTestApi({ providers: Layer.merge(receivers.layer, kycProviders) })
  return { api, receivers, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() }
}

const eventIn = (call: WebhookRequest | undefined) => JSON.parse(call?.body ?? "")
const isSignedBy = (secret: unknown, { body, headers }: WebhookRequest): boolean =>
  headers["X-Signature"] ===
  createHmac("sha256", signingKey(String(secret)) ?? "")
    .update(body)
    .digest("hex")

/** The webhook of a group, what its group does with it, and something that happens that it is told of. */
const groups = [
  {
    group: "fiat",
    tested: "invoice.created",
    foreign: "payment_received",
    subject: async (api: TestApi) => {
      const events = ["invoice.created", "invoice.cancelled"]
      const { id, secret } = (await api.fiat("webhooks", { body: { url, events } })).body
      const post = { method: "POST" }
      return {
        secret,
        happen: () => api.fiat("invoices", { body: { amount: 5, currency: "USD" } }),
        test: (body?: object) => api.fiat(`webhooks/${id}/test`, { ...post, body }),
        deliveries: (query = "") => api.fiat(`webhooks/${id}/deliveries`, { query }),
        delivery: async (of: unknown): Promise<Shown> => (await api.fiat(`webhooks/deliveries/${of}`)).body,
        redeliver: (of: unknown) => api.fiat(`webhooks/deliveries/${of}/redeliver`, post),
        recordIn: ({ body }: ApiAnswer): Shown => body,
        rotate: () => api.fiat(`webhooks/${id}/rotate-secret`, post),
        disable: () => api.fiat(`webhooks/${id}`, { method: "PATCH", body: { active: false } })
      }
    }
  },
  {
    group: "transit",
    tested: "payment.success",
    foreign: "invoice.paid",
    subject: async (api: TestApi) => {
      const put = (enabled: boolean) => api.transit("webhook", { method: "PUT", body: { url, enabled } })
      const { secret } = (await put(true)).body.webhook as Shown
      const recordIn = ({ body }: ApiAnswer) => body.delivery as Shown
      const post = { method: "POST" }
      return {
        secret,
        happen: () => api.transit("transit/wallets", { body: { label: "a", network: "tron" } }),
        test: (body: object = { event: "payment.success" }) => api.transit("webhook/test", { ...post, body }),
        deliveries: (query = "") => api.transit("webhook/deliveries", { query }),
        delivery: async (of: unknown) => recordIn(await api.transit(`webhook/deliveries/${of}`)),
        redeliver: (of: unknown) => api.transit(`webhook/deliveries/${of}/redeliver`, post),
        recordIn,
        rotate: () => api.transit("webhook/rotate-secret", post),
        disable: () => put(false)
      }
    }
  }
] as const

describe.each(groups)("a webhook of the $group group", ({ foreign, subject, tested }) => {
  it("200: a test sends a signed sample now, and is logged as delivered", async () => {
    await using host = await startWithReceivers()
    const webhook = await subject(host.api)
    const answer = await webhook.test()
    assert.deepStrictEqual(
      [answer.status, answer.body],
      [200, { success: true, message: "the receiver answered 200 after 0 ms" }]
    )
    const [call, ...others] = host.receivers.calls
    assert.isEmpty(others)
    const event = eventIn(call)
    assert.deepInclude(event, { object: "event", type: tested, version: 1, createdAt: startedAt })
    assert.strictEqual(call?.headers["webhook-id"], event.id)
    assert(call !== undefined && isSignedBy(webhook.secret, call))
    const [{ id, ...delivery } = { id: "" }] = listedIn(await webhook.deliveries())
    assert.match(String(id), /^dlv_[0-9a-f]{32}$/)
    assert.deepStrictEqual(delivery, {
      eventId: event.id,
      event: tested,
      url,
      status: "delivered",
      attempt: 1,
      maxAttempts: 3,
      responseCode: 200,
      responseTimeMs: 0,
      responseBody: "received",
      error: null,
      lastAttemptAt: startedAt,
      nextAttemptAt: null,
      createdAt: startedAt,
      deliveredAt: startedAt
    })
  })

  it("200: a test that was not taken is no success, and is logged as failed", async () => {
    await using host = await startWithReceivers()
    const webhook = await subject(host.api)
    host.receivers.set(url, "away")
    const { body, status } = await webhook.test()
    const error = "the connection was refused"
    assert.deepStrictEqual([status, body], [200, { success: false, message: error }])
    const [delivery] = listedIn(await webhook.deliveries())
    assert.deepInclude(delivery, { status: "failed", attempt: 1, responseCode: null, error })
  })

  it("400 invalid_request: neither tests nor finds an event of the other group", async () => {
    await using host = await startWithReceivers()
    const webhook = await subject(host.api)
    for (const answer of [
      await webhook.test({ event: foreign }),
      await webhook.deliveries(`event=${foreign}`)
    ]) {
      assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
      assert.strictEqual(answer.body.error?.details?.[0]?.field, "event")
    }
    assert.isEmpty(host.receivers.calls)
  })

  it("200: a rotation makes another secret, and says how long the old one signs beside it", async () => {
    await using host = await startWithReceivers()
    const webhook = await subject(host.api)
    const { body, status } = await webhook.rotate()
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(Object.keys(body), ["secret", "previousSecretExpiresAt"])
    assert.strictEqual(body.previousSecretExpiresAt, "2026-01-16T12:00:00.000Z")
    assert.match(String(body.secret), /^whsec_/)
    assert.notStrictEqual(body.secret, webhook.secret)
  })

  it("200: a delivery is shown with all its attempts, while it waits and through a redelivery", async () => {
    await using host = await startWithReceivers()
    const { api, receivers } = host
    const webhook = await subject(api)
    receivers.set(url, 500)
    await webhook.happen()
    await api.work()
    const [{ id } = { id: "" }] = listedIn(await webhook.deliveries())
    const error = "the receiver answered 500"
    const { attempts, ...waiting } = await webhook.delivery(id)
    assert.deepStrictEqual([waiting], [...listedIn(await webhook.deliveries())])
    assert.deepInclude(waiting, { status: "pending", attempt: 1, maxAttempts: 3, responseCode: 500, error })
    assert.isAbove(Date.parse(String(waiting.nextAttemptAt)), api.wall.now)
    const [code, ms] = [{ responseCode: 500 }, { responseTimeMs: 0 }]
    const first = { number: 1, at: startedAt, ...code, ...ms, responseBody: "received", error }
    assert.deepStrictEqual(attempts, [first])
    receivers.set(url, "away")
    api.wall.now += 10_000
    await api.work()
    receivers.set(url, 200)
    api.wall.now += 1000
    const again = await webhook.redeliver(id)
    assert.strictEqual(again.status, 200)
    const at = "2026-01-15T12:00:11.000Z"
    const due = {
      id,
      eventId: waiting.eventId,
      status: "pending",
      attempt: 2,
      maxAttempts: 5,
      nextAttemptAt: at
    }
    assert.deepInclude(webhook.recordIn(again), due)
    await api.work()
    const delivered = await webhook.delivery(id)
    assert.deepInclude(delivered, { id, status: "delivered", attempt: 3, error: null, deliveredAt: at })
    const second = {
      number: 2,
      at: "2026-01-15T12:00:10.000Z",
      responseCode: null,
      ...ms,
      responseBody: null
    }
    assert.deepStrictEqual(delivered.attempts, [
      first,
      { ...second, error: "the connection was refused" },
      { ...first, number: 3, at, responseCode: 200, error: null }
    ])
    assert.strictEqual(new Set(receivers.calls.map(({ body }) => body)).size, 1)
  })

  it("409 invalid_state: nothing is redelivered to one that is disabled", async () => {
    await using host = await startWithReceivers()
    const webhook = await subject(host.api)
    await webhook.test()
    const before = await webhook.deliveries()
    await webhook.disable()
    const answer = await webhook.redeliver(listedIn(before)[0]?.id)
    assert.deepStrictEqual(outcome(answer), [409, "invalid_state"])
    assert.deepStrictEqual((await webhook.deliveries()).body, before.body)
  })
})

it("a test without an event is of the first that a webhook subscribed to; the account's must name one, by either name", async () => {
  await using host = await startWithReceivers()
  const [fiat, transit] = [await groups[0].subject(host.api), await groups[1].subject(host.api)]
  for (const body of [undefined, {}, { event: "kyc.failed" }]) await fiat.test(body)
  assert.deepStrictEqual(outcome(await transit.test({})), [400, "invalid_request"])
  await transit.test({ event: "payment_received" })
  assert.deepStrictEqual(
    host.receivers.calls.map((call) => eventIn(call).type),
    ["invoice.created", "invoice.created", "kyc.failed", "payment_received"]
  )
})

it("the end of a KYC session goes to its own URL, signed with the secret that its creation answered", async () => {
  await using host = await startWithReceivers()
  const { api, receivers } = host
  await api.fiat("webhooks", { body: { url, events: ["kyc.completed"] } })
  const own = "https://shop.test/verified"
  const { body } = await api.fiat("kyc/sessions", { body: { level: "basic", callbackUrl: own } })
  await api.sandbox(`kyc/sessions/${body.id}/decide`, { outcome: "completed" })
  await api.work()
  const [call, ...others] = receivers.calls
  assert.isEmpty(others)
  assert(call !== undefined && isSignedBy(body.webhookSecret, call))
  assert.strictEqual(call.url, own)
  assert.deepStrictEqual(eventIn(call).data.object, (await api.fiat(`kyc/sessions/${body.id}`)).body)
})
