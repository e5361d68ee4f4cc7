import { KycUploads, ManualReview } from "@quittance/core"
import { Layer } from "effect"
import { assert, describe, it } from "vitest"
import { kycProviders, pdf } from "../KycProviders.ts"
import { startTestApi, type TestApi } from "../TestApi.ts"

const start = () => startTestApi({ providers: kycProviders })

const created = async (api: TestApi, more: Record<string, unknown> = {}) => {
  const answer = await api.fiat("kyc/sessions", { body: { level: "basic", ...more } })
  assert.strictEqual(answer.status, 201, answer.body.error?.message)
  return { body: answer.body, path: `kyc/sessions/${answer.body.id}` }
}

describe("a KYC session", () => {
  it("201: is answered as the bare record without a secret, and read as it stands", async () => {
    await using api = await start()
    const metadata = { customer: 7, tags: ["a", null], nested: { b: "ü" } }
    const redirectUrl = "https://shop.test/verified"
    const { body, path } = await created(api, { metadata, redirectUrl, locale: "ru", status: "completed" })
    const { id, verificationUrl, ...record } = body
    assert.match(String(id), /^kyc_[0-9a-f]{32}$/)
    assert.match(String(verificationUrl), /^http:\/\/api\.test\/verify\/[0-9a-f]{44}$/)
    assert.notInclude(String(verificationUrl), String(id).slice(-16))
    assert.deepStrictEqual(record, {
      level: "basic",
      status: "pending",
      locale: "ru",
      redirectUrl,
      metadata,
      attempts: 0,
      failureReasons: [],
      createdAt: "2026-01-15T12:00:00.000Z",
      updatedAt: "2026-01-15T12:00:00.000Z",
      expiresAt: "2026-01-16T12:00:00.000Z",
      completedAt: null,
      redactedAt: null
    })
    assert.deepStrictEqual((await api.fiat(path)).body, body)
    api.wall.now += 1000
    const token = String(verificationUrl).replace(/^.*\//, "")
    await api.runtime.runPromise(KycUploads.use((uploads) => uploads.submit(token, "document", pdf)))
    const updatedAt = "2026-01-15T12:00:01.000Z"
    assert.deepStrictEqual((await api.fiat(path)).body, { ...body, status: "in_progress", updatedAt })
  })

  it("201: takes both levels, and any tag of a language, which it shows by its name", async () => {
    await using api = await start()
    for (const level of ["basic", "advanced"])
      for (const asked of ["kz", "kk", "kk-KZ"])
        assert.deepInclude((await created(api, { level, locale: asked })).body, { level, locale: "kz" })
    for (const [asked, locale] of Object.entries({ "ru-RU": "ru", "en-GB": "en", RU: "ru" })) {
      const { body, path } = await created(api, { locale: asked })
      assert.strictEqual(body.locale, locale)
      assert.strictEqual((await api.fiat(path)).body.locale, locale)
    }
  })

  it("201: with a URL of its own brings a secret, which no later answer shows, and no webhook beside the others", async () => {
    await using api = await start()
    for (const field of ["webhookUrl", "callbackUrl", "notificationUrl"]) {
      const { body, path } = await created(api, { [field]: "https://shop.test:8443/verified?a=1#b" })
      const { webhookSecret, ...record } = body
      assert.match(String(webhookSecret), /^whsec_/)
      assert.deepStrictEqual((await api.fiat(path)).body, record)
      const redacted = await api.fiat(`${path}/redact`, { method: "POST" })
      assert.notProperty(redacted.body, "webhookSecret")
    }
    assert.deepStrictEqual((await api.fiat("webhooks")).body.webhooks, [])
  })

  it("201 in live mode, where checker, documents and pictures are there", async () => {
    const providers = Layer.merge(kycProviders, ManualReview.layer)
    await using api = await startTestApi({ mode: "live", keyScopes: ["kyc:write"], providers })
    await created(api)
  })

  it("200: is redacted to a shell without anything personal, and what is not finished expires", async () => {
    await using api = await start()
    const personal = { metadata: { name: "Ann" }, redirectUrl: "https://shop.test/ann" }
    const { body, path } = await created(api, personal)
    api.wall.now += 1000
    const answer = await api.fiat(`${path}/redact`, { method: "POST" })
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

describe("deciding a KYC session in the sandbox", () => {
  const decide = (api: TestApi, path: string, body: object) => api.sandbox(`${path}/decide`, body)

  it.each([
    [{ outcome: "completed" }, { status: "completed", attempts: 0, completedAt: "2026-01-15T12:00:01.000Z" }],
    [
      { outcome: "failed", reasons: ["document_expired", "selfie_mismatch"] },
      { status: "failed", attempts: 1, failureReasons: ["document_expired", "selfie_mismatch"] }
    ]
  ])("200: %o ends it, and it is read so; then 409 invalid_state", async (decision, ended) => {
    await using api = await start()
    const { path } = await created(api)
    api.wall.now += 1000
    const { body, status } = await decide(api, path, decision)
    assert.strictEqual(status, 200)
    assert.deepInclude(body.session, ended)
    assert.deepStrictEqual((await api.fiat(path)).body, body.session)
    const again = await decide(api, path, decision)
    assert.deepStrictEqual([again.status, again.code], [409, "invalid_state"])
  })

  it("200: retry keeps it in progress, and counts", async () => {
    await using api = await start()
    const { path } = await created(api)
    const { body } = await decide(api, path, { outcome: "retry", reasons: ["selfie_unclear"] })
    assert.deepInclude(body.session, {
      status: "in_progress",
      attempts: 1,
      failureReasons: ["selfie_unclear"]
    })
  })
})
