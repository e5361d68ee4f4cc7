import { MemorySignatureClassifier } from "@quittance/core/adapter"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { startTestApi, type TestApi, type TestApiOptions } from "../TestApi.ts"

const url = "http://api.test/api/Signature/validate/upload"
const shop = "https://shop.example"
const png = new Uint8Array(Buffer.from("\x89PNG\r\n\x1a\n and the rest", "latin1"))
const classifier = MemorySignatureClassifier.layer(() => Effect.succeed(MemorySignatureClassifier.flawless))

const start = (signatureOrigins?: ReadonlyArray<string>, options: TestApiOptions = {}) =>
  startTestApi({
    ...options,
    providers: classifier,
    ...(signatureOrigins === undefined ? {} : { signatureOrigins })
  })

const ask = (api: TestApi, origin: string, method = "POST", path = url) =>
  api.handler(
    new Request(path, { method: "OPTIONS", headers: { origin, "access-control-request-method": method } })
  )

/** Sent whole, as `validateSignature.test.ts` says. */
const upload = async (api: TestApi, origin: string, bytes: Uint8Array<ArrayBuffer> = png) => {
  const form = new FormData()
  form.append("file", new Blob([bytes]))
  const whole = new Response(form)
  const headers = { origin, "content-type": whole.headers.get("content-type") ?? "" }
  return api.handler(new Request(url, { method: "POST", headers, body: await whole.arrayBuffer() }))
}

const allowedOf = ({ headers }: Response) => [headers.get("access-control-allow-origin"), headers.get("vary")]

describe("a website that is listed", () => {
  it("is told before it sends that it may, and then what came of it", async () => {
    await using api = await start([shop, "http://LOCALHOST:5173"])
    for (const origin of [shop, "http://localhost:5173"]) {
      const asked = await ask(api, origin)
      assert.strictEqual(asked.status, 204)
      assert.deepStrictEqual(allowedOf(asked), [origin, "Origin"])
      assert.strictEqual(asked.headers.get("access-control-allow-methods"), "POST")
      assert.strictEqual(asked.headers.get("access-control-allow-headers"), "*")
      assert.match(asked.headers.get("access-control-max-age") ?? "", /^\d+$/)
      assert.isNotNull(asked.headers.get("x-request-id"))
      const answered = await upload(api, origin)
      assert.strictEqual(answered.status, 200)
      assert.deepStrictEqual(allowedOf(answered), [origin, "Origin"])
      assert.include(answered.headers.get("access-control-expose-headers"), "Retry-After")
      assert.isNull(answered.headers.get("access-control-allow-credentials"))
    }
  })

  it("learns why it is refused: 400, 405, 413 and 429 say so to its script", async () => {
    await using api = await start([shop], { limits: { signatures: { capacity: 3, perSecond: 0.001 } } })
    const answers = [
      await upload(api, shop, new Uint8Array(4)),
      await api.handler(new Request(url, { method: "PUT", headers: { origin: shop } })),
      await upload(api, shop, new Uint8Array(10 * 1024 * 1024 + 1)),
      await upload(api, shop),
      await upload(api, shop)
    ]
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [400, 405, 413, 200, 429]
    )
    for (const answer of answers) assert.deepStrictEqual(allowedOf(answer), [shop, "Origin"])
  })
})

describe("a website that is not listed", () => {
  it("is refused before it sends, and its script reads no answer", async () => {
    await using api = await start([shop])
    for (const origin of [
      "https://evil.example",
      "http://shop.example",
      "https://shop.example.evil.example",
      "https://shop.example:8443",
      "https://shop.example/",
      "null",
      "*"
    ]) {
      const asked = await ask(api, origin)
      assert.deepStrictEqual([asked.status, ...allowedOf(asked)], [403, null, "Origin"], origin)
      assert.deepStrictEqual(allowedOf(await upload(api, origin)), [null, "Origin"], origin)
    }
  })

  it("may be any other where none is listed, which answers as if there were no such thing", async () => {
    for (const origins of [undefined, []]) {
      await using api = await start(origins)
      const asked = await ask(api, shop)
      assert.deepStrictEqual([asked.status, asked.headers.get("allow")], [405, "POST"])
      assert.deepStrictEqual(allowedOf(asked), [null, null])
      assert.deepStrictEqual(allowedOf(await upload(api, shop)), [null, null])
    }
  })
})

it("every website may where all are", async () => {
  await using api = await start(["*"])
  assert.deepStrictEqual(allowedOf(await ask(api, shop)), ["*", null])
  assert.deepStrictEqual(allowedOf(await upload(api, "null")), ["*", null])
})

it("no other operation may be called by another website", async () => {
  await using api = await start(["*"])
  for (const path of ["/api/v1/invoices", "/api/v2/crypto/balance", "/healthz", "/docs"]) {
    const asked = await ask(api, shop, "POST", `http://api.test${path}`)
    assert.deepStrictEqual([asked.status, ...allowedOf(asked)], [405, null, null], path)
  }
})

it("OPTIONS that asks for nothing is refused", async () => {
  await using api = await start([shop])
  const { headers, status } = await api.handler(new Request(url, { method: "OPTIONS" }))
  assert.deepStrictEqual([status, headers.get("allow")], [405, "POST, OPTIONS"])
})

it("what is no origin stops the application", async () => {
  let refused: unknown
  await start(["https://shop.example/path"]).catch((error: unknown) => {
    refused = error
  })
  assert.match(String(refused), /"https:\/\/shop.example\/path" must be an origin such as/)
})
