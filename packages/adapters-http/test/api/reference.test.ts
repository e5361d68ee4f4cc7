import { Effect, Result, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { makeAccountOperations } from "../../src/crypto/accountOperations.ts"
import { makeCryptoInvoiceOperations } from "../../src/crypto/cryptoInvoiceOperations.ts"
import { makePayoutOperations } from "../../src/crypto/payoutOperations.ts"
import { errorCodesOf } from "../../src/reference/OpenApiDocument.ts"
import type { Operation } from "../../src/routing/Operation.ts"
import { makeSandboxOperations } from "../../src/sandbox/sandboxOperations.ts"
import { invoicesPath, payoutsPath, startTestApi, type TestApi } from "../TestApi.ts"

const operationsOf = (api: TestApi): Promise<ReadonlyArray<Operation>> =>
  api.runtime.runPromise(
    Effect.map(
      Effect.all([
        makeAccountOperations,
        makeCryptoInvoiceOperations,
        makePayoutOperations,
        makeSandboxOperations
      ]),
      (groups) => groups.flat()
    )
  )

const documentOf = async (api: TestApi) => {
  const response = await api.handler(new Request("http://api.test/openapi.json"))
  return JSON.parse(await response.text())
}

describe("the description of the API", () => {
  it("lists every operation of the table, with its answers and refusals", async () => {
    await using api = await startTestApi()
    const operations = await operationsOf(api)
    const document = await documentOf(api)
    assert.strictEqual(document.openapi, "3.1.0")
    for (const operation of operations) {
      const described = document.paths[operation.path]?.[operation.method.toLowerCase()]
      assert.strictEqual(described?.operationId, operation.id)
      assert.isDefined(described.responses["200"].content["application/json"].schema)
      const text = JSON.stringify(described.responses)
      for (const code of errorCodesOf(operation)) assert.include(text, `"${code}"`)
      for (const [segment] of operation.path.matchAll(/\{\w+\}/g)) {
        const names = described.parameters.map((each: { name: string }) => `{${each.name}}`)
        assert.include(names, segment)
      }
    }
    const described = Object.values<object>(document.paths).flatMap((methods) => Object.keys(methods))
    assert.strictEqual(described.length, operations.length)
    assert.strictEqual(new Set(operations.map(({ id }) => id)).size, operations.length)
  })

  it("resolves every reference and reads as plain JSON types", async () => {
    await using api = await startTestApi()
    const document = await documentOf(api)
    const text = JSON.stringify(document)
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      assert.isDefined(document.components.schemas[name ?? ""])
    }
    assert.notInclude(text, "NaN")
    assert.notInclude(text, "$defs")
    const create = document.paths[payoutsPath].post.requestBody.content["application/json"].schema
    assert.deepStrictEqual(create.required, ["amount", "address", "network"])
    assert.deepStrictEqual(create.properties.amount, { type: "number" })
  })

  it("has no sandbox in live mode", async () => {
    await using api = await startTestApi({ mode: "live", keyScopes: ["crypto:read"] })
    assert.notInclude(JSON.stringify(await documentOf(api)), "/sandbox/")
  })

  it("describes what is really answered, field by field", async () => {
    await using api = await startTestApi()
    const operations = new Map((await operationsOf(api)).map((operation) => [operation.id, operation]))
    await api.credit(api.key.partnerId, 100)
    const invoice = await api.call({
      path: invoicesPath,
      body: { amount: 5, network: "tron", externalId: "order-1" }
    })
    const { address, id: invoiceId } = invoice.body.invoice as { address: string; id: string }
    const payout = await api.createPayout()
    const { id: payoutId } = payout.body.payout as { id: string }
    await api.work()
    const answers = {
      createCryptoInvoice: invoice,
      getCryptoInvoice: await api.call({ path: `${invoicesPath}/${invoiceId}` }),
      findCryptoInvoice: await api.call({ path: invoicesPath, query: "externalId=order-1" }),
      cancelCryptoInvoice: await api.call({ path: `${invoicesPath}/${invoiceId}/cancel`, method: "POST" }),
      createPayout: payout,
      getPayout: await api.call({ path: `${payoutsPath}/${payoutId}` }),
      listPayouts: await api.call({ path: payoutsPath }),
      listCryptoNetworks: await api.call({ path: "/api/v2/crypto/networks" }),
      getCryptoBalance: await api.call({ path: "/api/v2/crypto/balance" }),
      sandboxDeposit: await api.sandbox("crypto/deposits", { address, amount: 5, txHash: "abc" }),
      sandboxBlocks: await api.sandbox("crypto/blocks", { network: "tron", count: 1 }),
      sandboxDrop: await api.sandbox("crypto/drop", { txHash: "abc" }),
      sandboxCredit: await api.sandbox("balance/credit", { amount: 5 }),
      sandboxAdvanceClock: await api.sandbox("clock/advance", { seconds: 1 }),
      sandboxTransfers: await api.sandbox(`crypto/transfers?payoutId=${payoutId}`)
    }
    assert.sameMembers(Object.keys(answers), [...operations.keys()])
    for (const [id, { body, status }] of Object.entries(answers)) {
      assert.strictEqual(status, 200, id)
      const { requestId: _requestId, success: _success, ...fields } = body
      const schema = operations.get(id)?.success ?? Schema.Never
      const decoded = Schema.decodeUnknownResult(Schema.toType(schema), { onExcessProperty: "error" })(fields)
      assert.isTrue(Result.isSuccess(decoded), `${id}: ${Result.isFailure(decoded) ? decoded.failure : ""}`)
    }
  })
})

describe("the API reference for people", () => {
  it("forbids inline scripts and everything from elsewhere, and serves its scripts itself", async () => {
    await using api = await startTestApi()
    const response = await api.handler(new Request("http://api.test/docs"))
    const policy = response.headers.get("content-security-policy") ?? ""
    assert.include(policy, "default-src 'none'")
    assert.include(policy, "script-src 'self';")
    const html = await response.text()
    const sources = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes ?? "")
    assert.isAtLeast(sources.length, 2)
    assert.notMatch(html, /https?:\/\//)
    for (const attributes of sources) {
      const path = / src="(\/docs\/assets\/[0-9a-f]{16}\.js)"/.exec(attributes)?.[1] ?? "inline"
      const script = await api.handler(new Request(`http://api.test${path}`))
      assert.strictEqual(script.status, 200, attributes)
      assert.include(script.headers.get("cache-control"), "immutable")
      await script.text()
    }
  })
})
