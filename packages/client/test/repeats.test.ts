import { assert, describe, it } from "vitest"
import {
  NoAnswerError,
  QuittanceError,
  RateLimitError,
  TimeoutError,
  UnavailableError
} from "../src/index.ts"
import { type Fault, failureOf, startClient } from "./TestClient.ts"
import { timeoutMillis } from "./TestPlatform.ts"

const payout = { amount: 10, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron" }

const answered = (status: number, headers: Record<string, string> = {}, body = "busy") =>
  new Response(body, { status, headers })
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ success: false, error: { code, message: `${code} here` } }, { status, headers })

/** What a write may meet, whether or not it was carried out. */
const losses: Readonly<Record<string, () => Fault>> = {
  "it never arrived": () => "never arrives",
  "it arrived twice": () => "arrives twice",
  "its answer was lost": () => "answer lost",
  "its answer was cut off": () => "answer cut off",
  "its time ran out": () => "hangs",
  "a proxy answered 502": () => answered(502, { "content-type": "text/html" }, "<title>Bad gateway</title>"),
  "a 503": () => refusal(503, "service_unavailable"),
  "a 500": () => refusal(500, "internal_error"),
  "a 429": () => refusal(429, "rate_limited", { "retry-after": "2" })
}

describe("a payout is made once", () => {
  for (const [name, loss] of Object.entries(losses))
    it(`although ${name}, twice`, async () => {
      await using started = await startClient()
      const { client, line } = started
      await client.sandbox.credit({ amount: 500 })
      line.sent.length = 0
      line.faults.push(loss(), loss())
      const made = await client.crypto.payouts.create(payout)
      const { pagination, payouts } = await client.crypto.payouts.list()
      assert.deepStrictEqual([pagination.total, payouts[0]?.id], [1, made.id])
      const tries = line.sent.slice(0, -1)
      const distinct = (header: string) => new Set(tries.map(({ headers }) => headers.get(header))).size
      const count = name === "it arrived twice" ? 1 : 3
      assert.deepStrictEqual(["x-idempotency-key", "x-timestamp", "x-signature"].map(distinct), [
        1,
        count,
        count
      ])
    })
})

describe("an attempt whose answer was lost", () => {
  /** What its repeat is refused with, which says nothing of the attempt. */
  const refusals: Readonly<Record<string, () => Fault>> = {
    "a 429 for longer than the client waits": () => refusal(429, "rate_limited", { "retry-after": "100" }),
    "a 401": () => refusal(401, "unauthorized"),
    "a 403 of a proxy": () => answered(403, { "content-type": "text/html" }, "<title>Forbidden</title>"),
    "a 400": () => refusal(400, "insufficient_funds")
  }
  for (const [name, refused] of Object.entries(refusals))
    it(`has an unknown outcome although its repeat got ${name}`, async () => {
      await using started = await startClient()
      const { client, line } = started
      await client.sandbox.credit({ amount: 500 })
      line.faults.push("answer lost", refused())
      const error = await failureOf(client.crypto.payouts.create(payout, { idempotencyKey: "order-1" }))
      assert.instanceOf(error, QuittanceError)
      assert.deepStrictEqual([error.outcome, error.idempotencyKey], ["unknown", "order-1"])
      assert.strictEqual((await client.crypto.payouts.list()).pagination.total, 1)
    })

  it("is none where a proxy alone answered with a redirect, and unknown where it refused a write", async () => {
    await using started = await startClient()
    const { client, line } = started
    const outcomeAfter = async (status: number) => {
      line.faults.push(answered(status, { "content-type": "text/html", location: "https://other.test/" }))
      const error = await failureOf(client.crypto.payouts.create(payout, { retryMax: 0 }))
      return error instanceof QuittanceError ? error.outcome : error
    }
    assert.deepStrictEqual(
      [await outcomeAfter(302), await outcomeAfter(403), await outcomeAfter(408)],
      ["none", "unknown", "unknown"]
    )
  })
})

describe("what was lost", () => {
  const harmless = ["never arrives", "answer lost"] as const
  it("is not sent again where it has no key and would be done twice", async () => {
    await using started = await startClient()
    const { client, line } = started
    const { id } = await client.fiat.webhooks.create({ url: "https://shop.test/a", events: ["invoice.paid"] })
    const invoice = await client.fiat.invoices.create({ amount: 5, currency: "USD" })
    const calls = {
      credit: () => client.sandbox.credit({ amount: 1 }),
      rotateSecret: () => client.fiat.webhooks.rotateSecret(id),
      cancel: () => client.fiat.invoices.cancel(invoice.id)
    }
    for (const [name, call] of Object.entries(calls))
      for (const fault of harmless) {
        line.sent.length = 0
        line.faults.push(fault)
        const error = await failureOf(call())
        assert.instanceOf(error, NoAnswerError, name)
        assert.deepStrictEqual(
          [error.outcome, error.idempotencyKey, line.sent.length],
          ["unknown", undefined, 1]
        )
      }
    line.faults.push(refusal(503, "service_unavailable"))
    assert.instanceOf(await failureOf(calls.credit()), UnavailableError)
  })

  it("is sent again where it is done once by its externalId, or changes nothing more", async () => {
    await using started = await startClient()
    const { client, line } = started
    line.faults.push("answer lost")
    const order = { amount: 5, network: "tron", externalId: "order-7" }
    const { id } = await client.crypto.invoices.create(order)
    line.faults.push("answer lost")
    assert.isString((await client.crypto.invoices.redact(id)).redactedAt)
    assert.strictEqual(line.sent.length, 4)
  })

  it("is deleted all the same, though the repeat no longer finds it", async () => {
    await using started = await startClient()
    const { client, line } = started
    const { id } = await client.fiat.webhooks.create({ url: "https://shop.test/a", events: ["invoice.paid"] })
    line.faults.push("answer lost")
    await client.fiat.webhooks.delete(id)
    assert.strictEqual(line.sent.length, 3)
    const again = await failureOf(client.fiat.webhooks.delete(id))
    assert.deepStrictEqual(again instanceof QuittanceError && [again.status, again.code], [404, "not_found"])
  })

  it("is given up after so many repeats, and the error has the key to repeat it with", async () => {
    await using started = await startClient({ retryMax: 2 })
    const { client, line, machine } = started
    line.faults.push("never arrives", "answer lost", "never arrives")
    const order = { amount: 5, currency: "USD" } as const
    const error = await failureOf(client.fiat.invoices.create(order))
    assert.instanceOf(error, NoAnswerError)
    assert.deepStrictEqual(
      [error.code, error.outcome, error.idempotencyKey, error.status],
      ["no_answer", "unknown", "made-1", undefined]
    )
    assert.strictEqual(
      error.message,
      "POST http://api.test/api/v1/invoices had no whole answer: fetch failed: ECONNREFUSED."
    )
    assert.deepStrictEqual(machine.waits, [250, 500])
    await client.fiat.invoices.create(order, { idempotencyKey: error.idempotencyKey })
    assert.strictEqual((await client.fiat.invoices.list()).pagination.total, 1)
  })

  it("is not repeated where a call says so", async () => {
    await using started = await startClient()
    const { client, line } = started
    line.faults.push("never arrives")
    assert.instanceOf(await failureOf(client.crypto.balance.get({ retryMax: 0 })), NoAnswerError)
    assert.strictEqual(line.sent.length, 1)
  })
})

describe("too many requests", () => {
  it("wait as long as the answer says, whatever they do", async () => {
    await using started = await startClient()
    const { client, line, machine } = started
    line.faults.push(refusal(429, "rate_limited", { "retry-after": "7" }))
    await client.sandbox.credit({ amount: 1 })
    assert.strictEqual((await client.crypto.balance.get()).available, 1)
    assert.deepStrictEqual(machine.waits, [7000])
  })

  it("wait by themselves where the answer says nothing, longer each time", async () => {
    await using started = await startClient()
    const { client, line, machine } = started
    line.faults.push(refusal(429, "rate_limited"), answered(429), refusal(429, "rate_limited"))
    await client.crypto.balance.get()
    assert.deepStrictEqual(machine.waits, [250, 500, 1000])
  })

  it("wait until a date", async () => {
    await using started = await startClient()
    const { client, line, machine } = started
    const date = "Thu, 15 Jan 2026 12:00:00 GMT"
    line.faults.push(answered(503, { date, "retry-after": "Thu, 15 Jan 2026 12:00:09 GMT" }))
    await client.crypto.balance.get()
    assert.deepStrictEqual(machine.waits, [9000])
  })

  it("are left to the caller where the wait is longer than a minute", async () => {
    await using started = await startClient()
    const { client, line, machine } = started
    line.faults.push(refusal(429, "rate_limited", { "retry-after": "3600" }))
    const error = await failureOf(client.crypto.balance.get())
    assert.instanceOf(error, RateLimitError)
    assert.deepStrictEqual([error.retryAfterSeconds, error.outcome, machine.waits], [3600, "none", []])
  })

  it("get through a server that limits them, in the order that it lets them", async () => {
    await using started = await startClient({ retryMax: 20 }, { rateLimits: "on" })
    const { client, machine } = started
    await client.sandbox.credit({ amount: 1000 })
    await Promise.all(
      Array.from({ length: 25 }, () => client.crypto.payouts.create({ ...payout, amount: 1 }))
    )
    assert.strictEqual((await client.crypto.payouts.list()).pagination.total, 25)
    assert.include(machine.waits, 1000)
  })
})

describe("time", () => {
  it("of an attempt runs out, and then that of its repeats", async () => {
    await using started = await startClient({ retryMax: 1 })
    const { client, line, machine } = started
    line.faults.push("hangs", "hangs")
    const error = await failureOf(client.crypto.balance.get())
    assert.instanceOf(error, TimeoutError)
    assert.strictEqual(
      error.message,
      `GET http://api.test/api/v2/crypto/balance had no answer within ${timeoutMillis} ms.`
    )
    assert.deepStrictEqual([error.code, error.outcome, machine.openDeadlines()], ["timeout", "none", 0])
  })

  it("is no longer waited for once a call is answered", async () => {
    await using started = await startClient()
    await started.client.crypto.balance.get()
    assert.strictEqual(started.machine.openDeadlines(), 0)
  })
})

describe("an aborted call", () => {
  const reason = new Error("the user left")

  it("sends nothing more, and rejects with the reason", async () => {
    await using started = await startClient()
    const { client, line } = started
    assert.strictEqual(
      await failureOf(client.crypto.balance.get({ signal: AbortSignal.abort(reason) })),
      reason
    )
    assert.isEmpty(line.sent)
  })

  it("ends while it waits for its answer", async () => {
    await using started = await startClient()
    const { client, line } = started
    const aborting = new AbortController()
    line.faults.push("hangs")
    line.hooks.onHang = () => aborting.abort(reason)
    assert.strictEqual(await failureOf(client.crypto.balance.get({ signal: aborting.signal })), reason)
    assert.strictEqual(line.sent.length, 1)
  })

  it("ends while it waits for its repeat", async () => {
    const aborting = new AbortController()
    await using started = await startClient()
    const { client, line, machine } = started
    const { after } = machine.platform
    Object.assign(machine.platform, {
      after: (millis: number, run: () => void) => {
        if (millis !== timeoutMillis) aborting.abort(reason)
        return after(millis, run)
      }
    })
    const own = (await import("../src/index.ts")).createClient({
      ...started.common,
      ...pairOf(await started.api.createKey())
    })
    line.faults.push("never arrives")
    assert.strictEqual(await failureOf(own.crypto.balance.get({ signal: aborting.signal })), reason)
    assert.strictEqual(line.sent.length, 1)
    assert.isDefined(client)
  })
})

const pairOf = ({ publicKey, secret }: { readonly publicKey: string; readonly secret: string }) => ({
  publicKey,
  secret
})
