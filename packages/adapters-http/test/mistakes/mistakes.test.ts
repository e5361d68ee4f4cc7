import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { errorCodes } from "../../src/refusal/ErrorCode.ts"
import { startTestApi } from "../TestApi.ts"
import { mistakes } from "./everyMistake.ts"
import { type Beginner, startBeginner } from "./Mistake.ts"

let beginner: Beginner
beforeAll(async () => {
  beginner = await startBeginner()
})
afterAll(() => beginner.api[Symbol.asyncDispose]())

describe("a new user's mistake", () => {
  it.each(mistakes)("$made: $code", async ({ code, says, send, status }) => {
    const { body, ...answer } = await send(beginner)
    assert.deepStrictEqual([answer.status, answer.code], [status, code], body.error?.message)
    for (const said of says) assert.include(body.error?.message, said)
    assert.strictEqual(body.error?.docUrl, `http://api.test/docs/errors#${code}`)
    assert.property(errorCodes, code)
    const text = JSON.stringify(body)
    const { publicKey, secret } = beginner.api.key
    for (const kept of [secret, publicKey]) assert.notInclude(text, kept)
  })

  it("is each told apart", () => {
    assert.isAtLeast(mistakes.length, 63)
    assert.strictEqual(new Set(mistakes.map(({ made }) => made)).size, mistakes.length)
  })

  it("that is answered with an empty list is hinted at in a sandbox, and never live", async () => {
    const query = "from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z"
    const { body, headers, status } = await beginner.api.fiat("invoices", { query })
    assert.deepStrictEqual([status, body.invoices], [200, []])
    assert.include(headers.get("x-quittance-hint"), "from is not before to")
    const right = await beginner.api.fiat("invoices", { query: "from=2026-01-01&to=2026-02-01" })
    assert.isNull(right.headers.get("x-quittance-hint"))
    await using live = await startTestApi({ mode: "live", keyScopes: ["payments:read"] })
    assert.isNull((await live.fiat("invoices", { query })).headers.get("x-quittance-hint"))
  })

  it("is not seen in bounds that are in order in the time zone of the request", async () => {
    const query = "from=2026-01-02&to=2026-01-01T22:00:00Z&timezone=Asia/Almaty"
    const { headers, status } = await beginner.api.fiat("analytics", { query })
    assert.deepStrictEqual([status, headers.get("x-quittance-hint")], [200, null])
  })
})

describe("what a refusal does not tell", () => {
  it("is the balance, to a key that may not read it", async () => {
    const { body, code } = await beginner.payout({ amount: 5000 }, { key: beginner.payer })
    assert.strictEqual(code, "insufficient_funds")
    assert.notInclude(body.error?.message, "is available")
  })

  it("is which keys exist, to who has none", async () => {
    const { api, revoked } = beginner
    const refusal = async (key: string) =>
      (await api.send(new Request("http://api.test/api/v1/invoices", { headers: { "x-api-key": key } }))).body
        .error
    const unknown = await refusal(`sk_test_${"0".repeat(64)}`)
    assert.strictEqual((await refusal(revoked.secret))?.message, unknown?.message)
    const call = { path: "/api/v2/crypto/balance" }
    const [stranger, former] = await Promise.all(
      [`pk_test_${"0".repeat(32)}`, revoked.publicKey].map((key) =>
        api.call({ ...call, headers: { "x-api-key": key } })
      )
    )
    assert.strictEqual(former?.body.error?.message, stranger?.body.error?.message)
    assert.strictEqual(
      (await refusal(api.key.publicKey))?.message,
      (await refusal(`pk_test_${"0".repeat(32)}`))?.message
    )
  })

  it("is whether another partner has what was asked for", async () => {
    const { api, invoiceId } = beginner
    const other = await api.createKey({ partner: "other" })
    const [foreign, none] = await Promise.all(
      [invoiceId, `inv_${"0".repeat(32)}`].map(async (id) =>
        (await api.fiat(`invoices/${id}`, { key: other })).body.error?.message.replace(id, "ID")
      )
    )
    assert.strictEqual(foreign, none)
  })
})
