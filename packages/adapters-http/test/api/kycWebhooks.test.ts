import { createHmac } from "node:crypto"
import type { WebhookRequest } from "@quittance/core"
import { Layer } from "effect"
import { assert, describe, it } from "vitest"
import { kycProviders } from "../KycProviders.ts"
import { makeReceivers } from "../Receivers.ts"
import { startTestApi, type TestApi } from "../TestApi.ts"

const subscribed = "https://shop.test/hooks"
const own = "https://shop.test/verified"

const start = async () => {
  const receivers = makeReceivers()
  const api = await startTestApi({ providers: Layer.merge(kycProviders, receivers.layer) })
  await api.fiat("webhooks", { body: { url: subscribed, events: ["kyc.completed", "kyc.failed"] } })
  return {
    api,
    /** What was told so far: where, what, and the resource. */
    told: async () => {
      await api.work()
      return receivers.calls.map(({ body, url }) => {
        const { data, type } = JSON.parse(body)
        return { url, type, object: data.object }
      })
    },
    calls: receivers.calls,
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]()
  }
}

const created = async (api: TestApi, more: Record<string, unknown> = {}) => {
  const { body } = await api.fiat("kyc/sessions", { body: { level: "basic", ...more } })
  return { body, path: `kyc/sessions/${body.id}` }
}
const decide = (api: TestApi, path: string, decision: object) => api.sandbox(`${path}/decide`, decision)
const read = async (api: TestApi, path: string) => (await api.fiat(path)).body

const hmac = (secret: unknown, text: string) =>
  createHmac("sha256", Buffer.from(String(secret).replace("whsec_", ""), "base64")).update(text)

/** Whether a delivery proves itself by this secret, in both ways. */
const isSignedBy = (secret: unknown, { body, headers }: WebhookRequest): boolean => {
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
  return (
    headers["webhook-signature"] === `v1,${hmac(secret, signed).digest("base64")}` &&
    headers["X-Signature"] === hmac(secret, body).digest("hex")
  )
}

describe("the result of a KYC session", () => {
  it("kyc.completed: the record as it is read, to the webhooks that asked for it", async () => {
    await using host = await start()
    const { path } = await created(host.api, { metadata: { customer: 7 } })
    await decide(host.api, path, { outcome: "completed" })
    const object = await read(host.api, path)
    assert.deepStrictEqual(await host.told(), [{ url: subscribed, type: "kyc.completed", object }])
  })

  it("kyc.failed: the record, and that it was refused", async () => {
    await using host = await start()
    const { path } = await created(host.api)
    await decide(host.api, path, { outcome: "failed", reasons: ["document_expired"] })
    const object = { ...(await read(host.api, path)), reason: "refused" }
    assert.deepStrictEqual(await host.told(), [{ url: subscribed, type: "kyc.failed", object }])
  })

  it("a retry is not told; the third one is, as a failure", async () => {
    await using host = await start()
    const { path } = await created(host.api)
    for (let retry = 0; retry < 2; retry++) await decide(host.api, path, { outcome: "retry" })
    assert.deepStrictEqual(await host.told(), [])
    await decide(host.api, path, { outcome: "retry" })
    const [told, ...others] = await host.told()
    assert.deepStrictEqual(
      [told?.type, told?.object.reason, told?.object.attempts],
      ["kyc.failed", "refused", 3]
    )
    assert.deepStrictEqual(others, [])
  })

  it("kyc.failed once, and that it expired, when nobody finished in time", async () => {
    await using host = await start()
    const { path } = await created(host.api)
    host.api.wall.now += 24 * 60 * 60_000
    const session = await read(host.api, path)
    assert.strictEqual(session.status, "expired")
    const object = { ...session, reason: "expired" }
    assert.deepStrictEqual(await host.told(), [{ url: subscribed, type: "kyc.failed", object }])
    assert.lengthOf(await host.told(), 1)
  })

  it("kyc.failed of a redacted session says that it expired, and nothing personal", async () => {
    await using host = await start()
    const { path } = await created(host.api, { metadata: { name: "Ann" } })
    await host.api.fiat(`${path}/redact`, { method: "POST" })
    const [told, ...others] = await host.told()
    assert.deepStrictEqual([told?.type, told?.object.reason], ["kyc.failed", "expired"])
    assert.notInclude(JSON.stringify(host.calls), "Ann")
    assert.deepStrictEqual(others, [])
  })

  it.each(["webhookUrl", "callbackUrl", "notificationUrl"])(
    "goes to %s instead of the webhooks, signed with the secret of this session",
    async (field) => {
      await using host = await start()
      const [one, other] = [
        await created(host.api, { [field]: own }),
        await created(host.api, { [field]: own })
      ]
      await decide(host.api, one.path, { outcome: "completed" })
      const object = await read(host.api, one.path)
      assert.deepStrictEqual(await host.told(), [{ url: own, type: "kyc.completed", object }])
      const [call] = host.calls
      assert.isDefined(call)
      assert.isTrue(isSignedBy(one.body.webhookSecret, call))
      assert.isFalse(isSignedBy(other.body.webhookSecret, call))
    }
  )

  it("goes to the first of several URLs, by the order of their names", async () => {
    await using host = await start()
    const urls = { notificationUrl: `${own}/3`, callbackUrl: `${own}/2`, webhookUrl: `${own}/1` }
    const { path } = await created(host.api, urls)
    await decide(host.api, path, { outcome: "completed" })
    const fallback = await created(host.api, { ...urls, webhookUrl: null })
    await decide(host.api, fallback.path, { outcome: "completed" })
    assert.sameMembers(
      (await host.told()).map(({ url }) => url),
      [`${own}/1`, `${own}/2`]
    )
  })

  it("is told to nobody else's webhooks", async () => {
    await using host = await start()
    const other = await host.api.createKey({ partner: "other" })
    const { body } = await host.api.fiat("kyc/sessions", { body: { level: "basic" }, key: other })
    await host.api.sandbox(`kyc/sessions/${body.id}/decide`, { outcome: "completed" }, other.secret)
    assert.deepStrictEqual(await host.told(), [])
  })
})
