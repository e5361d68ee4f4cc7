import { defaultSettings, type SettingsShape } from "@quittance/core"
import { assert, describe, it } from "vitest"
import { kycProviders } from "../KycProviders.ts"
import { type ApiAnswer, startTestApi } from "../TestApi.ts"

const outcome = ({ code, status }: ApiAnswer) => [status, code]
const good = "https://shop.test/hooks"

const refused = [
  ["http", "http://shop.test/hooks"],
  ["another scheme", "ftp://shop.test/hooks"],
  ["a script", "javascript:alert(1)"],
  ["nothing", ""],
  ["no scheme", "shop.test/hooks"],
  ["a path", "/hooks"],
  ["one slash", "https:/shop.test"],
  ["no host", "https://"],
  ["a space before", " https://shop.test/"],
  ["a line break in the host", "https://127.0\n.0.1/"],
  ["a NUL", "https://shop.test\0.test/"],
  ["a backslash", "https://shop.test\\@127.0.0.1/"],
  ["a user", "https://user@shop.test/"],
  ["a user and a password", "https://user:password@shop.test/"],
  ["a user behind a third slash", "https:///user:password@shop.test/"],
  ["an encoded host", "https://%6cocalhost/"],
  ["more than 2048 characters", `https://shop.test/${"a".repeat(2048)}`],
  ["localhost", "https://localhost/"],
  ["localhost in capitals, with its dot", "https://LocalHost./"],
  ["localhost with a port", "https://localhost:8443/"],
  ["localhost in full width", "https://\uff4c\uff4f\uff43\uff41\uff4c\uff48\uff4f\uff53\uff54/"],
  ["a name below localhost", "https://a.localhost/"],
  ["loopback", "https://127.0.0.1/"],
  ["loopback with its dot", "https://127.0.0.1./"],
  ["loopback, short", "https://127.1/"],
  ["loopback in decimal", "https://2130706433/"],
  ["loopback in hexadecimal", "https://0x7f000001/"],
  ["loopback in octal", "https://0177.0.0.1/"],
  ["loopback in full width", "https://\uff11\uff12\uff17.0.0.1/"],
  ["loopback with ideographic dots", "https://127\u30020\u30020\u30021/"],
  ["loopback of IPv6", "https://[::1]/"],
  ["mapped loopback", "https://[::ffff:127.0.0.1]/"],
  ["mapped loopback in hexadecimal", "https://[::ffff:7f00:1]/"],
  ["a mapped public address", "https://[::ffff:8.8.8.8]/"],
  ["compatible loopback", "https://[::127.0.0.1]/"],
  ["unspecified", "https://0.0.0.0/"],
  ["unspecified, short", "https://0/"],
  ["unspecified IPv6", "https://[::]/"],
  ["private, 10/8", "https://10.0.0.1/"],
  ["private, 172.16/12", "https://172.31.255.255/"],
  ["private, 192.168/16", "https://192.168.1.1/"],
  ["shared by carriers", "https://100.64.0.1/"],
  ["link-local: metadata of clouds", "https://169.254.169.254/latest/meta-data"],
  ["link-local in decimal", "https://2852039166/"],
  ["protocol assignments", "https://192.0.0.8/"],
  ["benchmarks", "https://198.19.0.1/"],
  ["documentation", "https://203.0.113.1/"],
  ["multicast", "https://224.0.0.1/"],
  ["reserved", "https://240.0.0.1/"],
  ["broadcast", "https://255.255.255.255/"],
  ["unique local IPv6", "https://[fd00::1]/"],
  ["link-local IPv6", "https://[fe80::1]/"],
  ["multicast IPv6", "https://[ff02::1]/"],
  ["documentation IPv6", "https://[2001:db8::1]/"],
  ["NAT64", "https://[64:ff9b::8.8.8.8]/"],
  ["6to4", "https://[2002:808:808::1]/"],
  ["a port that is not for webhooks", "https://shop.test:5432/"]
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
    ["a name", "https://shop.test"],
    ["another port", "https://shop.test:8443/hooks?a=1#b"],
    ["a public address", "https://8.8.8.8/"],
    ["a public address of IPv6", "https://[2606:4700:4700::1111]/"],
    ["a name in another script", "https://магазин.test/"],
    // What a name leads to is looked at when it is called.
    ["a name that may lead anywhere", "https://internal/"]
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
