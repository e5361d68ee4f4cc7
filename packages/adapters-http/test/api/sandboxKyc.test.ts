import { KycUploads } from "@quittance/core"
import { assert, describe, it } from "vitest"
import { kycProviders, pdf } from "../KycProviders.ts"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

const start = () => startTestApi({ providers: kycProviders })

const outcome = ({ code, status }: ApiAnswer) => [status, code]
const sessionOf = ({ body }: ApiAnswer) => body.session as Record<string, unknown>

/** The path of a new session; where its person has `begun`, a document is shown. */
const created = async (api: TestApi, standing: "pending" | "begun" = "pending") => {
  const { body } = await api.fiat("kyc/sessions", { body: { level: "advanced" } })
  const token = String(body.verificationUrl).replace(/^.*\//, "")
  if (standing === "begun")
    await api.runtime.runPromise(KycUploads.use((uploads) => uploads.submit(token, "document", pdf)))
  return `kyc/sessions/${body.id}`
}
const decide = (api: TestApi, path: string, body: unknown, secret = api.key.secret) =>
  api.sandbox(`${path}/decide`, body, secret)
const read = async (api: TestApi, path: string) => (await api.fiat(path)).body

describe("deciding a KYC session in the sandbox", () => {
  it.each(["pending", "begun"] as const)(
    "completes one that is %s; then 409 invalid_state",
    async (standing) => {
      await using api = await start()
      const path = await created(api, standing)
      api.wall.now += 1000
      const answer = await decide(api, path, { outcome: "completed" })
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(Object.keys(answer.body), ["success", "session", "requestId"])
      assert.strictEqual(answer.body.success, true)
      assert.deepInclude(sessionOf(answer), {
        status: "completed",
        attempts: 0,
        failureReasons: [],
        completedAt: "2026-01-15T12:00:01.000Z"
      })
      assert.deepStrictEqual(await read(api, path), sessionOf(answer))
      for (const again of ["completed", "failed", "retry"])
        assert.deepStrictEqual(outcome(await decide(api, path, { outcome: again })), [409, "invalid_state"])
      assert.deepStrictEqual(await read(api, path), sessionOf(answer))
    }
  )

  it.each(["pending", "begun"] as const)(
    "fails one that is %s, for these reasons; then 409",
    async (standing) => {
      await using api = await start()
      const path = await created(api, standing)
      const reasons = ["document_expired", "selfie_mismatch"]
      const answer = await decide(api, path, { outcome: "failed", reasons })
      assert.deepInclude(sessionOf(answer), {
        status: "failed",
        attempts: 1,
        failureReasons: reasons,
        completedAt: null
      })
      assert.deepStrictEqual(outcome(await decide(api, path, { outcome: "completed" })), [
        409,
        "invalid_state"
      ])
      assert.deepStrictEqual(await read(api, path), sessionOf(answer))
    }
  )

  it("retry keeps it in progress and counts; whoever tries again may pass", async () => {
    await using api = await start()
    const path = await created(api)
    const answer = await decide(api, path, { outcome: "retry", reasons: ["selfie_unclear"] })
    assert.deepInclude(sessionOf(answer), {
      status: "in_progress",
      attempts: 1,
      failureReasons: ["selfie_unclear"]
    })
    const passed = sessionOf(await decide(api, path, { outcome: "completed" }))
    assert.deepInclude(passed, { status: "completed", attempts: 1, failureReasons: [] })
  })

  it("the third retry fails it; then 409 invalid_state", async () => {
    await using api = await start()
    const path = await created(api)
    const seen: Array<unknown> = []
    for (let retry = 0; retry < 3; retry++) {
      const { attempts, status } = sessionOf(await decide(api, path, { outcome: "retry" }))
      seen.push([status, attempts])
    }
    assert.deepStrictEqual(seen, [
      ["in_progress", 1],
      ["in_progress", 2],
      ["failed", 3]
    ])
    assert.deepStrictEqual(outcome(await decide(api, path, { outcome: "retry" })), [409, "invalid_state"])
  })

  it("stands, whatever the workers do in between and afterwards", async () => {
    await using api = await start()
    api.startWork()
    const path = await created(api)
    assert.strictEqual(sessionOf(await decide(api, path, { outcome: "retry" })).attempts, 1)
    const passed = sessionOf(await decide(api, path, { outcome: "completed" }))
    await api.work()
    assert.deepStrictEqual(await read(api, path), passed)
  })

  it("409 invalid_state: expired at the instant, and redacted", async () => {
    await using api = await start()
    const [due, redacted] = [await created(api), await created(api)]
    await api.fiat(`${redacted}/redact`, { method: "POST" })
    api.wall.now += 24 * 60 * 60_000
    for (const path of [due, redacted]) {
      const answer = await decide(api, path, { outcome: "completed" })
      assert.deepStrictEqual(outcome(answer), [409, "invalid_state"])
      assert.include(answer.body.error?.message, "expired")
      assert.strictEqual((await read(api, path)).status, "expired")
    }
  })

  it("404 not_found: unknown, of another partner, and what is no id", async () => {
    await using api = await start()
    const path = await created(api)
    const other = await api.createKey({ partner: "other" })
    for (const answer of [
      await decide(api, path, { outcome: "completed" }, other.secret),
      await decide(api, `kyc/sessions/kyc_${"0".repeat(32)}`, { outcome: "completed" }),
      await decide(api, "kyc/sessions/x", { outcome: "completed" })
    ])
      assert.deepStrictEqual(outcome(answer), [404, "not_found"])
    assert.strictEqual((await read(api, path)).status, "pending")
  })

  it("404 not_found: in live mode", async () => {
    await using api = await startTestApi({ mode: "live", keyScopes: ["payments:write"] })
    const answer = await decide(api, `kyc/sessions/kyc_${"0".repeat(32)}`, { outcome: "completed" })
    assert.deepStrictEqual(outcome(answer), [404, "not_found"])
    assert.strictEqual(answer.body.error?.message, "there is nothing at this path")
  })

  it("403 forbidden: a key without payments:write", async () => {
    await using api = await start()
    const key = await api.createKey({ scopes: ["kyc:write", "payments:read"] })
    const answer = await decide(api, await created(api), { outcome: "completed" }, key.secret)
    assert.deepStrictEqual(outcome(answer), [403, "forbidden"])
  })

  it.each<readonly [string, object]>([
    ["outcome", {}],
    ["outcome", { outcome: null }],
    ["outcome", { outcome: "passed" }],
    ["outcome", { outcome: "COMPLETED" }],
    ["outcome", { outcome: 5 }],
    ["reasons", { outcome: "failed", reasons: "document_expired" }],
    ["reasons.0", { outcome: "failed", reasons: [5] }],
    ["reasons.0", { outcome: "failed", reasons: ["x".repeat(101)] }],
    ["reasons", { outcome: "failed", reasons: Array.from({ length: 11 }, (_, each) => `reason_${each}`) }]
  ])("400 invalid_request, never 422: %s in %o", async (field, body) => {
    await using api = await start()
    const path = await created(api)
    const answer = await decide(api, path, body)
    assert.deepStrictEqual(outcome(answer), [400, "invalid_request"])
    assert.strictEqual(answer.body.error?.details?.[0]?.field, field)
    assert.strictEqual((await read(api, path)).status, "pending")
  })
})
