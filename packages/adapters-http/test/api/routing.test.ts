import { assert, describe, it } from "vitest"
import { issueCrypto, send } from "../hosted/pageVisit.ts"
import { payoutsPath, startTestApi } from "../TestApi.ts"

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const browser = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-language": "ru"
}

describe("who looks where nothing is", () => {
  it("with a browser is shown a page, in their language and under the pages' policy", async () => {
    await using api = await startTestApi()
    for (const [path, status, text] of [
      ["/", 200, "Это платёжный сервер"],
      ["/?lang=kz", 200, '<html lang="kk">'],
      ["/pay", 404, "Страница не найдена"],
      ["/pay/", 404, "Страница не найдена"],
      ["/anything/%2e%2e/else", 404, "Страница не найдена"]
    ] as const) {
      const page = await send(api, path, { headers: browser })
      assert.strictEqual(page.status, status, path)
      assert.include(page.headers.get("content-type"), "text/html")
      assert.include(page.headers.get("content-security-policy"), "default-src 'none'")
      assert.include(page.text, text)
    }
    const icon = await send(api, "/favicon.ico", { headers: { accept: "image/avif,image/webp,*/*" } })
    assert.deepStrictEqual([icon.status, icon.headers.get("content-type")], [200, "image/svg+xml"])
    assert.match(icon.text, /^<svg xmlns=/)
  })

  it("at the server's own address is told what it is, as a page or as JSON, below a mount path too", async () => {
    for (const [mount, console] of [["", "on"] as const, ["/pay", "off"] as const]) {
      const settings = { publicUrl: `http://localhost:3000${mount}`, mode: "sandbox" as const }
      await using api = await startTestApi({ settings, console })
      const told = await api.send(new Request(`http://api.test${mount}/`))
      const { requestId, version, ...facts } = told.body as { readonly [name: string]: unknown }
      assert.match(String(version), /^\d+\.\d+\.\d+/)
      assert.match(String(requestId), uuid)
      assert.deepStrictEqual(facts, {
        ...{ success: true, name: "Quittance", mode: "sandbox" },
        ...{ docs: `${mount}/docs`, health: `${mount}/readyz` },
        console: console === "on" ? "http://localhost:3000/console" : null
      })
      const page = await send(api, `${mount}/`, { headers: { accept: browser.accept } })
      assert.include(page.text, `Quittance ${version}`)
      assert.include(page.text, "Sandbox: no real money moves")
      for (const link of [`${mount}/docs`, `${mount}/readyz`]) assert.include(page.text, `href="${link}"`)
      assert.strictEqual(page.text.includes('href="http://localhost:3000/console"'), console === "on")
      const icon = await send(api, `${mount}/favicon.ico`)
      assert.deepStrictEqual([icon.status, icon.headers.get("content-type")], [200, "image/svg+xml"])
    }
  })

  it("at a folder of the documents is led to their first page, with a browser or without", async () => {
    await using api = await startTestApi({ settings: { publicUrl: "https://shop.test/pay" } })
    for (const path of ["/docs/", "/docs/guides", "/docs/guides/", "/docs/reference", "/docs/reference/"])
      for (const headers of [browser, { accept: "*/*" }]) {
        const answer = await send(api, `/pay${path}`, { headers })
        assert.deepStrictEqual([answer.status, answer.headers.get("location")], [308, "/pay/docs"], path)
      }
  })

  it("with anything else, on a path of the API, or to change something, is told not_found", async () => {
    await using api = await startTestApi()
    for (const [path, init] of [
      ["/nothing", {}],
      ["/%", {}],
      ["//", {}],
      [`${payoutsPath}/a/b`, {}],
      [`${payoutsPath}/%zz`, {}],
      ["/pay/assets/..%2Findex.ts", {}],
      ["/pay", { headers: { accept: "application/json" } }],
      ["/docs/x/", { headers: { accept: "*/*" } }],
      ["/", { method: "POST", headers: browser }],
      ["/api/v2/nothing", { headers: browser }],
      ["/v1/nothing", { headers: browser }],
      ["/sandbox/v1/nothing", { headers: browser }]
    ] as const) {
      const answer = await api.send(new Request(`http://api.test${path}`, init))
      assert.deepStrictEqual([answer.status, answer.code], [404, "not_found"], path)
      assert.match(answer.body.error?.message ?? "", /^there is no/, path)
    }
  })
})

it("what a page does not take is method_not_allowed, and HEAD is GET without a body", async () => {
  await using api = await startTestApi()
  const answer = await api.send(new Request("http://api.test/healthz", { method: "POST" }))
  assert.deepStrictEqual([answer.status, answer.code], [405, "method_not_allowed"])
  assert.strictEqual(answer.headers.get("allow"), "GET, HEAD")
  for (const path of ["/healthz", "/docs"]) {
    const [get, head] = [await send(api, path), await send(api, path, { method: "HEAD" })]
    assert.deepStrictEqual([head.status, head.text], [get.status, ""])
    assert.strictEqual(head.headers.get("content-type"), get.headers.get("content-type"))
  }
})

it("names every request, whatever becomes of it", async () => {
  await using api = await startTestApi()
  const { path: page } = await issueCrypto(api)
  const stylesheet = /href="(\/pay\/assets\/[^"]+)"/.exec((await send(api, page)).text)?.[1] ?? ""
  const paths = ["/", "/healthz", "/readyz", "/metrics", "/openapi.json", "/docs", "/pay/crypto/x", page]
  paths.push(`${page}/events`, stylesheet, "/pay/assets/x", payoutsPath)
  const seen = new Set<string>()
  for (const path of paths) {
    const { body, headers } = await api.handler(new Request(`http://api.test${path}`))
    await body?.cancel()
    const id = headers.get("x-request-id") ?? ""
    assert.match(id, uuid, path)
    seen.add(id)
  }
  assert.strictEqual(seen.size, paths.length)
})
