import { MemorySignatureClassifier } from "@quittance/core"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { kycProviders } from "../KycProviders.ts"
import { type ApiAnswer, answerOf, startTestApi, type TestApi } from "../TestApi.ts"

const start = () => startTestApi({ rateLimits: "off", providers: kycProviders })
const ignoredOf = ({ headers }: ApiAnswer) => headers.get("x-quittance-ignored")
const invoice = (more: object = {}) => ({ amount: 100, currency: "EUR", ...more })

describe("X-Quittance-Ignored in sandbox", () => {
  it("names what a body has that the operation does not know, and nothing where it knows all", async () => {
    await using api = await start()
    const wrong = await api.fiat("invoices", { body: invoice({ descripton: "Order 17", expiresIn: 5 }) })
    assert.deepStrictEqual([wrong.status, ignoredOf(wrong)], [201, "descripton, expiresIn"])
    const right = await api.fiat("invoices", { body: invoice({ description: null, metadata: { any: 1 } }) })
    assert.deepStrictEqual([right.status, ignoredOf(right)], [201, null])
  })

  it("stands on a refusal too, where the name of a field that is required was written wrongly", async () => {
    await using api = await start()
    const answer = await api.fiat("invoices", { body: { amonut: 100, currency: "EUR" } })
    assert.deepStrictEqual([answer.status, ignoredOf(answer)], [400, "amonut"])
    assert.deepStrictEqual(answer.body.error?.details?.[0]?.field, "amount")
  })

  it("takes every name under which a KYC session's own URL may be told", async () => {
    await using api = await start()
    const url = "https://shop.test/own"
    for (const name of ["webhookUrl", "callbackUrl", "notificationUrl"]) {
      const answer = await api.fiat("kyc/sessions", { body: { level: "basic", [name]: url } })
      assert.deepStrictEqual([answer.status, ignoredOf(answer)], [201, null], name)
    }
    const answer = await api.fiat("kyc/sessions", { body: { level: "basic", webhookURL: url } })
    assert.strictEqual(ignoredOf(answer), "webhookURL")
  })

  it("names fields of a form, of a body that is not asked for, and of one that may be left out", async () => {
    await using api = await start()
    const form = new FormData()
    form.append("defaultCurency", "EUR")
    form.append("file", new Blob(["amount\n10"]), "invoices.csv")
    const batch = await api.fiat("batch/invoices", { body: form })
    assert.deepStrictEqual([batch.status, ignoredOf(batch)], [422, "defaultCurency"])
    const { body } = await api.fiat("invoices", { body: invoice() })
    const cancelled = await api.fiat(`invoices/${body.id}/cancel`, { body: { reason: "mistake" } })
    assert.deepStrictEqual([cancelled.status, ignoredOf(cancelled)], [200, "reason"])
    const paid = await api.sandbox(`invoices/${body.id}/pay`, { bankName: "x" })
    assert.strictEqual(ignoredOf(paid), "bankName")
  })

  it("names query parameters, wherever one is ignored", async () => {
    await using api = await start()
    assert.strictEqual(ignoredOf(await api.fiat("invoices", { query: "staus=paid&limit=5" })), "staus")
    assert.strictEqual(ignoredOf(await api.transit("webhook", { query: "a=1&b=2&a=3" })), "a, b")
    const signed = await api.call({ path: "/api/v2/crypto/payouts", query: "page=1&perPage=5" })
    assert.deepStrictEqual([signed.status, ignoredOf(signed)], [200, "perPage"])
  })

  it("stands on an answer without a body", async () => {
    await using api = await start()
    const events = ["invoice.paid"]
    const { body } = await api.fiat("webhooks", { body: { url: "https://shop.test/hooks", events } })
    const removed = await api.fiat(`webhooks/${body.id}`, { method: "DELETE", query: "force=true" })
    assert.deepStrictEqual([removed.status, ignoredOf(removed)], [204, "force"])
  })

  it("stands on the answer of the operation without a key, beside the image", async () => {
    await using api = await startTestApi({ providers: MemorySignatureClassifier.layer() })
    const body = new FormData()
    body.append("treshold", "0.5")
    const url = "http://api.test/api/Signature/validate/upload"
    const answer = await api.send(new Request(url, { method: "POST", body }))
    assert.deepStrictEqual([answer.status, ignoredOf(answer)], [400, "treshold"])
  })

  it("is not on what nobody was admitted to, and on no page", async () => {
    await using api = await start()
    const denied = await api.fiat("invoices", { query: "staus=paid", key: { secret: "wrong" } })
    assert.deepStrictEqual([denied.status, ignoredOf(denied)], [401, null])
    const page = await answerOf(await api.handler(new Request("http://api.test/docs?theme=dark")))
    assert.deepStrictEqual([page.status, ignoredOf(page)], [200, null])
  })

  it("names ten at most, says that there are more, and stays short whatever they are", async () => {
    await using api = await start()
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, 1]))
    const answer = await api.fiat("invoices", { body: invoice(many) })
    assert.strictEqual(ignoredOf(answer), "f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, ...")
    const long = await api.fiat("invoices", { body: invoice({ ["й".repeat(60_000)]: 1 }) })
    assert.isAtMost(ignoredOf(long)?.length ?? 0, 100)
    assert.match(ignoredOf(long) ?? "", /^(%[0-9A-F]{2})+$/)
  })

  it("is a header whatever the names have in them, and tells names apart", async () => {
    await using api = await start()
    const hostile = fc.constantFrom("\r\nSet-Cookie: a=1", "\0", "a,b", "a.b", "\ud800", "__proto__", "", "%")
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.oneof(hostile, fc.string()), { maxLength: 5 }), async (names) => {
        const unknown = names.filter((name) => !(name in invoice()) && name !== "description")
        const text = `{"amount":1,"currency":"EUR",${unknown.map((name) => `${JSON.stringify(name)}:1,`).join("")}"description":null}`
        const answer = await api.fiat("invoices", { body: text })
        assert.strictEqual(answer.status, 201)
        const told = ignoredOf(answer)
        if (unknown.length === 0) return assert.isNull(told)
        assert.match(told ?? "", /^(?:""|[\w%-]+)(?:, (?:""|[\w%-]+))*$/)
        const expected = unknown.map((name) => name.toWellFormed().slice(0, 100))
        assert.deepStrictEqual(
          // JavaScript puts the names that are whole numbers first.
          (told ?? "")
            .split(", ")
            .map((name) => (name === '""' ? "" : decodeURIComponent(name)))
            .sort(),
          [...new Set(expected)].sort()
        )
      }),
      { numRuns: 60 }
    )
  })
})

it("live answers do not have X-Quittance-Ignored, and it is not described there", async () => {
  await using live = await startTestApi({ mode: "live", keyScopes: ["payments:read", "payments:write"] })
  const answer = await live.fiat("invoices", { body: { descripton: "" }, query: "staus=paid" })
  assert.deepStrictEqual([answer.status, ignoredOf(answer)], [400, null])
  assert.isNull(ignoredOf(await live.fiat("invoices", { query: "staus=paid" })))
  await using sandbox = await start()
  const described = async (api: TestApi) =>
    (await (await api.handler(new Request("http://api.test/openapi.json"))).text()).includes(
      "X-Quittance-Ignored"
    )
  assert.deepStrictEqual([await described(live), await described(sandbox)], [false, true])
})
