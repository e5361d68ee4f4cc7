import { createHash } from "node:crypto"
import { Guard, millisPerHour } from "@quittance/core/adapter"
import { assert, describe, it } from "vitest"
import { payoutFields, payoutsPath, startTestApi } from "../TestApi.ts"

const balance = "/api/v2/crypto/balance"

describe("authentication of the crypto group", () => {
  it("signature_invalid: another body than the signed one", async () => {
    await using api = await startTestApi()
    const signed = api.signedRequest({ path: payoutsPath, body: payoutFields(), idempotencyKey: "k" })
    const body = JSON.stringify(payoutFields({ amount: 11 }))
    const answer = await api.send(new Request(signed.url, { method: "POST", headers: signed.headers, body }))
    assert.strictEqual(answer.code, "signature_invalid")
  })

  it("shows the string to sign in a sandbox, and never the secret", async () => {
    await using api = await startTestApi()
    const body = JSON.stringify(payoutFields())
    const answer = await api.call({ path: payoutsPath, body, headers: { "x-signature": "0".repeat(64) } })
    const hash = createHash("sha256").update(body).digest("hex")
    assert.deepStrictEqual(answer.body.error?.details, [
      {
        field: "x-signature",
        code: "string_to_sign",
        message: `POST${payoutsPath}${api.wall.now}${hash}`
      }
    ])
    assert.notInclude(JSON.stringify(answer.body), api.key.secret)
  })

  it("tells nothing about the string to sign in live mode", async () => {
    await using api = await startTestApi({ mode: "live", keyScopes: ["crypto:read"] })
    const answer = await api.call({ path: balance, headers: { "x-signature": "0".repeat(64) } })
    assert.strictEqual(answer.code, "signature_invalid")
    assert.isUndefined(answer.body.error?.details)
  })

  it("accepts a signature in upper case", async () => {
    await using api = await startTestApi()
    const { headers, url } = api.signedRequest({ path: balance })
    headers.set("x-signature", (headers.get("x-signature") ?? "").toUpperCase())
    assert.strictEqual((await api.send(new Request(url, { headers }))).status, 200)
  })

  it("measures the skew by the wall clock, never by the sandbox clock", async () => {
    await using api = await startTestApi()
    assert.strictEqual((await api.sandbox("clock/advance", { seconds: 3600 })).status, 200)
    assert.strictEqual((await api.call({ path: balance })).status, 200)
    const moved = await api.call({ path: balance, timestamp: api.wall.now + 3600_000 })
    assert.strictEqual(moved.code, "timestamp_out_of_range")
  })

  it("signs the path as it was sent", async () => {
    await using api = await startTestApi()
    const encoded = "/api/v2/crypto/payouts/%30%31"
    assert.strictEqual((await api.call({ path: encoded })).code, "not_found")
    assert.strictEqual((await api.call({ path: `${balance}/` })).code, "not_found")
  })

  it("leaves the query out of the string to sign, unless the key binds it", async () => {
    await using api = await startTestApi()
    assert.strictEqual((await api.call({ path: payoutsPath, query: "page=1" })).status, 200)
    const key = await api.createKey({ bind: "query" })
    const query = "limit=5&page=1"
    assert.strictEqual((await api.call({ path: payoutsPath, query, key, bind: query })).status, 200)
    assert.strictEqual(
      (await api.call({ path: payoutsPath, query, key, bind: "page=1&limit=5" })).code,
      "signature_invalid"
    )
  })

  it("binds the idempotency key where the key asks for it", async () => {
    await using api = await startTestApi()
    await api.credit(api.key.partnerId, 100)
    const key = await api.createKey({ bind: "idempotency" })
    const bound = await api.createPayout({}, { key, idempotencyKey: "order-1", bind: "order-1" })
    assert.strictEqual(bound.status, 200)
    const unbound = await api.createPayout({}, { key, idempotencyKey: "order-2" })
    assert.strictEqual(unbound.code, "signature_invalid")
    assert.strictEqual((await api.call({ path: balance, key })).status, 200)
  })
})

describe("a captured request", () => {
  it("signature_replayed: sent again with another idempotency key, in whatever case its signature is", async () => {
    await using api = await startTestApi()
    await api.credit(api.key.partnerId, 100)
    const captured = (idempotencyKey: string) =>
      api.signedRequest({ path: payoutsPath, body: payoutFields(), idempotencyKey })
    const first = await api.send(captured("order-1"))
    const upperCase = captured("order-2")
    upperCase.headers.set("x-signature", (upperCase.headers.get("x-signature") ?? "").toUpperCase())
    assert.strictEqual((await api.send(upperCase)).code, "signature_replayed")
    const again = await api.send(captured("order-1"))
    assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
    assert.deepStrictEqual(again.body.payout, first.body.payout)
  })

  it("timestamp_out_of_range: a captured payout, once a clock that was set ahead and back had signatures forgotten", async () => {
    await using api = await startTestApi()
    await api.credit(api.key.partnerId, 1_000)
    const call = { path: payoutsPath, body: payoutFields(), idempotencyKey: "ours" }
    assert.strictEqual((await api.call(call)).status, 200)
    const forgotten = await api.runtime.runPromise(
      Guard.use((guard) => guard.prune(api.wall.now + millisPerHour, 100))
    )
    assert.isAbove(forgotten, 0)
    const captured = await api.call({ ...call, idempotencyKey: "theirs" })
    assert.deepStrictEqual([captured.status, captured.code], [401, "timestamp_out_of_range"])
    api.wall.now += 1
    assert.strictEqual(
      (await api.call({ ...call, idempotencyKey: "next" })).status,
      200,
      "who signs now is taken"
    )
  })

  it("signature_replayed: also when the first was refused", async () => {
    await using api = await startTestApi()
    const timestamp = api.wall.now
    const send = (idempotencyKey: string) =>
      api.call({ path: payoutsPath, body: payoutFields(), timestamp, idempotencyKey })
    assert.strictEqual((await send("order-1")).code, "insufficient_funds")
    await api.credit(api.key.partnerId, 100)
    assert.strictEqual((await send("order-2")).code, "signature_replayed")
    assert.strictEqual((await send("order-1")).status, 200)
  })

  it("signature_replayed: also when the first was over the rate", async () => {
    await using api = await startTestApi({ limits: { payouts: { capacity: 1, perSecond: 1 } } })
    await api.credit(api.key.partnerId, 100)
    assert.strictEqual((await api.createPayout()).status, 200)
    const limited = { path: payoutsPath, body: payoutFields({ amount: 11 }), timestamp: api.wall.now }
    assert.strictEqual((await api.call({ ...limited, idempotencyKey: "mine" })).code, "rate_limited")
    api.wall.now += 1000
    assert.strictEqual((await api.call({ ...limited, idempotencyKey: "theirs" })).code, "signature_replayed")
    assert.strictEqual((await api.call({ ...limited, idempotencyKey: "mine" })).status, 200)
  })
})

describe("the IP allow-list of a key", () => {
  const from = (address: string | undefined, forwardedFor?: string) => ({
    remoteAddress: () => address,
    headers: forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor }
  })

  it("does not believe X-Forwarded-For of a client", async () => {
    await using api = await startTestApi(from("203.0.113.9"))
    const key = await api.createKey({ allowedIps: ["198.51.100.7"] })
    const spoofed = await api.call({ path: balance, key, headers: { "x-forwarded-for": "198.51.100.7" } })
    assert.strictEqual(spoofed.code, "ip_not_allowed")
  })

  it("believes what a trusted proxy appended, and nothing left of it", async () => {
    await using api = await startTestApi({ ...from("10.0.0.2"), trustedProxies: ["10.0.0.0/8"] })
    const key = await api.createKey({ allowedIps: ["198.51.100.7"] })
    const through = (forwardedFor: string) =>
      api.call({ path: balance, key, headers: { "x-forwarded-for": forwardedFor } })
    assert.strictEqual((await through("198.51.100.7")).status, 200)
    assert.strictEqual((await through("198.51.100.7, 10.0.0.3")).status, 200)
    assert.strictEqual((await through("198.51.100.7, 203.0.113.9")).code, "ip_not_allowed")
  })

  it("ip_not_allowed: the address is not known", async () => {
    await using api = await startTestApi(from(undefined))
    const key = await api.createKey({ allowedIps: ["0.0.0.0/0"] })
    assert.strictEqual((await api.call({ path: balance, key })).code, "ip_not_allowed")
  })
})
