import { assert, describe, it } from "vitest"
import { payoutFields, payoutsPath, startTestApi } from "../TestApi.ts"

const limitBytes = 256 * 1024

const padded = (bytes: number): string => {
  const text = JSON.stringify(payoutFields())
  return text + " ".repeat(bytes - text.length)
}

describe("request bodies", () => {
  it("payload_too_large: one byte over 256 KiB", async () => {
    await using api = await startTestApi()
    await api.credit(api.key.partnerId, 100)
    const exactly = await api.call({ path: payoutsPath, body: padded(limitBytes), idempotencyKey: "a" })
    assert.strictEqual(exactly.status, 200)
    const over = await api.call({ path: payoutsPath, body: padded(limitBytes + 1), idempotencyKey: "b" })
    assert.deepStrictEqual([over.status, over.code], [413, "payload_too_large"])
  })

  it("payload_too_large: decided while reading a body of unknown length", async () => {
    await using api = await startTestApi()
    let pulled = 0
    const endless = new ReadableStream({
      pull: (controller) => {
        pulled += 1
        controller.enqueue(new Uint8Array(64 * 1024))
      }
    })
    const { headers, url } = api.signedRequest({ path: payoutsPath, body: "x" })
    const init = { method: "POST", headers, body: endless, duplex: "half" }
    const answer = await api.send(new Request(url, init))
    assert.strictEqual(answer.code, "payload_too_large")
    assert.isAtMost(pulled, 8)
  })

  it("takes the content encoding identity", async () => {
    await using api = await startTestApi()
    await api.credit(api.key.partnerId, 100)
    const answer = await api.createPayout({}, { headers: { "content-encoding": "Identity" } })
    assert.strictEqual(answer.status, 200)
  })

  it.each([
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/json ;charset=UTF-8",
    'application/json; charset="Utf-8"',
    'application/json; note="; charset=latin1"'
  ])("takes the type %o", async (type) => {
    await using api = await startTestApi()
    await api.credit(api.key.partnerId, 100)
    assert.strictEqual((await api.createPayout({}, { headers: { "content-type": type } })).status, 200)
  })

  it("takes a byte order mark, and the last of two equal keys", async () => {
    await using api = await startTestApi()
    await api.credit(api.key.partnerId, 100)
    const text = JSON.stringify(payoutFields())
    const body = `\ufeff{"amount":99,${text.slice(1)}`
    const answer = await api.call({ path: payoutsPath, body, idempotencyKey: "k" })
    assert.strictEqual((answer.body.payout as { amount: number }).amount, 10)
  })
})
