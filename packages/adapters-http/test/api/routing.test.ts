import { assert, describe, it } from "vitest"
import { payoutsPath, startTestApi, type TestApi } from "../TestApi.ts"

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const request = (api: TestApi, method: string, path: string) =>
  api.handler(new Request(`http://api.test${path}`, { method }))

describe("routing", () => {
  it.each([
    "/",
    "/nothing",
    "/api/v2/crypto",
    `${payoutsPath}/`,
    `${payoutsPath}/a/b`,
    "//",
    `${payoutsPath}/%zz`,
    "/%"
  ])("not_found: %s", async (path) => {
    await using api = await startTestApi()
    const response = await request(api, "GET", path)
    const body = JSON.parse(await response.text())
    assert.deepStrictEqual([response.status, body.success, body.error.code], [404, false, "not_found"])
  })

  it("method_not_allowed: what a page does not take", async () => {
    await using api = await startTestApi()
    const response = await request(api, "POST", "/healthz")
    const body = JSON.parse(await response.text())
    assert.deepStrictEqual([response.status, body.error.code], [405, "method_not_allowed"])
    assert.strictEqual(response.headers.get("allow"), "GET, HEAD")
  })

  it("names every request, whatever becomes of it", async () => {
    await using api = await startTestApi()
    const invoice = await api.call({
      path: "/api/v2/crypto/invoices",
      body: { amount: 5, network: "tron", externalId: "x" }
    })
    const { paymentLink } = invoice.body.invoice as { paymentLink: string }
    const page = new URL(paymentLink).pathname
    const html = await (await request(api, "GET", page)).text()
    const stylesheet = /href="(\/pay\/assets\/[^"]+)"/.exec(html)?.[1] ?? ""
    const paths = ["/", "/healthz", "/readyz", "/metrics", "/openapi.json", "/docs", "/pay/crypto/x"]
    const seen = new Set<string>()
    for (const path of [...paths, page, `${page}/events`, stylesheet, "/pay/assets/x", payoutsPath]) {
      const response = await request(api, "GET", path)
      const id = response.headers.get("x-request-id") ?? ""
      assert.match(id, uuid, path)
      await response.body?.cancel()
      seen.add(id)
    }
    assert.strictEqual(seen.size, paths.length + 5)
  })

  it("answers HEAD on pages as GET without a body", async () => {
    await using api = await startTestApi()
    for (const path of ["/healthz", "/docs", "/pay/crypto/unknown"]) {
      const get = await request(api, "GET", path)
      const head = await request(api, "HEAD", path)
      assert.strictEqual(head.status, get.status)
      assert.strictEqual(head.headers.get("content-type"), get.headers.get("content-type"))
      assert.strictEqual(await head.text(), "")
      await get.text()
    }
  })
})
