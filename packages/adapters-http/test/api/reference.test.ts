import { Effect, Stream } from "effect"
import { assert, describe, it } from "vitest"
import { HttpApp } from "../../src/index.ts"
import { errorCodesOf } from "../../src/reference/OpenApiDocument.ts"
import { listen, servingApi } from "../node/TestServer.ts"
import { operationsOf, proofNameOf } from "../operations/operationTable.ts"
import { inlinedDocument } from "../reference/inlinedDocument.ts"
import { invoicesPath, payoutsPath, startTestApi, type TestApi } from "../TestApi.ts"

const signaturePath = "/api/Signature/validate/upload"

const plainRequest = {
  method: "GET",
  query: "",
  headers: {},
  remoteAddress: "127.0.0.1",
  readBody: () => Effect.succeed(new Uint8Array()),
  streamBody: () => Stream.empty
}

const documentOf = (api: TestApi) => api.document()

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
    assert.notInclude(text, '"not":{"type":"null"}', "an object without fields is an object")
    const { $ref } = document.paths[payoutsPath].post.requestBody.content["application/json"].schema
    assert.strictEqual($ref, "#/components/schemas/CreatePayoutRequest")
    const create = document.components.schemas.CreatePayoutRequest
    assert.deepStrictEqual(create.required, ["amount", "address", "network"])
    assert.deepInclude(create.properties.amount, { type: "number", examples: [25] })
    assert.include(create.properties.amount.description, "in USDT")
  })

  it("says the bounds of what is asked for", async () => {
    await using api = await startTestApi()
    const { paths } = await inlinedDocument(api)
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
    assert.hasAllKeys(events, ["description", "type", "items", "minItems", "maxItems", "examples"])
    const lifetime = bodyOf("/api/v2/crypto/invoices", "post").expiresInMinutes
    assert.include(JSON.stringify(lifetime), '"minimum":5,"maximum":1440')
    assert.notInclude(JSON.stringify(paths), "9007199254740991")
    const session = bodyOf("/api/v1/kyc/sessions", "post")
    assert.include(JSON.stringify(session.webhookUrl), "at most 2048 characters")
    for (const alias of ["callbackUrl", "notificationUrl"])
      assert.include(JSON.stringify(session[alias]), "Another name of webhookUrl")
  })

  it("tells bare records from the envelope, and forms from JSON", async () => {
    await using api = await startTestApi()
    const { paths } = await inlinedDocument(api)
    const upload = paths["/api/v1/batch/invoices"].post
    assert.deepStrictEqual(Object.keys(upload.requestBody.content), ["multipart/form-data"])
    const form = upload.requestBody.content["multipart/form-data"].schema
    assert.deepStrictEqual(form.required, ["file"])
    assert.strictEqual(form.properties.file.format, "binary")
    assert.deepStrictEqual(Object.keys(form.properties), [
      "file",
      "sendEmails",
      "defaultCurrency",
      "defaultRedirectUrl",
      "defaultCancelUrl"
    ])
    const { responses } = paths["/api/v1/invoices"].post
    assert.isUndefined(responses["200"])
    assert.notProperty(responses["201"].content["application/json"].schema.properties, "success")
    assert.deepStrictEqual(responses["422"]["x-error-codes"], ["validation_failed"])
    assert.isUndefined(paths["/api/v1/invoices"].get.responses["422"])
    const pay = paths["/sandbox/v1/invoices/{id}/pay"].post
    assert.strictEqual(pay.requestBody.required, false)
    assert.property(pay.responses["200"].content["application/json"].schema.properties, "success")
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
    assert.deepStrictEqual(paths["/api/v1/webhooks/{id}"].delete.responses["204"].headers["X-Request-Id"], {
      $ref: "#/components/headers/RequestId"
    })
    assert.deepInclude(components.headers.RequestId.schema, { type: "string", format: "uuid" })
  })

  it("takes an idempotency key under both names for payouts, adjustments and wherever the fiat and transit groups create something, and nowhere else", async () => {
    await using api = await startTestApi()
    const { paths } = await inlinedDocument(api)
    for (const operation of await operationsOf(api)) {
      const { id, method, path, recordStatus } = operation
      const { parameters, responses } = paths[path][method.toLowerCase()]
      const [plain, prefixed] = ["Idempotency-Key", "X-Idempotency-Key"].map((header) =>
        parameters.find(({ name }: { readonly name: string }) => name === header)
      )
      const isAdjustment = id === "createAdjustment"
      if (
        id !== "createPayout" &&
        !isAdjustment &&
        (recordStatus !== 201 || proofNameOf(operation) === "signed")
      ) {
        assert.deepStrictEqual([plain, prefixed], [undefined, undefined], id)
        continue
      }
      const isPayout = id === "createPayout"
      assert.deepInclude(plain, { in: "header", required: isAdjustment }, id)
      assert.deepInclude(prefixed, { in: "header", required: isPayout }, id)
      const [key, other] = isPayout ? [prefixed, plain] : [plain, prefixed]
      assert.include(key.description, `${other.name} is another name of this header.`)
      assert.include(other.description, `Another name of ${key.name}`)
      for (const each of [key, other]) assert.include(each.schema, { minLength: 1, maxLength: 255 })
      assert.property(responses[isPayout || isAdjustment ? "200" : "201"].headers, "Idempotent-Replayed")
      assert.include(responses["409"].description, "idempotency_conflict")
    }
  })

  it("asks for no key where none is needed, and says what each category means", async () => {
    await using api = await startTestApi()
    const { post } = (await inlinedDocument(api)).paths[signaturePath]
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
    const { paths } = await inlinedDocument(api)
    assert.strictEqual(
      paths["/api/v1/analytics"].get.description,
      "Scope `payments:read`. A request counts as 10 reads of the rate limit."
    )
    assert.strictEqual(paths["/api/v1/invoices"].get.description, "Scope `payments:read`.")
  })

  it("says what a store on hold answers to payouts and to whatever needs a deposit address", async () => {
    await using api = await startTestApi()
    const { paths } = await inlinedDocument(api)
    for (const path of [payoutsPath, invoicesPath, "/v1/transit/wallets"])
      assert.include(JSON.stringify(paths[path].post.responses["503"]), "store_on_hold")
  })

  it("has no sandbox in live mode", async () => {
    await using api = await startTestApi({ mode: "live", keyScopes: ["crypto:read"] })
    assert.notInclude(JSON.stringify(await inlinedDocument(api)), "/sandbox/")
  })
})

describe("what is the same for everybody", () => {
  it("is sent from bytes made once, told to be known already, and the same in both with HEAD", async () => {
    await using api = await startTestApi()
    const app = await api.runtime.runPromise(HttpApp.use((service) => Effect.succeed(service)))
    await using server = await listen(await servingApi(api))
    const html = await (await api.handler(new Request("http://api.test/docs"))).text()
    const script = / src="(\/pay\/assets\/docs-[0-9a-f]{16}\.js)"/.exec(html)?.[1] ?? "none"
    const asked = (path: string) => ({ ...plainRequest, path })
    for (const path of ["/openapi.json", "/docs", "/docs/reference/invoices.md", "/llms.txt", script]) {
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
    const response = await api.handler(new Request("http://api.test/docs/reference/invoices"))
    const policy = response.headers.get("content-security-policy") ?? ""
    assert.include(policy, "default-src 'none'")
    assert.include(policy, "script-src 'self';")
    const html = await response.text()
    const sources = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes ?? "")
    assert.isAtLeast(sources.length, 2)
    assert.notMatch(html, / (?:src|href)="(?:https?:)?\/\//)
    assert.notMatch(html, /<style| style=| on\w+="/)
    for (const attributes of sources) {
      const path = / src="(\/pay\/assets\/\w+-[0-9a-f]{16}\.js)"/.exec(attributes)?.[1] ?? "inline"
      const script = await api.handler(new Request(`http://api.test${path}`))
      assert.strictEqual(script.status, 200, attributes)
      assert.include(script.headers.get("cache-control"), "immutable")
      await script.text()
    }
  })
})
