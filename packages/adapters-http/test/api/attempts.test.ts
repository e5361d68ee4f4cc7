import { assert, describe, it } from "vitest"
import { makeReceivers } from "../Receivers.ts"
import { type ApiAnswer, payoutsPath, startTestApi, type TestApi } from "../TestApi.ts"

const url = "https://shop.test/hooks"
const startedAt = "2026-01-15T12:00:00.000Z"

const outcome = ({ code, status }: ApiAnswer) => [status, code]

const startWithReceivers = async () => {
  const receivers = makeReceivers()
  const api = await startTestApi({ rateLimits: "off", providers: receivers.layer })
  return { api, receivers, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() }
}

type Attempt = Readonly<Record<string, unknown>>
const attemptsIn = (delivery: unknown) => (delivery as { attempts: ReadonlyArray<Attempt> }).attempts
const firstIdIn = ({ body }: ApiAnswer) => (body.deliveries as ReadonlyArray<{ id: string }>)[0]?.id

/** Both groups: what is told, where it is read by itself, and where the record stands in the answer. */
const groups = [
  {
    group: "fiat",
    happen: async (api: TestApi) => {
      const made = await api.fiat("webhooks", { body: { url, events: ["invoice.created"] } })
      await api.fiat("invoices", { body: { amount: 5, currency: "USD" } })
      await api.work()
      return firstIdIn(await api.fiat(`webhooks/${made.body.id}/deliveries`))
    },
    read: (api: TestApi, id: unknown, key = api.key) => api.fiat(`webhooks/deliveries/${id}`, { key }),
    redeliver: (api: TestApi, id: unknown) =>
      api.fiat(`webhooks/deliveries/${id}/redeliver`, { method: "POST" }),
    recordIn: ({ body }: ApiAnswer): unknown => body
  },
  {
    group: "transit",
    happen: async (api: TestApi) => {
      await api.transit("webhook", { method: "PUT", body: { url } })
      await api.transit("transit/wallets", { body: { label: "a", network: "tron" } })
      await api.work()
      return firstIdIn(await api.transit("webhook/deliveries"))
    },
    read: (api: TestApi, id: unknown, key = api.key) => api.transit(`webhook/deliveries/${id}`, { key }),
    redeliver: (api: TestApi, id: unknown) =>
      api.transit(`webhook/deliveries/${id}/redeliver`, { method: "POST" }),
    recordIn: ({ body }: ApiAnswer): unknown => body.delivery
  }
] as const

describe.each(groups)("a delivery of the $group group by itself", ({ happen, read, recordIn, redeliver }) => {
  it("200: every attempt with its number, time, answer and error, through a redelivery", async () => {
    await using host = await startWithReceivers()
    const { api, receivers } = host
    receivers.set(url, 500)
    const id = await happen(api)
    const error = "the receiver answered 500"
    const first = {
      number: 1,
      at: startedAt,
      responseCode: 500,
      responseTimeMs: 0,
      responseBody: "received",
      error
    }
    assert.deepStrictEqual(attemptsIn(recordIn(await read(api, id))), [first])
    receivers.set(url, "away")
    api.wall.now += 10_000
    await api.work()
    receivers.set(url, 503)
    api.wall.now += 100_000
    await api.work()
    receivers.set(url, 200)
    api.wall.now += 1000
    await redeliver(api, id)
    await api.work()
    const answer = await read(api, id)
    assert.strictEqual(answer.status, 200)
    assert.deepInclude(recordIn(answer), {
      id,
      status: "delivered",
      attempt: 4,
      responseCode: 200,
      error: null
    })
    assert.deepStrictEqual(attemptsIn(recordIn(answer)), [
      first,
      {
        number: 2,
        at: "2026-01-15T12:00:10.000Z",
        responseCode: null,
        responseTimeMs: 0,
        responseBody: null,
        error: "the connection was refused"
      },
      {
        ...first,
        number: 3,
        at: "2026-01-15T12:01:50.000Z",
        responseCode: 503,
        error: "the receiver answered 503"
      },
      { ...first, number: 4, at: "2026-01-15T12:01:51.000Z", responseCode: 200, error: null }
    ])
  })

  it("200: no attempts before the first", async () => {
    await using host = await startWithReceivers()
    const { api } = host
    const id = await happen(api)
    await redeliver(api, id)
    const answer = await read(api, id)
    assert.deepInclude(recordIn(answer), { status: "pending", attempt: 1 })
    assert.lengthOf(attemptsIn(recordIn(answer)), 1)
  })
})

it("what receivers answered goes with the redaction of what they were told of", async () => {
  await using host = await startWithReceivers()
  const { api, receivers } = host
  receivers.set(url, 500)
  const [fiat] = groups
  const id = await fiat.happen(api)
  api.wall.now += 10_000
  await api.work()
  assert.lengthOf(attemptsIn((await fiat.read(api, id)).body), 2)
  receivers.set(url, 200)
  api.wall.now += 100_000
  await api.work()
  const { invoices } = (await api.fiat("invoices")).body as {
    readonly invoices: ReadonlyArray<{ id: string }>
  }
  await api.fiat(`invoices/${invoices[0]?.id}/redact`, { method: "POST" })
  api.wall.now += 1000
  await api.work()
  assert.deepStrictEqual(outcome(await fiat.read(api, id)), [404, "not_found"])
})

describe("the calls of a payout", () => {
  const callsOf = async (api: TestApi, note: string | undefined, millis: ReadonlyArray<number>) => {
    await api.credit(api.key.partnerId, 1000)
    const { body } = await api.createPayout(note === undefined ? {} : { note })
    const { id } = body.payout as { readonly id: string }
    const read = async () =>
      (await api.call({ path: `${payoutsPath}/${id}` })).body.payout as { calls: unknown }
    const before = (await read()).calls
    await api.work()
    for (const each of millis) {
      api.wall.now += each
      await api.work()
    }
    return {
      before,
      calls: (await read()).calls as ReadonlyArray<{ kind: string; at: string; answer: string }>
    }
  }

  it("are none before it is sent, and one with its answer where that settled it", async () => {
    await using api = await startTestApi()
    const { before, calls } = await callsOf(api, undefined, [])
    assert.deepStrictEqual(before, [])
    assert.deepStrictEqual(calls, [{ kind: "submit", at: startedAt, answer: "completed" }])
  })

  it("tell a refusal with its reason", async () => {
    await using api = await startTestApi()
    const { calls } = await callsOf(api, "sandbox:reject", [])
    assert.lengthOf(calls, 1)
    assert.match(String(calls[0]?.answer), /^rejected: ./)
  })

  it("tell a lost answer, and the lookup that found out", async () => {
    await using api = await startTestApi()
    const { calls } = await callsOf(api, "sandbox:no-answer-then-complete", [20_000])
    assert.deepStrictEqual(
      calls.map(({ at, kind }) => [kind, at]),
      [
        ["submit", startedAt],
        ["lookup", "2026-01-15T12:00:20.000Z"]
      ]
    )
    assert.match(String(calls[0]?.answer), /^no answer: ./)
    assert.strictEqual(calls[1]?.answer, "completed")
  })

  it("tell the abandonment after the schedule, and stay bounded however long it is reconciled", async () => {
    await using api = await startTestApi({ rateLimits: "off" })
    const { calls } = await callsOf(api, "sandbox:no-answer", Array<number>(60).fill(16 * 60 * 60 * 1000))
    assert.lengthOf(calls, 24)
    assert.strictEqual(calls[0]?.kind, "submit")
    assert.deepStrictEqual(
      calls.slice(-2).map(({ kind }) => kind),
      ["lookup", "abandon"]
    )
    assert.isTrue(calls.every(({ answer }) => /^(?:no answer: .|too late|abandoned)/.test(answer)))
  })

  it("are not in lists", async () => {
    await using api = await startTestApi()
    await callsOf(api, undefined, [])
    const { payouts } = (await api.call({ path: payoutsPath })).body as {
      readonly payouts: ReadonlyArray<object>
    }
    assert.lengthOf(payouts, 1)
    assert.notProperty(payouts[0], "calls")
  })
})
