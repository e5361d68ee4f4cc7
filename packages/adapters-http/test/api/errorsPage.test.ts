import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { HttpApp } from "../../src/HttpApp.ts"
import { ApiRefusal, errorResponse } from "../../src/refusal/ApiRefusal.ts"
import { type ErrorCode, errorCodes } from "../../src/refusal/ErrorCode.ts"
import { listenFor, open, received } from "../node/TestServer.ts"
import { startTestApi, type TestApi } from "../TestApi.ts"

const docUrlIn = async (api: TestApi, path = "/api/v1/invoices") =>
  (await api.send(new Request(`http://api.test${path}`))).body.error

describe("what a refusal refers to", () => {
  it("is an absolute address on the page of errors, on which every code has its anchor", async () => {
    await using api = await startTestApi()
    const page = await api.handler(new Request("http://api.test/docs/errors"))
    assert.strictEqual(page.status, 200)
    assert.include(page.headers.get("content-type"), "text/html")
    const text = await page.text()
    for (const [code, { means, remedy, status }] of Object.entries(errorCodes)) {
      assert.include(text, `<section id="${code}">`)
      assert.include(text, `<small>${status}</small>`, code)
      assert.isAbove(means.length * remedy.length, 0, code)
    }
    const ids = [...text.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id)
    assert.deepStrictEqual(ids, Object.keys(errorCodes))
    const error = await docUrlIn(api)
    assert.strictEqual(error?.code, "unauthorized")
    assert.strictEqual(error?.docUrl, "http://api.test/docs/errors#unauthorized")
  })

  it("is in the body of every code's refusal, and leads to its cause and what to do, also as Markdown", async () => {
    await using api = await startTestApi()
    const { docUrlOf } = await api.runtime.runPromise(HttpApp.use((app) => Effect.succeed(app)))
    const page = await (await api.handler(new Request("http://api.test/docs/errors.md"))).text()
    const facts = Object.entries(errorCodes)
    for (const [code, { means, remedy, status }] of facts) {
      const refusal = new ApiRefusal({ code: code as ErrorCode, message: "no" })
      const answer = errorResponse("id", refusal, docUrlOf)
      assert.strictEqual(answer.status, status)
      assert.strictEqual(JSON.parse(String(answer.body)).error.docUrl, `http://api.test/docs/errors#${code}`)
      assert.include(page, `## ${code}\n\nStatus ${status}. ${means}\n\n**What to do:** ${remedy}\n`)
      for (const sentence of [means, remedy]) assert.match(sentence, /^\S.*\.$/s, code)
    }
    const texts = facts.flatMap(([, { means, remedy }]) => [means, remedy])
    assert.strictEqual(new Set(texts).size, texts.length, "each code has words of its own")
  })

  it("lies below the public address of a mounted application", async () => {
    await using api = await startTestApi({ settings: { publicUrl: "https://shop.test/pay" } })
    const error = await docUrlIn(api, "/pay/api/v1/invoices")
    assert.strictEqual(error?.docUrl, "https://shop.test/pay/docs/errors#unauthorized")
    const page = await api.handler(new Request("http://api.test/pay/docs/errors"))
    assert.include(await page.text(), '<a href="/pay/docs">')
  })

  it("is nothing where the reference is not served", async () => {
    await using api = await startTestApi({ docs: "off" })
    for (const path of ["/docs", "/docs/errors", "/docs/guides/keys", "/llms.txt", "/openapi.json"])
      assert.deepInclude(await docUrlIn(api, path), { code: "not_found", docUrl: null }, path)
    const home = await api.handler(new Request("http://api.test/", { headers: { accept: "text/html" } }))
    assert.strictEqual(home.status, 200)
    assert.notInclude(await home.text(), "/docs")
  })

  it("is told of a request too that is not well-formed", async () => {
    await using api = await startTestApi()
    await using server = await listenFor(api)
    const socket = await open(Number(new URL(server.url).port))
    const answer = received(socket)
    socket.write("GET / HTTP/1.1\r\n\r\n")
    assert.include(await answer, '"docUrl":"http://api.test/docs/errors#invalid_request"')
  })
})
