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

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "application/json-patch+json",
    ""
  ])("unsupported_media_type: %o", async (type) => {
    await using api = await startTestApi()
    const answer = await api.createPayout({}, { headers: { "content-type": type } })
    assert.deepStrictEqual([answer.status, answer.code], [415, "unsupported_media_type"])
  })

  it("unsupported_media_type: a body without a type", async () => {
    await using api = await startTestApi()
    const { headers, url } = api.signedRequest({ path: payoutsPath, body: payoutFields() })
    headers.delete("content-type")
    const body = new TextEncoder().encode(JSON.stringify(payoutFields()))
    assert.strictEqual((await api.send(new Request(url, { method: "POST", headers, body }))).status, 415)
  })

  it.each([
    "application/json; charset=iso-8859-1",
    "application/json;charset=utf-16",
    'application/json; Charset="UTF-16LE"',
    "application/json; version=1; charset=utf-8; charset=latin1",
    "application/json; charset="
  ])("unsupported_media_type: the charset of %o", async (type) => {
    await using api = await startTestApi()
    const answer = await api.createPayout({}, { headers: { "content-type": type } })
    assert.deepStrictEqual([answer.status, answer.code], [415, "unsupported_media_type"])
    assert.include(answer.body.error?.message, "must be utf-8")
  })

  it.each(["gzip", "br", "identity, gzip", "aes128gcm"])(
    "unsupported_media_type: the content encoding %o",
    async (encoding) => {
      await using api = await startTestApi()
      const answer = await api.createPayout({}, { headers: { "content-encoding": encoding } })
      assert.deepStrictEqual([answer.status, answer.code], [415, "unsupported_media_type"])
      assert.include(answer.body.error?.message, "without a Content-Encoding or with identity")
    }
  )

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

  it.each([
    ["empty", ""],
    ["cut off", '{"amount":'],
    ["not JSON", "amount=10"],
    ["two values", "{}{}"],
    ["NaN", '{"amount":NaN}'],
    ["a comment", "{}// x"],
    ["nested too deep to mean anything", `{"note":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    ["nested, and cut off", `{"note":${"[".repeat(200_000)}`],
    ["no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["UTF-16", new Uint8Array(Buffer.from("\ufeff{}", "utf16le"))]
  ])("invalid_json: %s", async (_name, body) => {
    await using api = await startTestApi()
    const answer = await api.call({ path: payoutsPath, body, idempotencyKey: "k" })
    assert.deepStrictEqual([answer.status, answer.code], [400, "invalid_json"])
  })

  it.each([
    "[]",
    "null",
    '"text"',
    "1",
    "1e400",
    "true",
    "[".repeat(200_000),
    `${"[".repeat(100_000)}${"]".repeat(100_000)}`
  ])("invalid_request: JSON that is no object", async (body) => {
    await using api = await startTestApi()
    const answer = await api.call({ path: payoutsPath, body, idempotencyKey: "k" })
    assert.deepStrictEqual([answer.status, answer.code], [400, "invalid_request"])
  })

  it("takes a byte order mark, and the last of two equal keys", async () => {
    await using api = await startTestApi()
    await api.credit(api.key.partnerId, 100)
    const text = JSON.stringify(payoutFields())
    const body = `\ufeff{"amount":99,${text.slice(1)}`
    const answer = await api.call({ path: payoutsPath, body, idempotencyKey: "k" })
    assert.strictEqual((answer.body.payout as { amount: number }).amount, 10)
  })

  it("does not look at a body where none is taken", async () => {
    await using api = await startTestApi()
    const path = "/api/v2/crypto/invoices/019bc186-de00-7102-9d99-2f61e339df7f/cancel"
    const answer = await api.call({ path, body: "not json", headers: { "content-type": "text/plain" } })
    assert.strictEqual(answer.code, "not_found")
  })
})
