import { defaultSettings, type SettingsShape } from "@quittance/core"
import { assert, describe, it } from "vitest"
import { kycProviders } from "../KycProviders.ts"
import { type ApiAnswer, startTestApi } from "../TestApi.ts"

const outcome = ({ code, status }: ApiAnswer) => [status, code]
const good = "https://shop.test/hooks"

/** One of each kind; every spelling is a case of the rule itself, in core. */
const refused = [
  ["a scheme", "http://shop.test/hooks"],
  ["a form", "shop.test/hooks"],
  ["a user", "https://user:password@shop.test/"],
  ["an encoded host", "https://%6cocalhost/"],
  ["no host", "https:///shop.test"],
  ["this machine", "https://LocalHost./"],
  ["a private address", "https://10.0.0.1/"],
  ["a port", "https://shop.test:5432/"],
  ["a length", `https://shop.test/${"a".repeat(2048)}`]
] as const

describe("a webhook URL is refused in every operation that takes one", () => {
  it.each(refused)("400 invalid_url: %s", async (_what, url) => {
    await using api = await startTestApi()
    const made = await api.fiat("webhooks", { body: { url: good, events: ["invoice.paid"] } })
    await api.transit("webhook", { method: "PUT", body: { url: good } })
    const answers = [
      await api.fiat("webhooks", { body: { url, events: ["invoice.paid"] } }),
      await api.fiat(`webhooks/${made.body.id}`, { method: "PATCH", body: { url } }),
      await api.transit("webhook", { method: "PUT", body: { url } })
    ]
    const session = await api.fiat("kyc/sessions", { body: { level: "basic", webhookUrl: url } })
    for (const [field, answer] of [
      ...answers.map((each) => ["url", each] as const),
      ["webhookUrl", session] as const
    ]) {
      assert.deepStrictEqual(outcome(answer), [400, "invalid_url"])
      assert.deepStrictEqual(Object.keys(answer.body), ["success", "error", "requestId"])
      const [detail, ...others] = answer.body.error?.details ?? []
      assert.deepStrictEqual([detail?.field, detail?.code, others], [field, "invalid_url", []])
      assert.include(answer.body.error?.message, `${field} must`)
    }
    const kept = (await api.fiat("webhooks")).body.webhooks as ReadonlyArray<{ url: string }>
    assert.deepStrictEqual(
      kept.map((each) => each.url),
      [good]
    )
    assert.deepInclude((await api.transit("webhook")).body.webhook, { url: good })
  })
})

describe("a webhook URL is taken", () => {
  it.each([
    ["a name", "https://shop.test:8443/hooks?a=1#b"],
    ["a public address", "https://8.8.8.8/"]
  ])("201 and 200, as it is written: %s", async (_what, url) => {
    await using api = await startTestApi({ providers: kycProviders })
    const made = await api.fiat("webhooks", { body: { url, events: ["invoice.paid"] } })
    assert.deepStrictEqual([made.status, made.body.url], [201, url])
    const session = await api.fiat("kyc/sessions", { body: { level: "basic", webhookUrl: url } })
    assert.strictEqual(session.status, 201)
    const set = await api.transit("webhook", { method: "PUT", body: { url } })
    assert.strictEqual(set.status, 200)
    assert.deepInclude(set.body.webhook, { url })
  })

  it("this machine and http too, where development is allowed; other private addresses never", async () => {
    const webhook: SettingsShape["webhook"] = { ...defaultSettings.webhook, allowPrivate: true }
    await using api = await startTestApi({ settings: { webhook } })
    const statusOf = async (url: string) =>
      (await api.fiat("webhooks", { body: { url, events: ["invoice.paid"] } })).status
    for (const url of ["http://localhost:3000/", "http://127.0.0.1/", "http://[::1]/", "http://shop.test/"])
      assert.strictEqual(await statusOf(url), 201, url)
    for (const url of ["http://10.0.0.1/", "http://169.254.169.254/", "http://user@localhost/"])
      assert.strictEqual(await statusOf(url), 400, url)
  })
})
