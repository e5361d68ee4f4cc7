import { createHmac } from "node:crypto"
import { signingKey } from "@quittance/core"
import { assert, describe, it } from "vitest"
import { makeReceivers } from "../Receivers.ts"
import { type ApiAnswer, startTestApi, type TestApi, type TestApiOptions } from "../TestApi.ts"

const url = "https://shop.test/hooks"
const dayMillis = 24 * 60 * 60 * 1000
const startedAt = "2026-01-15T12:00:00.000Z"

type Delivery = Readonly<Record<string, unknown>>

const outcome = ({ code, status }: ApiAnswer) => [status, code]
const deliveriesIn = ({ body }: ApiAnswer) => body.deliveries as ReadonlyArray<Delivery>
const idsIn = (answer: ApiAnswer) => deliveriesIn(answer).map(({ id }) => id)

/** An application with receivers, and no limit on rates. */
const startWithReceivers = async (options: TestApiOptions = {}) => {
  const receivers = makeReceivers()
  const api = await startTestApi({ rateLimits: "off", ...options, providers: receivers.layer })
  return { api, receivers, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() }
}

/** One webhook of a group, and what its group does with it. */
interface Subject {
  readonly secret: string
  readonly test: (body?: unknown) => Promise<ApiAnswer>
  readonly deliveries: (query?: string) => Promise<ApiAnswer>
  readonly redeliver: (id: unknown) => Promise<ApiAnswer>
  /** The record in the answer of a redelivery. */
  readonly redelivered: (answer: ApiAnswer) => Delivery
  readonly rotate: () => Promise<ApiAnswer>
  readonly disable: () => Promise<ApiAnswer>
}

const fiatSubject = async (api: TestApi, key = api.key): Promise<Subject> => {
  const events = ["invoice.created", "invoice.cancelled"]
  const { body } = await api.fiat("webhooks", { body: { url, events }, key })
  const post = { method: "POST", key }
  return {
    secret: String(body.secret),
    test: (sent) => api.fiat(`webhooks/${body.id}/test`, sent === undefined ? post : { ...post, body: sent }),
    deliveries: (query = "") => api.fiat(`webhooks/${body.id}/deliveries`, { query, key }),
    redeliver: (id) => api.fiat(`webhooks/deliveries/${id}/redeliver`, post),
    redelivered: (answer) => answer.body,
    rotate: () => api.fiat(`webhooks/${body.id}/rotate-secret`, post),
    disable: () => api.fiat(`webhooks/${body.id}`, { method: "PATCH", body: { active: false }, key })
  }
}

const transitSubject = async (api: TestApi, key = api.key): Promise<Subject> => {
  const put = (enabled: boolean) => api.transit("webhook", { method: "PUT", body: { url, enabled }, key })
  const { webhook } = (await put(true)).body
  const post = { method: "POST", key }
  return {
    secret: String((webhook as { secret: string }).secret),
    test: (sent = { event: "payment.success" }) => api.transit("webhook/test", { ...post, body: sent }),
    deliveries: (query = "") => api.transit("webhook/deliveries", { query, key }),
    redeliver: (id) => api.transit(`webhook/deliveries/${id}/redeliver`, post),
    redelivered: (answer) => answer.body.delivery as Delivery,
    rotate: () => api.transit("webhook/rotate-secret", post),
    disable: () => put(false)
  }
}

/** Both groups: how a webhook is set up, and what happens that it is told of. */
const groups = [
  {
    group: "fiat",
    subject: fiatSubject,
    events: ["invoice.created", "invoice.cancelled"],
    tested: "invoice.created",
    happen: async (api: TestApi, key = api.key) => {
      const answer = await api.fiat("invoices", { body: { amount: 5, currency: "USD" }, key })
      assert.strictEqual(answer.status, 201)
    },
    foreignEvents: ["payment.success", "wallet.created"]
  },
  {
    group: "transit",
    subject: transitSubject,
    events: ["wallet.created", "payment.success"],
    tested: "payment.success",
    happen: async (api: TestApi, key = api.key) => {
      const answer = await api.transit("transit/wallets", { body: { label: "a", network: "tron" }, key })
      assert.strictEqual(answer.status, 201)
    },
    foreignEvents: ["invoice.created", "kyc.failed"]
  }
] as const

const signatureOf = (secret: string, body: string): string =>
  createHmac("sha256", signingKey(secret) ?? "")
    .update(body)
    .digest("hex")

describe.each(groups)("testing a webhook of the $group group", ({ group, subject, tested }) => {
  it("200: sends a signed sample now, and logs it as delivered", async () => {
    await using host = await startWithReceivers()
    const { api, receivers } = host
    const webhook = await subject(api)
    const answer = await webhook.test()
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.body, {
      success: true,
      message: "the receiver answered 200 after 0 ms"
    })
    const [call, ...others] = receivers.calls
    assert.deepStrictEqual([call?.url, others], [url, []])
    const event = JSON.parse(call?.body ?? "")
    assert.deepInclude(event, { object: "event", type: tested, version: 1, createdAt: startedAt })
    assert.strictEqual(call?.headers["webhook-id"], event.id)
    assert.strictEqual(call?.headers["X-Signature"], signatureOf(webhook.secret, call?.body ?? ""))
    const log = await webhook.deliveries()
    assert.deepStrictEqual(log.body.pagination, { page: 1, limit: 20, total: 1, totalPages: 1 })
    const [{ id, ...delivery } = { id: "" }] = deliveriesIn(log)
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
      nextAttemptAt: null,
      createdAt: startedAt,
      deliveredAt: startedAt
    })
  })

  it.each([
    [500, "the receiver answered 500", 500],
    [301, "the receiver answered 301: redirects are not followed", 301],
    ["away", "the connection was refused", null]
  ] as const)(
    "200: no success from one that answers %s, logged, and not tried again",
    async (how, message, code) => {
      await using host = await startWithReceivers()
      const { api, receivers } = host
      const webhook = await subject(api)
      receivers.set(url, how)
      const answer = await webhook.test()
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(answer.body, { success: false, message })
      api.wall.now += dayMillis
      await api.work()
      assert.strictEqual(receivers.calls.length, 1)
      const [delivery] = deliveriesIn(await webhook.deliveries())
      assert.deepInclude(delivery, {
        status: "failed",
        attempt: 1,
        responseCode: code,
        error: message,
        nextAttemptAt: null,
        deliveredAt: null
      })
    }
  )

  it("503 service_unavailable: nothing here can call a receiver", async () => {
    await using api = await startTestApi()
    const webhook = await subject(api)
    const answer = await webhook.test()
    assert.deepStrictEqual(outcome(answer), [503, "service_unavailable"])
    assert.isAtLeast(Number(answer.headers.get("retry-after")), 1)
    assert.deepStrictEqual(deliveriesIn(await webhook.deliveries()), [])
  })

  it("400 invalid_request: an event that the group has not, and nothing is sent", async () => {
    await using host = await startWithReceivers()
    const webhook = await subject(host.api)
    const foreign = group === "fiat" ? "payment_received" : "invoice.paid"
    for (const event of [foreign, "", "unknown", 5, ["invoice.paid"]]) {
      const answer = await webhook.test({ event })
      assert.deepStrictEqual(outcome(answer), [400, "invalid_request"], String(event))
      assert.strictEqual(answer.body.error?.details?.[0]?.field, "event")
    }
    assert.deepStrictEqual(host.receivers.calls, [])
  })

  it("200: a rotation makes another secret, and says how long the old one signs beside it", async () => {
    await using host = await startWithReceivers()
    const webhook = await subject(host.api)
    const rotated = await webhook.rotate()
    assert.strictEqual(rotated.status, 200)
    assert.deepStrictEqual(Object.keys(rotated.body), ["secret", "previousSecretExpiresAt"])
    assert.strictEqual(rotated.body.previousSecretExpiresAt, "2026-01-16T12:00:00.000Z")
    assert.match(String(rotated.body.secret), /^whsec_/)
    assert.notStrictEqual(rotated.body.secret, webhook.secret)
  })
})

describe("the event of a test", () => {
  it("fiat: any of the group, and without a body the first that the webhook subscribed to", async () => {
    await using host = await startWithReceivers()
    const webhook = await fiatSubject(host.api)
    for (const body of [undefined, {}, { event: null }, { event: "kyc.failed" }])
      assert.strictEqual((await webhook.test(body)).body.success, true)
    assert.deepStrictEqual(
      host.receivers.calls.map((call) => JSON.parse(call.body).type),
      ["invoice.created", "invoice.created", "invoice.created", "kyc.failed"]
    )
  })

  it("transit: must be named, and bears the name: payment_received is another one of payment.received", async () => {
    await using host = await startWithReceivers()
    const webhook = await transitSubject(host.api)
    assert.strictEqual((await webhook.test({ event: "payment_received" })).body.success, true)
    const event = JSON.parse(host.receivers.calls[0]?.body ?? "")
    assert.strictEqual(event.type, "payment_received")
    assert.containsAllKeys(event.data.object, ["id", "amount", "currency", "status"])
    assert.deepStrictEqual(outcome(await webhook.test({})), [400, "invalid_request"])
    assert.deepStrictEqual(outcome(await webhook.test("")), [400, "invalid_json"])
  })
})

it("a test is found in the log by either name of its event, in the group that has it", async () => {
  await using host = await startWithReceivers()
  const webhook = await transitSubject(host.api)
  for (const event of ["payment_received", "payment.received", "payment.failed"])
    await webhook.test({ event })
  const [, received, asSent] = idsIn(await webhook.deliveries())
  for (const event of ["payment_received", "payment.received"])
    assert.deepStrictEqual(idsIn(await webhook.deliveries(`event=${event}`)), [received, asSent], event)
  const fiat = await (await fiatSubject(host.api)).deliveries("event=payment_received")
  assert.deepStrictEqual(outcome(fiat), [400, "invalid_request"])
})

describe.each(groups)(
  "the delivery log of the $group group",
  ({ events, foreignEvents, happen, subject }) => {
    it("shows what waits, what was delivered and what failed", async () => {
      await using host = await startWithReceivers()
      const { api, receivers } = host
      const webhook = await subject(api)
      receivers.set(url, 500)
      await happen(api)
      await api.work()
      const [waiting] = deliveriesIn(await webhook.deliveries())
      assert.deepInclude(waiting, {
        event: events[0],
        status: "pending",
        attempt: 1,
        maxAttempts: 3,
        responseCode: 500,
        error: "the receiver answered 500",
        deliveredAt: null
      })
      assert.isAbove(Date.parse(String(waiting?.nextAttemptAt)), api.wall.now)
      receivers.set(url, 200)
      api.wall.now += 60_000
      await api.work()
      const [delivered] = deliveriesIn(await webhook.deliveries())
      assert.deepInclude(delivered, {
        id: waiting?.id,
        eventId: waiting?.eventId,
        status: "delivered",
        attempt: 2,
        error: null,
        nextAttemptAt: null,
        deliveredAt: "2026-01-15T12:01:00.000Z"
      })
      assert.strictEqual(new Set(receivers.calls.map(({ body }) => body)).size, 1)
    })

    it("pages through them, newest first, and is empty past the end", async () => {
      await using host = await startWithReceivers()
      const { api } = host
      const webhook = await subject(api)
      for (let index = 0; index < 5; index++) {
        api.wall.now += index % 2
        await happen(api)
        await api.work()
      }
      const all = idsIn(await webhook.deliveries())
      assert.strictEqual(all.length, 5)
      const pages = await Promise.all([1, 2, 3, 4].map((page) => webhook.deliveries(`limit=2&page=${page}`)))
      assert.deepStrictEqual(pages.map(idsIn), [all.slice(0, 2), all.slice(2, 4), all.slice(4), []])
      assert.deepStrictEqual(pages[3]?.body.pagination, { page: 4, limit: 2, total: 5, totalPages: 3 })
      const instants = deliveriesIn(await webhook.deliveries()).map(({ createdAt }) => String(createdAt))
      assert.deepStrictEqual(instants, [...instants].sort().reverse())
    })

    it("answers an empty list with no pages, 20 a page", async () => {
      await using host = await startWithReceivers()
      const { body } = await (await subject(host.api)).deliveries()
      assert.deepStrictEqual(body, {
        deliveries: [],
        pagination: { page: 1, limit: 20, total: 0, totalPages: 0 }
      })
    })

    it("filters by status, event and creation, all at once and on any page", async () => {
      await using host = await startWithReceivers()
      const { api, receivers } = host
      const webhook = await subject(api)
      await happen(api)
      await api.work()
      api.wall.now += 1000
      receivers.set(url, 500)
      await happen(api)
      await api.work()
      await webhook.test({ event: events[1] })
      const [testId, pendingId, deliveredId] = idsIn(await webhook.deliveries())
      const found = async (query: string) => idsIn(await webhook.deliveries(query))
      assert.deepStrictEqual(await found("status=delivered"), [deliveredId])
      assert.deepStrictEqual(await found("status=pending"), [pendingId])
      assert.deepStrictEqual(await found("status=failed"), [testId])
      assert.deepStrictEqual(await found(`event=${events[0]}`), [pendingId, deliveredId])
      assert.deepStrictEqual(await found(`event=${events[1]}`), [testId])
      assert.deepStrictEqual(await found("from=2026-01-15T12:00:01Z"), [testId, pendingId])
      assert.deepStrictEqual(await found("to=2026-01-15T12:00:01Z"), [deliveredId])
      assert.deepStrictEqual(await found("from=2026-01-15T18:00:00%2B06:00&to=2026-01-15T18:00:01+06:00"), [
        deliveredId
      ])
      assert.deepStrictEqual(await found(`event=${events[0]}&status=pending&from=2026-01-15T12:00:01Z`), [
        pendingId
      ])
      assert.deepStrictEqual(await found(`event=${events[1]}&status=pending`), [])
      assert.deepStrictEqual(await found("from=2026-01-16&to=2026-01-15"), [])
      const second = await webhook.deliveries(`event=${events[0]}&limit=1&page=2&unknown=1`)
      assert.deepStrictEqual(idsIn(second), [deliveredId])
      assert.deepStrictEqual(second.body.pagination, { page: 2, limit: 1, total: 2, totalPages: 2 })
    })

    it("400 invalid_request: events of the other group", async () => {
      await using api = await startTestApi()
      const webhook = await subject(api)
      for (const event of foreignEvents)
        assert.deepStrictEqual(outcome(await webhook.deliveries(`event=${event}`)), [400, "invalid_request"])
    })
  }
)

describe.each(groups)("redelivery in the $group group", ({ happen, subject }) => {
  it("200: sends the same event again, with the whole schedule ahead", async () => {
    await using host = await startWithReceivers()
    const { api, receivers } = host
    const webhook = await subject(api)
    await happen(api)
    await api.work()
    const [{ id, eventId } = { id: "" }] = deliveriesIn(await webhook.deliveries())
    api.wall.now += 1000
    const answer = await webhook.redeliver(id)
    assert.strictEqual(answer.status, 200)
    assert.deepInclude(webhook.redelivered(answer), {
      id,
      eventId,
      status: "pending",
      attempt: 1,
      maxAttempts: 4,
      nextAttemptAt: "2026-01-15T12:00:01.000Z",
      deliveredAt: null
    })
    await api.work()
    const [delivered] = deliveriesIn(await webhook.deliveries())
    assert.deepInclude(delivered, { id, eventId, status: "delivered", attempt: 2, maxAttempts: 4 })
    assert.deepStrictEqual(
      receivers.calls.map(({ headers }) => headers["webhook-id"]),
      [eventId, eventId]
    )
    assert.strictEqual(new Set(receivers.calls.map(({ body }) => body)).size, 1)
  })

  it("409 invalid_state: of a webhook that is disabled, and it stays as it was", async () => {
    await using host = await startWithReceivers()
    const { api } = host
    const webhook = await subject(api)
    await webhook.test()
    const before = await webhook.deliveries()
    const [{ id } = { id: "" }] = deliveriesIn(before)
    await webhook.disable()
    assert.deepStrictEqual(outcome(await webhook.redeliver(id)), [409, "invalid_state"])
    assert.deepStrictEqual((await webhook.deliveries()).body, before.body)
  })
})

it("409 invalid_state: the redelivery of a webhook that was deleted", async () => {
  await using host = await startWithReceivers()
  const { api } = host
  const made = await api.fiat("webhooks", { body: { url, events: ["invoice.paid"] } })
  await api.fiat(`webhooks/${made.body.id}/test`, { method: "POST" })
  const [{ id } = { id: "" }] = deliveriesIn(await api.fiat(`webhooks/${made.body.id}/deliveries`))
  await api.fiat(`webhooks/${made.body.id}`, { method: "DELETE" })
  const answer = await api.fiat(`webhooks/deliveries/${id}/redeliver`, { method: "POST" })
  assert.deepStrictEqual(outcome(answer), [409, "invalid_state"])
})
