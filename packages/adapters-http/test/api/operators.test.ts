import { RefusedRequests } from "@quittance/core/adapter"
import { assert, describe, it } from "vitest"
import { openApiDocument } from "../../src/reference/OpenApiDocument.ts"
import { makeRequestLines } from "../observe/requestLines.ts"
import { makeOperatorRows } from "../operations/operatorRow.ts"
import { startTestApi, type TestApi } from "../TestApi.ts"

/**
 * What an operation becomes by saying that its caller is the operator. The walks over all operations prove the rest.
 */

const path = "/api/operator/v1/keys"

const ask = (api: TestApi, headers: Readonly<Record<string, string>>, body: object = { partner: "acme" }) =>
  api.send(
    new Request(`http://api.test${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body)
    })
  )

const keyed = (key: string) => ({ "x-api-key": key })

describe("an operator's operation", () => {
  it("is told who called, and its log line has the key and no partner", async () => {
    const log = makeRequestLines()
    await using api = await startTestApi({ ...log.options, operations: makeOperatorRows })
    const answer = await ask(api, keyed(api.operatorKey.secret))
    assert.deepStrictEqual([answer.status, answer.body.by], [200, api.operatorKey.id])
    const line = log.lineOf(answer.body.requestId)
    assert.deepInclude(line, { path, status: 200, keyId: api.operatorKey.id })
    assert.notProperty(line, "partnerId")
  })

  it("is, when refused, with no partner's refused requests", async () => {
    const log = makeRequestLines()
    await using api = await startTestApi({ ...log.options, operations: makeOperatorRows })
    const wrong = await ask(api, keyed(api.operatorKey.secret), { partner: 5 })
    const own = await api.fiat("invoices/none")
    await log.passSecond()
    assert.deepInclude(log.lineOf(wrong.body.requestId), {
      code: "invalid_request",
      keyId: api.operatorKey.id
    })
    const kept = await api.runtime.runPromise(
      RefusedRequests.use((requests) => requests.ofPartner(api.key.partnerId, 0, 10))
    )
    assert.deepStrictEqual(
      kept.map(({ requestId }) => requestId),
      [own.body.requestId]
    )
  })

  it("says what is wrong with the key that was sent", async () => {
    await using api = await startTestApi({ operations: makeOperatorRows })
    const takes = "this header takes the operator key alone, which begins with ok_test_"
    for (const [headers, message] of [
      [{}, "x-api-key is missing: send the operator key (ok_test_…) in x-api-key"],
      [keyed(api.key.secret), `x-api-key has a secret in it; ${takes}`],
      [keyed("root"), `x-api-key is not an operator key; ${takes}`],
      [
        keyed("ok_test_unknown"),
        "x-api-key is not an active operator key: it is not known here, or was revoked, or has expired"
      ]
    ] as const) {
      const { body, code } = await ask(api, headers)
      assert.deepStrictEqual([code, body.error?.message], ["unauthorized", message])
    }
  })

  it("counts failed keys of an address together with all others that failed", async () => {
    await using api = await startTestApi({
      operations: makeOperatorRows,
      limits: { authentication: { capacity: 2, perSecond: 0.1 } }
    })
    await api.fiat("invoices", { headers: keyed("wrong") })
    const codes = [await ask(api, {}), await ask(api, {})].map(({ code }) => code)
    assert.deepStrictEqual(codes, ["unauthorized", "rate_limited"])
    assert.strictEqual((await ask(api, keyed(api.operatorKey.secret))).status, 200)
  })

  it("is described with its own scheme, which is not described where no operation asks for it", async () => {
    await using api = await startTestApi({ operations: makeOperatorRows })
    const { components, paths } = await api.document("/openapi-operator.json")
    const { description, responses, security } = paths[path].post
    assert.deepStrictEqual(
      [security, description],
      [[{ OperatorKey: [] }], "With an operator key of the scope `partners:write`."]
    )
    assert.deepInclude(components.securitySchemes.OperatorKey, { in: "header", name: "x-api-key" })
    assert.strictEqual(responses["401"].description, "`unauthorized`, `ip_not_allowed`")
    assert.strictEqual(responses["403"].description, "`forbidden`")
    const others = (await api.operations()).filter(({ caller }) => caller !== "operator")
    const without = openApiDocument(others, { mode: "sandbox", publicUrl: "http://api.test" })
    assert.deepStrictEqual(await api.document("/openapi.json"), JSON.parse(JSON.stringify(without)))
    assert.notInclude(JSON.stringify(without), "perator key")
  })
})

it("an operator key opens no partner's operation, which says what it is", async () => {
  await using api = await startTestApi({ operations: makeOperatorRows })
  const { body, code } = await api.fiat("invoices", { headers: keyed(api.operatorKey.secret) })
  assert.strictEqual(code, "unauthorized")
  assert.include(
    body.error?.message,
    "x-api-key has an operator key in it, which opens /api/operator/v1 only; this header takes the secret alone"
  )
})
