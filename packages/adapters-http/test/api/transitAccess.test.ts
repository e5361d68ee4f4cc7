import { StoreUnavailable, MemoryStore, WebhookReader } from "@quittance/core"
import { Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import { type ApiAnswer, startTestApi } from "../TestApi.ts"

const outcome = ({ code, status }: ApiAnswer) => [status, code]
const url = "https://shop.test/hooks"

const reads = [
  "transit/networks",
  "transit/wallets",
  `transit/wallets/wal_${"0".repeat(32)}`,
  "webhook",
  "webhook/deliveries"
]
const writes = [
  ["POST", "transit/wallets"],
  ["PUT", "webhook"],
  ["POST", "webhook/test"],
  ["POST", "webhook/rotate-secret"],
  ["POST", `webhook/deliveries/dlv_${"0".repeat(32)}/redeliver`]
] as const
const all = [...reads.map((path) => ["GET", path] as const), ...writes]

describe("authentication of the transit group", () => {
  it("401 unauthorized: without key or secret, and with a pair that is none", async () => {
    await using api = await startTestApi({ rateLimits: "off" })
    const { publicKey, secret } = api.key
    const other = await api.createKey()
    const revoked = await api.createKey()
    await api.revokeKey(revoked.id)
    const pairs = [
      { "x-api-key": null },
      { "x-api-secret": null },
      { "x-api-key": null, "x-api-secret": null },
      { "x-api-key": "" },
      { "x-api-secret": "" },
      { "x-api-secret": "wrong" },
      { "x-api-secret": `${secret}0` },
      { "x-api-secret": secret.slice(0, -1) },
      { "x-api-secret": secret.toUpperCase() },
      // The secret of another key of the same partner.
      { "x-api-secret": other.secret },
      { "x-api-key": secret },
      { "x-api-key": secret, "x-api-secret": publicKey },
      { "x-api-secret": publicKey },
      { "x-api-key": publicKey.replace("test", "live") },
      { "x-api-key": revoked.publicKey, "x-api-secret": revoked.secret }
    ]
    for (const [method, path] of all) {
      for (const headers of pairs) {
        const answer = await api.transit(path, { method, headers })
        assert.deepStrictEqual(outcome(answer), [401, "unauthorized"], `${path} ${JSON.stringify(headers)}`)
        assert.notInclude(JSON.stringify(answer.body), secret)
      }
    }
  })

  it("401 unauthorized: the key has expired, or was revoked within the last second", async () => {
    await using api = await startTestApi()
    const expiring = await api.createKey({ expiresInDays: 1 })
    const revoked = await api.createKey()
    for (const key of [expiring, revoked])
      assert.strictEqual((await api.transit("webhook", { key })).status, 200)
    await api.revokeKey(revoked.id)
    api.wall.now += 1000
    assert.deepStrictEqual(outcome(await api.transit("webhook", { key: revoked })), [401, "unauthorized"])
    api.wall.now += 24 * 60 * 60 * 1000
    assert.deepStrictEqual(outcome(await api.transit("webhook", { key: expiring })), [401, "unauthorized"])
  })

  it("needs no signature, and takes none instead", async () => {
    await using api = await startTestApi()
    assert.strictEqual((await api.transit("webhook")).status, 200)
    const signed = await api.call({ path: "/v1/webhook" })
    assert.deepStrictEqual(outcome(signed), [401, "unauthorized"])
  })

  it("is no way into the other groups: a public key is a wrong key there, and needs a signature", async () => {
    await using api = await startTestApi()
    const headers = { "x-api-key": api.key.publicKey, "x-api-secret": api.key.secret }
    for (const path of ["/api/v1/webhooks", "/api/v2/crypto/balance", "/sandbox/v1/mail"]) {
      const answer = await api.send(new Request(`http://api.test${path}`, { headers }))
      assert.deepStrictEqual(outcome(answer), [401, "unauthorized"], path)
    }
  })

  it("401 ip_not_allowed: from elsewhere than the key allows; told to nobody without its secret", async () => {
    let address = "203.0.113.9"
    await using api = await startTestApi({ remoteAddress: () => address })
    const key = await api.createKey({ allowedIps: ["198.51.100.0/24", "2001:db8::/32"] })
    for (const [method, path] of all.slice(0, 4)) {
      const answer = await api.transit(path, { method, key })
      assert.deepStrictEqual(outcome(answer), [401, "ip_not_allowed"], path)
    }
    const stranger = await api.transit("webhook", { key: { ...key, secret: "wrong" } })
    assert.deepStrictEqual(outcome(stranger), [401, "unauthorized"])
    for (const allowed of ["198.51.100.7", "2001:db8::7"]) {
      address = allowed
      assert.strictEqual((await api.transit("webhook", { key })).status, 200)
    }
  })

  it("403 forbidden: transit:read reads and does not write; transit:write writes and does not read", async () => {
    await using api = await startTestApi()
    const reader = await api.createKey({ scopes: ["transit:read"] })
    const writer = await api.createKey({ scopes: ["transit:write"] })
    const neither = await api.createKey({
      scopes: ["crypto:read", "crypto:write", "payments:read", "webhooks:write"]
    })
    for (const path of reads) {
      for (const key of [writer, neither])
        assert.deepStrictEqual(outcome(await api.transit(path, { key })), [403, "forbidden"], path)
      assert.include([200, 404], (await api.transit(path, { key: reader })).status, path)
    }
    for (const [method, path] of writes) {
      for (const key of [reader, neither])
        assert.deepStrictEqual(outcome(await api.transit(path, { method, key })), [403, "forbidden"], path)
      assert.include([400, 404], (await api.transit(path, { method, key: writer })).status, path)
    }
    assert.strictEqual(
      (await api.transit("webhook", { method: "PUT", body: { url }, key: writer })).status,
      200
    )
  })

  it("429 rate_limited: the 11th failure in a minute from one address, and never a valid pair", async () => {
    await using api = await startTestApi({ remoteAddress: () => "203.0.113.9" })
    const wrong = { key: { ...api.key, secret: "wrong" } }
    const barred = await api.createKey({ allowedIps: ["198.51.100.7"] })
    for (let index = 0; index < 5; index++) {
      assert.deepStrictEqual(outcome(await api.transit("webhook", wrong)), [401, "unauthorized"])
      const answer = await api.transit("webhook", { key: barred })
      assert.deepStrictEqual(outcome(answer), [401, "ip_not_allowed"])
    }
    const limited = await api.transit("webhook", wrong)
    assert.deepStrictEqual(outcome(limited), [429, "rate_limited"])
    assert.strictEqual(limited.headers.get("retry-after"), "6")
    assert.strictEqual((await api.transit("webhook")).status, 200)
  })
})

describe("requests of the transit group", () => {
  it("429 rate_limited: reads and writes by themselves", async () => {
    await using api = await startTestApi({
      limits: {
        reads: { capacity: reads.length, perSecond: 1 },
        writes: { capacity: writes.length, perSecond: 1 },
        payouts: { capacity: 1, perSecond: 1 },
        batches: { capacity: 1, perSecond: 1 }
      }
    })
    for (const [method, path] of all)
      assert.notStrictEqual((await api.transit(path, { method })).status, 429, path)
    for (const [method, path] of all) {
      const answer = await api.transit(path, { method })
      assert.deepStrictEqual(outcome(answer), [429, "rate_limited"], path)
      const name = method === "GET" ? "reads" : "writes"
      assert.include(answer.headers.get("ratelimit-policy"), `"${name}"`, path)
    }
  })

  it("405 method_not_allowed, with Allow", async () => {
    await using api = await startTestApi()
    for (const [path, method, allow] of [
      ["transit/networks", "POST", "GET"],
      ["transit/wallets", "DELETE", "POST, GET"],
      ["transit/wallets/x", "PATCH", "GET"],
      ["webhook", "POST", "GET, PUT"],
      ["webhook", "OPTIONS", "GET, PUT"],
      ["webhook/test", "GET", "POST"],
      ["webhook/rotate-secret", "PUT", "POST"],
      ["webhook/deliveries", "POST", "GET"],
      ["webhook/deliveries/x/redeliver", "GET", "POST"]
    ] as const) {
      const answer = await api.transit(path, { method })
      assert.deepStrictEqual(outcome(answer), [405, "method_not_allowed"], path)
      assert.strictEqual(answer.headers.get("allow"), allow)
    }
    assert.strictEqual((await api.transit("webhook/x")).status, 404)
    assert.strictEqual((await api.transit("transit")).status, 404)
  })

  it("503 service_unavailable: the storage cannot answer", async () => {
    const failure = new StoreUnavailable({ outcome: "notWritten", reason: "disk I/O error" })
    const endpoints = () => Effect.fail(failure)
    const store = Layer.provideMerge(
      Layer.effect(
        WebhookReader,
        Effect.map(WebhookReader, (reader) => ({ ...reader, endpoints }))
      ),
      MemoryStore.layer
    )
    await using api = await startTestApi({ store })
    for (const answer of [await api.transit("webhook"), await api.fiat("webhooks")]) {
      assert.deepStrictEqual(outcome(answer), [503, "service_unavailable"])
      assert.strictEqual(answer.headers.get("retry-after"), "1")
      assert.notInclude(JSON.stringify(answer.body), "disk I/O")
    }
  })
})
