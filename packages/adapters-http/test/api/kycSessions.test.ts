import { KycUploads, ManualReview, MemoryBlobStore, Pictures } from "@quittance/core"
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
})
