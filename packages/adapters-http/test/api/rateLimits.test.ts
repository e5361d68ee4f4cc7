import { assert, describe, it } from "vitest"
import { startTestApi } from "../TestApi.ts"

const balance = "/api/v2/crypto/balance"

describe("rate limits of a key", () => {
  it("rate_limited: the 21st payout at once, and how long to wait", async () => {
    await using api = await startTestApi()
    await api.credit(api.key.partnerId, 10_000)
    for (let index = 0; index < 20; index++) assert.strictEqual((await api.createPayout()).status, 200)
    const limited = await api.createPayout()
    assert.deepStrictEqual([limited.status, limited.code], [429, "rate_limited"])
    assert.strictEqual(limited.headers.get("retry-after"), "1")
    assert.strictEqual(limited.headers.get("ratelimit-policy"), '"payouts";q=20;w=2')
    assert.strictEqual(limited.headers.get("ratelimit"), '"payouts";r=0;t=1')
    assert.strictEqual((await api.call({ path: balance })).status, 200)
    api.wall.now += 99
    assert.strictEqual((await api.createPayout()).status, 429)
    api.wall.now += 1
    assert.strictEqual((await api.createPayout()).status, 200)
  })

  it("counts a read of analytics for ten: 20 at once, then one in 100 ms", async () => {
    await using api = await startTestApi()
    const statusOf = async () => (await api.fiat("analytics")).status
    for (let index = 0; index < 20; index++) assert.strictEqual(await statusOf(), 200, `${index}`)
    const limited = await api.fiat("analytics")
    assert.deepStrictEqual([limited.status, limited.code], [429, "rate_limited"])
    assert.strictEqual(limited.headers.get("ratelimit-policy"), '"reads";q=200;w=2')
    api.wall.now += 99
    assert.strictEqual(await statusOf(), 429)
    api.wall.now += 1
    assert.strictEqual(await statusOf(), 200)
  })
})

describe("rate limits of pages", () => {
  const get = (api: Awaited<ReturnType<typeof startTestApi>>, path: string, accept = "*/*") =>
    api.handler(new Request(`http://api.test${path}`, { headers: { accept } }))

  it("rate_limited: more than a client's network may ask for, told in a page where a page is wanted", async () => {
    let address = "2001:db8:1:1::1"
    await using api = await startTestApi({
      remoteAddress: () => address,
      limits: { pages: { capacity: 3, perSecond: 1 } }
    })
    assert.strictEqual((await get(api, "/docs")).status, 200)
    assert.strictEqual((await get(api, "/openapi.json")).status, 200)
    assert.strictEqual((await get(api, "/pay/bank/unknown")).status, 404)
    address = "2001:db8:1:1::2"
    const limited = await get(api, "/pay/bank/unknown", "text/html")
    assert.strictEqual(limited.status, 429)
    assert.match(limited.headers.get("content-type") ?? "", /^text\/html/)
    assert.strictEqual(limited.headers.get("retry-after"), "1")
    const beyond = await get(api, "/openapi.json")
    assert.strictEqual(beyond.status, 429)
    assert.match(await beyond.text(), /"code":"rate_limited"/)
    assert.strictEqual((await get(api, "/healthz")).status, 200, "whoever watches the server is not limited")
    assert.strictEqual((await api.call({ path: balance })).status, 200, "nor is a key")
    address = "203.0.113.9"
    assert.strictEqual((await get(api, "/docs")).status, 200)
  })

  it("do not make one client of all visitors where the host tells no address", async () => {
    await using api = await startTestApi({ limits: { pages: { capacity: 1, perSecond: 1 } } })
    for (let index = 0; index < 5; index++) assert.strictEqual((await get(api, "/docs")).status, 200)
  })

  it("can be turned off, as those of keys", async () => {
    const limit = { capacity: 1, perSecond: 1 }
    await using api = await startTestApi({
      rateLimits: "off",
      remoteAddress: () => "203.0.113.9",
      limits: { pages: limit, reads: limit }
    })
    for (let index = 0; index < 5; index++) {
      assert.strictEqual((await get(api, "/docs")).status, 200)
      assert.strictEqual((await api.call({ path: balance })).status, 200)
    }
  })
})

describe("failed authentication", () => {
  const wrong = { path: balance, headers: { "x-signature": "0".repeat(64) } }

  it("rate_limited: the 11th failure in a minute from one address, and never a valid key", async () => {
    await using api = await startTestApi({ remoteAddress: () => "203.0.113.9" })
    for (let index = 0; index < 10; index++) {
      assert.strictEqual((await api.call(wrong)).code, "signature_invalid")
    }
    const limited = await api.call(wrong)
    assert.deepStrictEqual([limited.status, limited.code], [429, "rate_limited"])
    assert.strictEqual(limited.headers.get("retry-after"), "6")
    assert.strictEqual((await api.call({ path: balance })).status, 200)
    api.wall.now += 6000
    assert.strictEqual((await api.call(wrong)).code, "signature_invalid")
    assert.strictEqual((await api.call(wrong)).code, "rate_limited")
  })

  it("counts each address for itself, whatever a client writes in X-Forwarded-For", async () => {
    let address = "203.0.113.9"
    await using api = await startTestApi({ remoteAddress: () => address })
    for (let index = 0; index < 10; index++) {
      await api.call({ ...wrong, headers: { ...wrong.headers, "x-forwarded-for": `198.51.100.${index}` } })
    }
    assert.strictEqual((await api.call(wrong)).code, "rate_limited")
    address = "203.0.113.10"
    assert.strictEqual((await api.call(wrong)).code, "signature_invalid")
  })

  it("counts an IPv6 /64 as one client, and 16 of them in a /48 as much as that", async () => {
    let address = ""
    await using api = await startTestApi({ remoteAddress: () => address })
    const failAt = async (at: string) => {
      address = at
      return (await api.call(wrong)).code
    }
    for (let host = 0; host < 10; host++)
      assert.strictEqual(await failAt(`2001:db8:1:1::${host}`), "signature_invalid")
    assert.strictEqual(await failAt("2001:db8:1:1:ffff::1"), "rate_limited")
    for (let network = 2; network < 17; network++) {
      for (let host = 0; host < 10; host++)
        assert.strictEqual(await failAt(`2001:db8:1:${network}::${host}`), "signature_invalid", `${network}`)
    }
    assert.strictEqual(await failAt("2001:db8:1:99::1"), "rate_limited")
    assert.strictEqual(await failAt("2001:db8:2:1::1"), "signature_invalid", "another site")
    assert.strictEqual((await api.call({ path: balance })).status, 200)
  })

  it("counts wrong secrets of the sandbox operations too", async () => {
    await using api = await startTestApi()
    for (let index = 0; index < 10; index++) {
      assert.strictEqual((await api.sandbox("clock/advance", { seconds: 1 }, "wrong")).code, "unauthorized")
    }
    assert.strictEqual((await api.sandbox("clock/advance", { seconds: 1 }, "wrong")).code, "rate_limited")
    assert.strictEqual((await api.sandbox("clock/advance", { seconds: 1 })).status, 200)
  })
})
