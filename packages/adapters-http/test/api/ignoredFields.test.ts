import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { type ApiAnswer, answerOf, startTestApi } from "../TestApi.ts"

const start = () => startTestApi({ rateLimits: "off" })
const ignoredOf = ({ headers }: ApiAnswer) => headers.get("x-quittance-ignored")
const invoice = (more: object = {}) => ({ amount: 100, currency: "EUR", ...more })

/** That every operation names what it ignores is proven by the walk over all of them. */
describe("X-Quittance-Ignored in sandbox", () => {
  it("names what is not known and nothing of what is, with a success, an empty one and a refusal", async () => {
    await using api = await start()
    const wrong = await api.fiat("invoices", { body: invoice({ descripton: "Order 17", expiresIn: 5 }) })
    assert.deepStrictEqual([wrong.status, ignoredOf(wrong)], [201, "descripton, expiresIn"])
    const right = await api.fiat("invoices", { body: invoice({ description: null, metadata: { any: 1 } }) })
    assert.deepStrictEqual([right.status, ignoredOf(right)], [201, null])
    const refused = await api.fiat("invoices", { body: { amonut: 100, currency: "EUR" } })
    assert.deepStrictEqual([refused.status, ignoredOf(refused)], [400, "amonut"])
    const listed = await api.fiat("invoices", { query: "a=1&limit=5&b=2&a=3" })
    assert.strictEqual(ignoredOf(listed), "a, b")
    const { body } = await api.fiat("webhooks", {
      body: { url: "https://shop.test/", events: ["invoice.paid"] }
    })
    const removed = await api.fiat(`webhooks/${body.id}`, { method: "DELETE", query: "force=true" })
    assert.deepStrictEqual([removed.status, ignoredOf(removed)], [204, "force"])
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
        const ignored = ignoredOf(answer)
        if (unknown.length === 0) return assert.isNull(ignored)
        assert.match(ignored ?? "", /^(?:""|[\w%-]+)(?:, (?:""|[\w%-]+))*$/)
        const expected = unknown.map((name) => name.toWellFormed().slice(0, 100))
        assert.deepStrictEqual(
          // JavaScript puts the names that are whole numbers first.
          (ignored ?? "")
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
  await using live = await startTestApi({ mode: "live", keyScopes: ["payments:write"] })
  const answer = await live.fiat("invoices", { body: { descripton: "" }, query: "staus=paid" })
  assert.deepStrictEqual([answer.status, ignoredOf(answer)], [400, null])
  await using sandbox = await start()
  const [said, unsaid] = [await sandbox.document(), await live.document()].map((each) => JSON.stringify(each))
  assert.include(said, "X-Quittance-Ignored")
  assert.notInclude(unsaid, "X-Quittance-Ignored")
})
