import {
  BlobStore,
  KycReader,
  KycUploads,
  ManualReview,
  MemoryBlobStore,
  MemoryStore,
  Pictures,
  StoreUnavailable
} from "@quittance/core"
import { Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import { kycProviders, pdf } from "../KycProviders.ts"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

const start = () => startTestApi({ providers: kycProviders })

const outcome = ({ code, status }: ApiAnswer) => [status, code]
const detailed = ({ body }: ApiAnswer) => body.error?.details?.map(({ code, field }) => [field, code])
const fields = (more: Record<string, unknown> = {}) => ({ level: "basic", ...more })
const created = async (api: TestApi, more: Record<string, unknown> = {}) => {
  const answer = await api.fiat("kyc/sessions", { body: fields(more) })
  assert.strictEqual(answer.status, 201, answer.body.error?.message)
  return { ...answer, id: String(answer.body.id), path: `kyc/sessions/${answer.body.id}` }
}
const redact = (api: TestApi, path: string, key = api.key) =>
  api.fiat(`${path}/redact`, { method: "POST", key })

/** The person shows a document as the first step. */
const showDocument = (api: TestApi, { body }: ApiAnswer) => {
  const token = String(body.verificationUrl).replace(/^.*\//, "")
  return api.runtime.runPromise(KycUploads.use((uploads) => uploads.submit(token, "document", pdf)))
}

const blobsOf = (api: TestApi, sessionId: string) =>
  api.runtime.runPromise(
    Effect.flatMap(Effect.serviceOption(BlobStore), (found) =>
      found._tag === "None"
        ? Effect.die("there is no blob store")
        : found.value.list({ partnerId: api.key.partnerId, ownerId: sessionId })
    )
  )

const dayMillis = 24 * 60 * 60_000
const unknownPath = `kyc/sessions/kyc_${"0".repeat(32)}`
const keysOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [key, 1]))
const metadataOfBytes = (count: number) => ({ a: "x".repeat(count - '{"a":""}'.length) })

describe("creating a KYC session", () => {
  it("201: the bare record without a secret, and the request's id in the header", async () => {
    await using api = await start()
    const metadata = { customer: 7, tags: ["a", null], nested: { b: "ü" } }
    const answer = await api.fiat("kyc/sessions", {
      body: fields({ metadata, locale: "ru", redirectUrl: "https://shop.test/verified" })
    })
    assert.strictEqual(answer.status, 201)
    assert.match(answer.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    const { id, verificationUrl, ...record } = answer.body
    assert.match(String(id), /^kyc_[0-9a-f]{32}$/)
    assert.match(String(verificationUrl), /^http:\/\/api\.test\/verify\/[0-9a-f]{44}$/)
    assert.notInclude(String(verificationUrl), String(id).slice(-16))
    assert.deepStrictEqual(record, {
      level: "basic",
      status: "pending",
      locale: "ru",
      redirectUrl: "https://shop.test/verified",
      metadata,
      attempts: 0,
      failureReasons: [],
      createdAt: "2026-01-15T12:00:00.000Z",
      updatedAt: "2026-01-15T12:00:00.000Z",
      expiresAt: "2026-01-16T12:00:00.000Z",
      completedAt: null,
      redactedAt: null
    })
  })

  it("201: what may be left out may be null, and what is not known is ignored", async () => {
    await using api = await start()
    const absent = { locale: null, redirectUrl: null, metadata: null, webhookUrl: null, callbackUrl: null }
    const { body, id } = await created(api, {
      ...absent,
      notificationUrl: null,
      status: "completed",
      id: "x"
    })
    assert.deepInclude(body, { locale: "en", redirectUrl: null, metadata: {}, status: "pending" })
    assert.notStrictEqual(id, "x")
    assert.notProperty(body, "webhookSecret")
  })

  it("201: two requests are two sessions, with links of their own", async () => {
    await using api = await start()
    const [one, other] = [await created(api), await created(api)]
    assert.notStrictEqual(one.id, other.id)
    assert.notStrictEqual(one.body.verificationUrl, other.body.verificationUrl)
  })

  it.each([
    ["ru", "ru"],
    ["en", "en"],
    ["kz", "kz"],
    ["kk", "kz"]
  ])("201: in the language %s, shown as %s, at both levels", async (locale, shown) => {
    await using api = await start()
    for (const level of ["basic", "advanced"])
      assert.deepInclude((await created(api, { level, locale })).body, { level, locale: shown })
  })

  it.each<readonly [string, Record<string, unknown>]>([
    ["50 keys", { metadata: keysOf(50) }],
    ["16 KiB", { metadata: metadataOfBytes(16 * 1024) }],
    ["2048 characters", { redirectUrl: `https://shop.test/${"a".repeat(2030)}` }],
    ["http, to another port", { redirectUrl: "http://localhost:8080/verified?a=1" }]
  ])("201: at the bound of %s, echoed back unchanged", async (_what, more) => {
    await using api = await start()
    assert.deepInclude((await created(api, more)).body, more)
  })

  it.each<readonly [string, string, Record<string, unknown>]>([
    ["level", "required", { level: undefined }],
    ["level", "invalid_value", { level: null }],
    ["level", "invalid_value", { level: "" }],
    ["level", "invalid_value", { level: "BASIC" }],
    ["level", "invalid_value", { level: "full" }],
    ["level", "invalid_value", { level: 1 }],
    ["level", "invalid_value", { level: ["basic"] }],
    ["locale", "invalid_value", { locale: "de" }],
    ["locale", "invalid_value", { locale: "RU" }],
    ["locale", "invalid_value", { locale: "" }],
    ["locale", "invalid_value", { locale: 5 }],
    ["redirectUrl", "invalid_type", { redirectUrl: 5 }],
    ["redirectUrl", "invalid_type", { redirectUrl: ["https://shop.test"] }],
    ["metadata", "invalid_type", { metadata: [] }],
    ["metadata", "invalid_type", { metadata: "text" }],
    ["metadata", "invalid_type", { metadata: 5 }],
    ["webhookUrl", "invalid_type", { webhookUrl: 5 }],
    ["webhookUrl", "invalid_type", { webhookUrl: {} }],
    ["callbackUrl", "invalid_type", { callbackUrl: true }],
    ["notificationUrl", "invalid_type", { notificationUrl: [] }]
  ])("400 invalid_request: %s is %s, %o", async (field, code, more) => {
    await using api = await start()
    const answer = await api.fiat("kyc/sessions", { body: fields(more) })
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
    assert.deepStrictEqual(Object.keys(answer.body), ["success", "error", "requestId"])
    assert.include(answer.body.error?.message, field)
    assert.deepStrictEqual(detailed(answer), [[field, code]])
    assert.strictEqual(answer.headers.get("x-request-id"), answer.body.requestId ?? "none")
  })

  it.each<readonly [string, string, Record<string, unknown>]>([
    ["redirectUrl", "invalid_url", { redirectUrl: "shop.test" }],
    ["redirectUrl", "invalid_url", { redirectUrl: "/verified" }],
    ["redirectUrl", "invalid_url", { redirectUrl: "" }],
    ["redirectUrl", "invalid_url", { redirectUrl: "javascript:alert(1)" }],
    ["redirectUrl", "too_long", { redirectUrl: `https://shop.test/${"a".repeat(2031)}` }],
    ["metadata", "too_long", { metadata: keysOf(51) }],
    ["metadata", "too_long", { metadata: metadataOfBytes(16 * 1024 + 1) }]
  ])("422 validation_failed: %s is %s", async (field, code, more) => {
    await using api = await start()
    const answer = await api.fiat("kyc/sessions", { body: fields(more) })
    assert.deepStrictEqual(outcome(answer), [422, "validation_failed"])
    assert.deepStrictEqual(Object.keys(answer.body), ["success", "error", "requestId"])
    assert.deepStrictEqual(detailed(answer), [[field, code]])
  })

  it.each(["webhookUrl", "callbackUrl", "notificationUrl"])(
    "400 invalid_url: a refused %s",
    async (field) => {
      await using api = await start()
      for (const url of [
        "http://shop.test/",
        "https://localhost/",
        "https://127.1/",
        "https://u:p@shop.test/",
        ""
      ]) {
        const answer = await api.fiat("kyc/sessions", { body: fields({ [field]: url }) })
        assert.deepStrictEqual(outcome(answer), [400, "invalid_url"])
        assert.deepStrictEqual(detailed(answer), [[field, "invalid_url"]])
        assert.include(answer.body.error?.message, `${field} must`)
      }
    }
  )

  it("400 before 422: a malformed field or a refused URL beside a broken rule", async () => {
    await using api = await start()
    const malformed = await api.fiat("kyc/sessions", { body: { level: "full", redirectUrl: "/verified" } })
    assert.deepStrictEqual(outcome(malformed), [400, "invalid_request"])
    assert.sameDeepMembers(detailed(malformed) ?? [], [
      ["level", "invalid_value"],
      ["redirectUrl", "invalid_url"]
    ])
    const refused = await api.fiat("kyc/sessions", {
      body: fields({ redirectUrl: "/verified", callbackUrl: "http://shop.test" })
    })
    assert.deepStrictEqual(outcome(refused), [400, "invalid_url"])
    assert.deepStrictEqual(detailed(refused), [["callbackUrl", "invalid_url"]])
  })

  it("201: a URL of its own brings a secret, which no later answer shows, and no webhook beside the others", async () => {
    await using api = await start()
    const url = "https://shop.test/verified"
    const made = await api.fiat("webhooks", { body: { url, events: ["kyc.failed"] } })
    for (const field of ["webhookUrl", "callbackUrl", "notificationUrl"]) {
      const { body, path } = await created(api, { [field]: url })
      const { webhookSecret, ...record } = body
      assert.match(String(webhookSecret), /^whsec_/)
      assert.strictEqual(Buffer.from(String(webhookSecret).slice("whsec_".length), "base64").length, 32)
      assert.deepStrictEqual((await api.fiat(path)).body, record)
      assert.notProperty((await redact(api, path)).body, "webhookSecret")
    }
    const listed = (await api.fiat("webhooks")).body.webhooks as ReadonlyArray<{ readonly id: string }>
    assert.deepStrictEqual(
      listed.map(({ id }) => id),
      [made.body.id]
    )
  })

  it("422: in live mode a redirect is https only", async () => {
    await using api = await startTestApi({ mode: "live", keyScopes: ["kyc:write"] })
    const answer = await api.fiat("kyc/sessions", { body: fields({ redirectUrl: "http://shop.test" }) })
    assert.deepStrictEqual(outcome(answer), [422, "validation_failed"])
  })

  it("503 service_unavailable: a provider is missing, named, with the time to wait; reads go on", async () => {
    const pictures = Layer.succeed(Pictures, { clean: () => Effect.never })
    for (const [missing, providers] of [
      ["KycChecker", Layer.merge(MemoryBlobStore.layer, pictures)],
      ["BlobStore", Layer.merge(ManualReview.layer, pictures)],
      ["Pictures", Layer.merge(ManualReview.layer, MemoryBlobStore.layer)]
    ] as const) {
      const keyScopes = ["kyc:write", "payments:read"]
      await using api = await startTestApi({ mode: "live", keyScopes, providers })
      const answer = await api.fiat("kyc/sessions", { body: fields() })
      assert.deepStrictEqual(outcome(answer), [503, "service_unavailable"])
      assert.include(answer.body.error?.message, missing)
      assert.isAtLeast(Number(answer.headers.get("retry-after")), 1)
      assert.deepStrictEqual(outcome(await api.fiat(unknownPath)), [404, "not_found"])
    }
  })

  it("201 in live mode, where all three are there", async () => {
    const providers = Layer.merge(kycProviders, ManualReview.layer)
    await using api = await startTestApi({ mode: "live", keyScopes: ["kyc:write"], providers })
    await created(api)
  })

  it.each([
    ["400 invalid_json", 400, "invalid_json", '{"level":', "application/json"],
    ["400 invalid_json: nothing", 400, "invalid_json", "", "application/json"],
    ["400 invalid_request: no object", 400, "invalid_request", "[]", "application/json"],
    ["415 unsupported_media_type", 415, "unsupported_media_type", "{}", "text/plain"],
    ["413 payload_too_large", 413, "payload_too_large", " ".repeat(256 * 1024 + 1), "application/json"]
  ])("%s", async (_name, status, code, body, type) => {
    await using api = await start()
    const answer = await api.fiat("kyc/sessions", { body, headers: { "content-type": type } })
    assert.deepStrictEqual(outcome(answer), [status, code])
  })
})

describe("access to KYC sessions", () => {
  it("401 unauthorized: no key, the public key, a wrong secret", async () => {
    await using api = await start()
    const { path } = await created(api)
    for (const secret of ["", "wrong", api.key.publicKey]) {
      const answers = [
        await api.fiat("kyc/sessions", { body: fields(), key: { secret } }),
        await api.fiat(path, { key: { secret } }),
        await api.fiat(`${path}/redact`, { method: "POST", key: { secret } })
      ]
      for (const answer of answers) assert.deepStrictEqual(outcome(answer), [401, "unauthorized"])
    }
  })

  it("403 forbidden: kyc:write creates and redacts, payments:read reads, and neither does the other", async () => {
    await using api = await start()
    const { path } = await created(api)
    const writer = await api.createKey({ scopes: ["kyc:write"] })
    const reader = await api.createKey({ scopes: ["payments:read"] })
    const others = await api.createKey({ scopes: ["payments:write", "webhooks:write"] })
    for (const key of [reader, others]) {
      const answer = await api.fiat("kyc/sessions", { body: fields(), key })
      assert.deepStrictEqual(outcome(answer), [403, "forbidden"])
      assert.include(answer.body.error?.message, "kyc:write")
      assert.deepStrictEqual(outcome(await redact(api, path, key)), [403, "forbidden"])
    }
    for (const key of [writer, others])
      assert.deepStrictEqual(outcome(await api.fiat(path, { key })), [403, "forbidden"])
    assert.strictEqual((await api.fiat("kyc/sessions", { body: fields(), key: writer })).status, 201)
    assert.strictEqual((await api.fiat(path, { key: reader })).body.redactedAt, null)
    assert.strictEqual((await redact(api, path, writer)).status, 200)
  })

  it("405 method_not_allowed, with Allow", async () => {
    await using api = await start()
    for (const [path, method, allow] of [
      ["kyc/sessions", "GET", "POST"],
      [unknownPath, "DELETE", "GET"],
      [`${unknownPath}/redact`, "GET", "POST"]
    ] as const) {
      const answer = await api.fiat(path, { method })
      assert.deepStrictEqual(outcome(answer), [405, "method_not_allowed"])
      assert.strictEqual(answer.headers.get("allow"), allow)
    }
  })

  it("404 not_found: unknown, of another partner, and what is no id; nothing happened to it", async () => {
    await using api = await start()
    const { body, id, path } = await created(api)
    const other = await api.createKey({ partner: "other" })
    for (const wrong of [unknownPath, `kyc/sessions/${id.slice(4)}`, `${path}0`, "kyc/sessions/%00"]) {
      assert.deepStrictEqual(outcome(await api.fiat(wrong)), [404, "not_found"], wrong)
      assert.deepStrictEqual(outcome(await redact(api, wrong)), [404, "not_found"], wrong)
    }
    assert.deepStrictEqual(outcome(await api.fiat(path, { key: other })), [404, "not_found"])
    assert.deepStrictEqual(outcome(await redact(api, path, other)), [404, "not_found"])
    assert.deepStrictEqual((await api.fiat(path)).body, body)
  })

  it("503 service_unavailable: the storage cannot answer", async () => {
    const failure = new StoreUnavailable({ outcome: "notWritten", reason: "disk I/O error" })
    const store = Layer.provideMerge(
      Layer.effect(
        KycReader,
        Effect.map(KycReader, (reader) => ({ ...reader, byId: () => Effect.fail(failure) }))
      ),
      MemoryStore.layer
    )
    await using api = await startTestApi({ store, providers: kycProviders })
    const { path } = await created(api)
    for (const answer of [await api.fiat(path), await redact(api, path)]) {
      assert.deepStrictEqual(outcome(answer), [503, "service_unavailable"])
      assert.strictEqual(answer.headers.get("retry-after"), "1")
      assert.notInclude(JSON.stringify(answer.body), "disk")
    }
  })
})

describe("reading a KYC session", () => {
  it("200: the bare record, as it was created and then as it stands", async () => {
    await using api = await start()
    const session = await created(api, { metadata: { customer: 7 } })
    const before = await api.fiat(session.path)
    assert.strictEqual(before.status, 200)
    assert.deepStrictEqual(before.body, session.body)
    api.wall.now += 1000
    await showDocument(api, session)
    assert.deepStrictEqual((await api.fiat(session.path)).body, {
      ...session.body,
      status: "in_progress",
      updatedAt: "2026-01-15T12:00:01.000Z"
    })
    await api.sandbox(`${session.path}/decide`, { outcome: "completed" })
    assert.deepInclude((await api.fiat(session.path)).body, {
      status: "completed",
      completedAt: "2026-01-15T12:00:01.000Z",
      attempts: 0
    })
  })

  it("expired at the instant, without any sweep, whether pending or in progress", async () => {
    await using api = await start()
    const [untouched, begun] = [await created(api), await created(api)]
    await showDocument(api, begun)
    api.wall.now += dayMillis - 1
    assert.strictEqual((await api.fiat(untouched.path)).body.status, "pending")
    assert.strictEqual((await api.fiat(begun.path)).body.status, "in_progress")
    api.wall.now += 1
    for (const { path } of [untouched, begun]) {
      const { body } = await api.fiat(path)
      assert.deepInclude(body, { status: "expired", updatedAt: body.expiresAt, completedAt: null })
    }
  })
})

describe("redacting a KYC session", () => {
  it("200: the shell without anything personal; what is not finished expires", async () => {
    await using api = await start()
    const { body, path } = await created(api, {
      metadata: { name: "Ann" },
      redirectUrl: "https://shop.test/ann"
    })
    api.wall.now += 1000
    const answer = await redact(api, path)
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.body, {
      ...body,
      status: "expired",
      metadata: {},
      redirectUrl: null,
      updatedAt: "2026-01-15T12:00:01.000Z",
      redactedAt: "2026-01-15T12:00:01.000Z"
    })
    assert.deepStrictEqual((await api.fiat(path)).body, answer.body)
  })

  it("the documents are gone when it answers", async () => {
    await using api = await start()
    const session = await created(api)
    await showDocument(api, session)
    assert.lengthOf(await blobsOf(api, session.id), 1)
    assert.deepInclude((await redact(api, session.path)).body, { status: "expired" })
    assert.deepStrictEqual(await blobsOf(api, session.id), [])
  })

  it.each([
    ["completed", "completed"],
    ["failed", "failed"]
  ])("what is %s stays so, with what became of it", async (decided, status) => {
    await using api = await start()
    const { path } = await created(api, { metadata: { name: "Ann" } })
    await api.sandbox(`${path}/decide`, { outcome: decided, reasons: ["document_expired"] })
    const before = (await api.fiat(path)).body
    api.wall.now += 1000
    const after = (await redact(api, path)).body
    assert.deepInclude(after, { status, metadata: {}, redactedAt: "2026-01-15T12:00:01.000Z" })
    for (const kept of ["attempts", "failureReasons", "completedAt", "level", "createdAt"])
      assert.deepStrictEqual(after[kept], before[kept])
  })

  it("again it answers the same and changes nothing, also many times at once", async () => {
    await using api = await start()
    const { path } = await created(api)
    const first = await Promise.all(Array.from({ length: 8 }, () => redact(api, path)))
    api.wall.now += 1000
    const later = await redact(api, path)
    for (const answer of first) assert.deepStrictEqual([answer.status, answer.body], [200, later.body])
    assert.strictEqual(later.body.redactedAt, "2026-01-15T12:00:00.000Z")
  })
})
