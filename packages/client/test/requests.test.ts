import { createHash, createHmac } from "node:crypto"
import { assert, describe, it } from "vitest"
import { baseUrl, startClient } from "./TestClient.ts"

const payout = { amount: 10, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron" }

describe("what a call gives", () => {
  it("is the resource, without what is around it", async () => {
    await using started = await startClient()
    const { client } = started
    await client.sandbox.credit({ amount: 500 })
    const { id, status, total } = await client.crypto.payouts.create(payout, { idempotencyKey: "order-1" })
    assert.deepStrictEqual([status, total], ["PENDING", 12])
    const read = await client.crypto.payouts.get(id)
    assert.deepStrictEqual([read.id, read.idempotencyKey], [id, "order-1"])
    assert.strictEqual((await client.crypto.balance.get()).pending, 12)
    const { invoiceNetworks, networks } = await client.crypto.networks.list()
    assert.include(
      networks.map(({ name }) => name),
      invoiceNetworks[0]
    )
  })

  it("has status, headers and request id where they are asked for, and says whether it is a repeat", async () => {
    await using started = await startClient()
    const { client } = started
    const create = () =>
      client.withRawResponse.fiat.invoices.create({ amount: 5, currency: "USD" }, { idempotencyKey: "a" })
    const first = await create()
    const second = await create()
    assert.deepStrictEqual([first.status, first.isReplay, second.isReplay], [201, false, true])
    assert.strictEqual(first.data.id, second.data.id)
    assert.strictEqual(first.headers.get("x-request-id"), first.requestId)
  })

  it("is nothing where nothing is answered", async () => {
    await using started = await startClient()
    const { client } = started
    const { id } = await client.fiat.webhooks.create({ url: "https://shop.test/a", events: ["invoice.paid"] })
    assert.isUndefined(await client.fiat.webhooks.delete(id))
  })
})

describe("what a call sends", () => {
  it("of the crypto group is signed over method, path, time, body and idempotency key, and has no secret", async () => {
    await using started = await startClient()
    const { api, common, line } = started
    const { publicKey, secret } = await api.createKey({ bind: "idempotency" })
    const { createClient } = await import("../src/index.ts")
    const client = createClient({ ...common, bind: "idempotency", crypto: { publicKey, secret } })
    await api.credit((await api.createKey()).partnerId, 500)
    await client.crypto.payouts.create(payout, { idempotencyKey: "order 1 ~" })
    const [request = assert.fail()] = line.sent
    const body = await request.text()
    assert.strictEqual(body, JSON.stringify(payout))
    const timestamp = request.headers.get("x-timestamp")
    const hash = createHash("sha256").update(body).digest("hex")
    const text = `POST/api/v2/crypto/payouts${timestamp}${hash}order 1 ~`
    assert.strictEqual(
      request.headers.get("x-signature"),
      createHmac("sha256", secret).update(text).digest("hex")
    )
    assert.notInclude(JSON.stringify([...request.headers]), secret)
  })

  it("cannot be sent again under another key by somebody who saw it", async () => {
    await using started = await startClient()
    const { api, client, line } = started
    await client.sandbox.credit({ amount: 500 })
    await client.crypto.payouts.create(payout)
    const seen = line.sent.at(-1) ?? assert.fail()
    const headers = new Headers(seen.headers)
    headers.set("x-idempotency-key", "another")
    const again = await api.handler(
      new Request(seen.url, { method: "POST", headers, body: await seen.text() })
    )
    assert.strictEqual(again.status, 401)
    assert.strictEqual((await client.crypto.payouts.list()).pagination.total, 1)
  })

  it("is signed over the path that it is sent to, below a mount too", async () => {
    await using started = await startClient(
      { baseUrl: `${baseUrl}/pay/` },
      { settings: { publicUrl: `${baseUrl}/pay` } }
    )
    assert.strictEqual((await started.client.crypto.balance.get()).available, 0)
    assert.strictEqual(started.line.sent[0]?.url, `${baseUrl}/pay/api/v2/crypto/balance`)
  })

  it("never has the same time twice, so that two equal requests of one millisecond count as two", async () => {
    await using started = await startClient()
    const { client, line } = started
    await Promise.all([1, 2, 3].map(() => client.crypto.balance.get()))
    const times = line.sent.map(({ headers }) => headers.get("x-timestamp"))
    assert.strictEqual(new Set(times).size, 3)
  })

  it("has a key of its own for each call that creates something, and the caller's where one is given", async () => {
    await using started = await startClient()
    const { client, line } = started
    const order = { amount: 5, currency: "USD" } as const
    await client.fiat.invoices.create(order)
    await client.fiat.invoices.create(order)
    await client.fiat.invoices.create(order, { idempotencyKey: "mine" })
    const keys = line.sent.map(({ headers }) => headers.get("idempotency-key"))
    assert.deepStrictEqual(keys, ["made-1", "made-2", "mine"])
    await client.fiat.invoices.list()
    assert.isNull(line.sent.at(-1)?.headers.get("idempotency-key"))
  })

  it("has instants as they are, or as dates, and leaves out what is not given", async () => {
    await using started = await startClient()
    const { client, line } = started
    await client.fiat.invoices.list({ from: new Date(0), to: "2026-02-01T00:00:00+03:00", status: undefined })
    const query = new URL(line.sent[0]?.url ?? "").searchParams
    assert.deepStrictEqual(Object.fromEntries(query), {
      from: "1970-01-01T00:00:00.000Z",
      to: "2026-02-01T00:00:00+03:00"
    })
  })

  it("has ids as one part of the path", async () => {
    await using started = await startClient()
    await started.client.fiat.invoices.get("../webhooks?a#b").catch(() => undefined)
    assert.strictEqual(started.line.sent[0]?.url, `${baseUrl}/api/v1/invoices/..%2Fwebhooks%3Fa%23b`)
  })
})

describe("a file is uploaded", () => {
  const csv = "amount,currency\n5,USD\n7,EUR\n"
  const bytes = new TextEncoder().encode(csv)
  const sources = {
    text: () => csv,
    bytes: () => bytes,
    "a buffer": () => bytes.buffer,
    "a blob": () => new Blob([csv]),
    "a file": () => new File([csv], "june.csv"),
    "a stream": () => new Blob([csv]).stream()
  }
  for (const [name, source] of Object.entries(sources))
    it(`from ${name}, once more after its answer was lost`, async () => {
      await using started = await startClient()
      const { client, line } = started
      line.faults.push("answer lost")
      const { batchId, created } = await client.fiat.batches.create({ file: source(), sendEmails: false })
      assert.deepStrictEqual([created, line.sent.length], [2, 2])
      assert.strictEqual((await client.fiat.batches.get(batchId)).total, 2)
      assert.strictEqual((await client.fiat.invoices.list()).pagination.total, 2)
    })

  it("without a key, where anybody may", async () => {
    await using started = await startClient()
    const { createClient } = await import("../src/index.ts")
    const client = createClient(started.common)
    const png = new Blob([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa])])
    const { category } = await client.signature.validate({ file: png })
    assert.isNumber(category)
    const [request] = started.line.sent
    assert.deepStrictEqual([...(request?.headers.keys() ?? [])].toSorted(), ["accept", "content-type"])
  })
})
