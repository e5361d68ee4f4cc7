import { MemorySignatureClassifier } from "@quittance/core"
import { Effect, Layer, Result, Schema, Stream } from "effect"
import { assert, describe, it } from "vitest"
import { makeAccountOperations } from "../../src/crypto/accountOperations.ts"
import { makeCryptoInvoiceOperations } from "../../src/crypto/cryptoInvoiceOperations.ts"
import { makePayoutOperations } from "../../src/crypto/payoutOperations.ts"
import { makeAnalyticsOperations } from "../../src/fiat/analyticsOperations.ts"
import { makeBatchOperations } from "../../src/fiat/batchOperations.ts"
import { makeInvoiceOperations } from "../../src/fiat/invoiceOperations.ts"
import { makeKycOperations } from "../../src/fiat/kycOperations.ts"
import { makeWebhookOperations } from "../../src/fiat/webhookOperations.ts"
import { errorCodesOf } from "../../src/reference/OpenApiDocument.ts"
import type { AnyOperation } from "../../src/routing/Operation.ts"
import { makeSandboxOperations } from "../../src/sandbox/sandboxOperations.ts"
import { makeSignatureOperations } from "../../src/signature/signatureOperations.ts"
import { makeTransitWebhookOperations } from "../../src/transit/transitWebhookOperations.ts"
import { makeWalletOperations } from "../../src/transit/walletOperations.ts"
import { HttpApp } from "../../src/index.ts"
import { listen, servingApi } from "../node/TestServer.ts"
import { kycProviders } from "../KycProviders.ts"
import { makeReceivers } from "../Receivers.ts"
import {
  type ApiAnswer,
  answerOf,
  invoicesPath,
  payoutsPath,
  startTestApi,
  type TestApi
} from "../TestApi.ts"

const signaturePath = "/api/Signature/validate/upload"
const signatureUrl = `http://api.test${signaturePath}`

const operationsOf = (api: TestApi): Promise<ReadonlyArray<AnyOperation>> =>
  api.runtime.runPromise(
    Effect.map(
      Effect.all([
        makeAccountOperations,
        makeCryptoInvoiceOperations,
        makePayoutOperations,
        makeInvoiceOperations,
        makeBatchOperations,
        makeAnalyticsOperations,
        makeKycOperations,
        makeWebhookOperations,
        makeWalletOperations,
        makeTransitWebhookOperations,
        makeSignatureOperations,
        makeSandboxOperations
      ]),
      (groups): ReadonlyArray<AnyOperation> => groups.flat()
    )
  )

const plainRequest = {
  method: "GET",
  query: "",
  headers: {},
  remoteAddress: "127.0.0.1",
  readBody: () => Effect.succeed(new Uint8Array()),
  streamBody: () => Stream.empty
}

const documentOf = async (api: TestApi) => {
  const response = await api.handler(new Request("http://api.test/openapi.json"))
  return JSON.parse(await response.text())
}

/** What an operation says of its own: without what the envelope adds, and nothing where there is no body. */
const fieldsIn = (body: ApiAnswer["body"], operation: AnyOperation | undefined): object => {
  if (operation?.recordStatus === 204) return body.text === "" ? {} : body
  if (operation?.recordStatus !== undefined) return body
  const { requestId: _requestId, success: _success, ...fields } = body
  return fields
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
      const status = operation.recordStatus ?? 200
      if (status === 204) assert.isUndefined(described.responses[status].content)
      else assert.isDefined(described.responses[status].content["application/json"].schema)
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

  it("says the bounds of what is asked for", async () => {
    await using api = await startTestApi()
    const { paths } = await documentOf(api)
    const bodyOf = (path: string, method: string) =>
      paths[path][method].requestBody.content["application/json"].schema.properties
    assert.deepInclude(bodyOf("/v1/transit/wallets", "post").label, { minLength: 1, maxLength: 100 })
    assert.include(JSON.stringify(bodyOf("/api/v1/webhooks", "post").secret), "24 to 64 bytes")
    for (const [path, method] of [
      ["/api/v1/webhooks", "post"],
      ["/api/v1/webhooks/{id}", "patch"],
      ["/v1/webhook", "put"]
    ] as const)
      assert.include(JSON.stringify(bodyOf(path, method).url), "at most 2048 characters")
    const { events } = bodyOf("/api/v1/webhooks", "post")
    assert.hasAllKeys(events, ["type", "items", "minItems", "maxItems"])
    const session = bodyOf("/api/v1/kyc/sessions", "post")
    assert.include(JSON.stringify(session.webhookUrl), "at most 2048 characters")
    for (const alias of ["callbackUrl", "notificationUrl"])
      assert.include(JSON.stringify(session[alias]), "Another name of webhookUrl")
  })

  it("tells bare records from the envelope, and forms from JSON", async () => {
    await using api = await startTestApi()
    const { paths } = await documentOf(api)
    const upload = paths["/api/v1/batch/invoices"].post
    assert.deepStrictEqual(Object.keys(upload.requestBody.content), ["multipart/form-data"])
    const form = upload.requestBody.content["multipart/form-data"].schema
    assert.deepStrictEqual(form.required, ["file"])
    assert.strictEqual(form.properties.file.format, "binary")
    assert.deepStrictEqual(Object.keys(form.properties), [
      "file",
      "sendEmails",
      "defaultCurrency",
      "defaultRedirectUrl"
    ])
    const { responses } = paths["/api/v1/invoices"].post
    assert.isUndefined(responses["200"])
    assert.notInclude(JSON.stringify(responses["201"].content), "#/components/schemas/Success")
    assert.include(JSON.stringify(responses["422"].content), '"validation_failed"')
    assert.isUndefined(paths["/api/v1/invoices"].get.responses["422"])
    const pay = paths["/sandbox/v1/invoices/{id}/pay"].post
    assert.strictEqual(pay.requestBody.required, false)
    assert.include(JSON.stringify(pay.responses["200"].content), "#/components/schemas/Success")
  })

  it("tells the three schemes apart, and lists every method of a path", async () => {
    await using api = await startTestApi()
    const { components, paths } = await documentOf(api)
    const securityOf = (path: string, method: string) => paths[path][method].security.map(Object.keys)
    assert.deepStrictEqual(securityOf(payoutsPath, "post"), [["V2ApiKey", "V2Signature", "V2Timestamp"]])
    assert.deepStrictEqual(securityOf("/api/v1/webhooks/{id}", "delete"), [["SecretKey"]])
    assert.deepStrictEqual(securityOf("/v1/webhook", "put"), [["ApiKeyAuth", "ApiSecretAuth"]])
    const schemes = components.securitySchemes
    assert.deepInclude(schemes.ApiKeyAuth, { type: "apiKey", in: "header", name: "X-API-Key" })
    assert.deepInclude(schemes.ApiSecretAuth, { type: "apiKey", in: "header", name: "X-API-Secret" })
    assert.deepStrictEqual(Object.keys(paths["/api/v1/webhooks/{id}"]), ["get", "patch", "delete"])
    assert.deepStrictEqual(Object.keys(paths["/v1/webhook"]), ["get", "put"])
    assert.notInclude(JSON.stringify(paths["/v1/webhook"].put.responses), "signature_replayed")
    assert.deepStrictEqual(paths["/api/v1/webhooks/{id}"].delete.responses["204"].headers, {
      "X-Request-Id": {
        description: "The same as requestId.",
        schema: { type: "string", format: "uuid" }
      }
    })
  })

  it("asks for no key where none is needed, and says what each category means", async () => {
    await using api = await startTestApi()
    const { post } = (await documentOf(api)).paths[signaturePath]
    assert.deepStrictEqual([post.security, post.description], [[], "Without a key."])
    assert.doesNotHaveAnyKeys(post.responses, ["401", "403", "404"])
    assert.containsAllKeys(post.responses, ["200", "400", "413", "429", "503"])
    const form = post.requestBody.content["multipart/form-data"].schema
    assert.deepStrictEqual(form.required, ["file"])
    const { properties } = post.responses["200"].content["application/json"].schema
    assert.deepStrictEqual(properties.category.enum ?? properties.category.anyOf, [0, 1, 2, 3, 4, 5, 6, 7, 8])
    for (let category = 0; category <= 8; category++)
      assert.match(properties.category.description, new RegExp(`${category}: (?:The|It) [^.]+\\.`))
  })

  it("says what a request counts as that costs more than others", async () => {
    await using api = await startTestApi()
    const { paths } = await documentOf(api)
    assert.strictEqual(
      paths["/api/v1/analytics"].get.description,
      "Scope `payments:read`. A request counts as 10 reads of the rate limit."
    )
    assert.strictEqual(paths["/api/v1/invoices"].get.description, "Scope `payments:read`.")
  })

  it("says what a store on hold answers to payouts and to whatever needs a deposit address", async () => {
    await using api = await startTestApi()
    const { paths } = await documentOf(api)
    for (const path of [payoutsPath, invoicesPath, "/v1/transit/wallets"])
      assert.include(JSON.stringify(paths[path].post.responses["503"]), "store_on_hold")
  })

  it("has no sandbox in live mode", async () => {
    await using api = await startTestApi({ mode: "live", keyScopes: ["crypto:read"] })
    assert.notInclude(JSON.stringify(await documentOf(api)), "/sandbox/")
  })

  it("describes what is really answered, field by field", async () => {
    const providers = Layer.mergeAll(makeReceivers().layer, kycProviders, MemorySignatureClassifier.layer())
    await using api = await startTestApi({ providers })
    const operations = new Map((await operationsOf(api)).map((operation) => [operation.id, operation]))
    await api.credit(api.key.partnerId, 100)
    const invoice = await api.call({
      path: invoicesPath,
      body: { amount: 5, network: "tron", externalId: "order-1" }
    })
    const { address, id: invoiceId } = invoice.body.invoice as { address: string; id: string }
    const payout = await api.createPayout()
    const { id: payoutId } = payout.body.payout as { id: string }
    const fiatInvoice = await api.fiat("invoices", {
      body: { amount: 5, currency: "USD", metadata: { a: [1] } }
    })
    const unpaid = await api.fiat("invoices", { body: { amount: 100, currency: "KZT" } })
    const form = new FormData()
    form.append("file", new Blob(["amount,currency,email\n5,USD,ann@example.com\nx,USD,"]))
    form.append("sendEmails", "on")
    const batch = await api.fiat("batch/invoices", { body: form })
    const url = "https://shop.test/hooks"
    const session = await api.fiat("kyc/sessions", { body: { level: "basic", webhookUrl: url } })
    const unheard = await api.fiat("kyc/sessions", { body: { level: "advanced", metadata: { a: [1] } } })
    const sessionPath = `kyc/sessions/${session.body.id}`
    const decided = await api.sandbox(`${sessionPath}/decide`, { outcome: "failed", reasons: ["other"] })
    const webhook = await api.fiat("webhooks", { body: { url, events: ["invoice.paid"] } })
    const webhookPath = `webhooks/${webhook.body.id}`
    const testWebhook = await api.fiat(`${webhookPath}/test`, { method: "POST" })
    const deliveries = await api.fiat(`${webhookPath}/deliveries`)
    const unsetWebhook = await api.transit("webhook")
    const setTransitWebhook = await api.transit("webhook", { method: "PUT", body: { url } })
    const wallet = await api.transit("transit/wallets", { body: { label: "shop", network: "tron" } })
    const { id: walletId } = wallet.body.wallet as { id: string }
    await api.work()
    const transitDeliveries = await api.transit("webhook/deliveries")
    const firstOf = ({ body }: ApiAnswer) => (body.deliveries as ReadonlyArray<{ id: string }>)[0]?.id
    // What was created at the instant before lies after the default range of analytics.
    const advanced = await api.sandbox("clock/advance", { seconds: 1 })
    const image = new FormData()
    image.append("file", new Blob([Buffer.from("\x89PNG\r\n\x1a\n", "latin1")]))
    const answers = {
      createCryptoInvoice: invoice,
      getCryptoInvoice: await api.call({ path: `${invoicesPath}/${invoiceId}` }),
      findCryptoInvoice: await api.call({ path: invoicesPath, query: "externalId=order-1" }),
      cancelCryptoInvoice: await api.call({ path: `${invoicesPath}/${invoiceId}/cancel`, method: "POST" }),
      redactCryptoInvoice: await api.call({ path: `${invoicesPath}/${invoiceId}/redact`, method: "POST" }),
      createPayout: payout,
      getPayout: await api.call({ path: `${payoutsPath}/${payoutId}` }),
      listPayouts: await api.call({ path: payoutsPath }),
      listCryptoNetworks: await api.call({ path: "/api/v2/crypto/networks" }),
      getCryptoBalance: await api.call({ path: "/api/v2/crypto/balance" }),
      sandboxDeposit: await api.sandbox("crypto/deposits", { address, amount: 5, txHash: "abc" }),
      sandboxBlocks: await api.sandbox("crypto/blocks", { network: "tron", count: 1 }),
      sandboxDrop: await api.sandbox("crypto/drop", { txHash: "abc" }),
      sandboxCredit: await api.sandbox("balance/credit", { amount: 5 }),
      sandboxAdvanceClock: advanced,
      sandboxTransfers: await api.sandbox(`crypto/transfers?payoutId=${payoutId}`),
      createInvoice: fiatInvoice,
      getInvoice: await api.fiat(`invoices/${fiatInvoice.body.id}`),
      sandboxPayInvoice: await api.sandbox(`invoices/${fiatInvoice.body.id}/pay`, {}),
      cancelInvoice: await api.fiat(`invoices/${unpaid.body.id}/cancel`, { method: "POST" }),
      redactInvoice: await api.fiat(`invoices/${unpaid.body.id}/redact`, { method: "POST" }),
      listInvoices: await api.fiat("invoices"),
      createInvoiceBatch: batch,
      getInvoiceBatch: await api.fiat(`batch/invoices/${batch.body.batchId}`),
      getAnalytics: await api.fiat("analytics"),
      sandboxMail: await api.sandbox("mail"),
      createKycSession: session,
      getKycSession: await api.fiat(sessionPath),
      redactKycSession: await api.fiat(`${sessionPath}/redact`, { method: "POST" }),
      sandboxDecideKycSession: decided,
      createWebhook: webhook,
      listWebhooks: await api.fiat("webhooks"),
      getWebhook: await api.fiat(webhookPath),
      updateWebhook: await api.fiat(webhookPath, { method: "PATCH", body: { active: true } }),
      rotateWebhookSecret: await api.fiat(`${webhookPath}/rotate-secret`, { method: "POST" }),
      testWebhook,
      listWebhookDeliveries: deliveries,
      redeliverWebhookDelivery: await api.fiat(`webhooks/deliveries/${firstOf(deliveries)}/redeliver`, {
        method: "POST"
      }),
      deleteWebhook: await api.fiat(webhookPath, { method: "DELETE" }),
      listTransitNetworks: await api.transit("transit/networks"),
      createTransitWallet: wallet,
      listTransitWallets: await api.transit("transit/wallets"),
      getTransitWallet: await api.transit(`transit/wallets/${walletId}`),
      getTransitWebhook: await api.transit("webhook"),
      setTransitWebhook,
      testTransitWebhook: await api.transit("webhook/test", { body: { event: "payment_received" } }),
      rotateTransitWebhookSecret: await api.transit("webhook/rotate-secret", { method: "POST" }),
      listTransitWebhookDeliveries: transitDeliveries,
      redeliverTransitWebhookDelivery: await api.transit(
        `webhook/deliveries/${firstOf(transitDeliveries)}/redeliver`,
        { method: "POST" }
      ),
      validateSignature: await api
        .handler(new Request(signatureUrl, { method: "POST", body: image }))
        .then(answerOf)
    }
    assert.sameMembers(Object.keys(answers), [...operations.keys()])
    const others = { getTransitWebhook: unsetWebhook, createKycSession: unheard }
    for (const [id, { body, status }] of [...Object.entries(answers), ...Object.entries(others)]) {
      assert.strictEqual(status, operations.get(id)?.recordStatus ?? 200, id)
      const operation = operations.get(id)
      const schema = operation?.success ?? Schema.Never
      const fields = fieldsIn(body, operation)
      const decoded = Schema.decodeUnknownResult(Schema.toType(schema), { onExcessProperty: "error" })(fields)
      assert.isTrue(Result.isSuccess(decoded), `${id}: ${Result.isFailure(decoded) ? decoded.failure : ""}`)
    }
  })
})

describe("what is the same for everybody", () => {
  it("is sent from bytes made once, told to be known already, and the same in both with HEAD", async () => {
    await using api = await startTestApi()
    const app = await api.runtime.runPromise(HttpApp.use((service) => Effect.succeed(service)))
    await using server = await listen(await servingApi(api))
    const html = await (await api.handler(new Request("http://api.test/docs"))).text()
    const script = / src="(\/docs\/assets\/[0-9a-f]{16}\.js)"/.exec(html)?.[1] ?? "none"
    const asked = (path: string) => ({ ...plainRequest, path })
    for (const path of ["/openapi.json", "/docs", script]) {
      const bodies = await Promise.all(
        [1, 2].map(async () => (await Effect.runPromise(app.handle(asked(path)))).body)
      )
      assert.instanceOf(bodies[0], Uint8Array)
      assert.strictEqual(bodies[0], bodies[1], path)
      const url = `${server.url}${path}`
      const whole = await fetch(url)
      const tag = whole.headers.get("etag") ?? ""
      const length = whole.headers.get("content-length")
      assert.isBelow(Number(length), (await whole.arrayBuffer()).byteLength, "compressed")
      const head = await fetch(url, { method: "HEAD" })
      assert.deepStrictEqual([head.headers.get("etag"), head.headers.get("content-length")], [tag, length])
      const known = await fetch(url, { headers: { "if-none-match": tag } })
      assert.deepStrictEqual([known.status, known.headers.get("content-length")], [304, null])
      const inFetch = new Request(`http://api.test${path}`, { headers: { "if-none-match": "*" } })
      assert.strictEqual((await api.handler(inFetch)).status, 304)
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
