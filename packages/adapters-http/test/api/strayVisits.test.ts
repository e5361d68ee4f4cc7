import { assert, describe, it } from "vitest"
import { startTestApi, type TestApi } from "../TestApi.ts"

const browser = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-language": "ru"
}

const look = async (api: TestApi, path: string, init: RequestInit = {}) => {
  const response = await api.handler(new Request(new URL(path, "http://api.test"), init))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe("who looks where nothing is", () => {
  it("with a browser is shown a page, in their language and under the pages' policy", async () => {
    await using api = await startTestApi()
    for (const [path, status, text] of [
      ["/", 200, "Это платёжный сервер"],
      ["/pay", 404, "Страница не найдена"],
      ["/pay/", 404, "Страница не найдена"],
      ["/anything/%2e%2e/else", 404, "Страница не найдена"]
    ] as const) {
      const page = await look(api, path, { headers: browser })
      assert.strictEqual(page.status, status, path)
      assert.include(page.headers.get("content-type"), "text/html")
      assert.include(page.headers.get("content-security-policy"), "default-src 'none'")
      assert.isNotNull(page.headers.get("x-request-id"))
      assert.include(page.text, text)
    }
    assert.include((await look(api, "/?lang=kz", { headers: browser })).text, '<html lang="kk">')
    const reference = await look(api, "/docs/", { headers: browser })
    assert.deepStrictEqual([reference.status, reference.headers.get("location")], [308, "/docs"])
  })

  it("with anything else, on a path of the API, or to change something, is told not_found", async () => {
    await using api = await startTestApi()
    for (const [path, init] of [
      ["/", {}],
      ["/pay", { headers: { accept: "application/json" } }],
      ["/docs/", { headers: { accept: "*/*" } }],
      ["/", { method: "POST", headers: browser }],
      ["/api/v2/nothing", { headers: browser }],
      ["/v1/nothing", { headers: browser }],
      ["/sandbox/v1/nothing", { headers: browser }]
    ] as const) {
      const answer = await look(api, path, init)
      assert.strictEqual(answer.status, 404, path)
      assert.deepInclude(JSON.parse(answer.text).error, {
        code: "not_found",
        message: "there is nothing at this path"
      })
    }
  })

  it("gets an icon for the tab", async () => {
    await using api = await startTestApi()
    const icon = await look(api, "/favicon.ico", { headers: { accept: "image/avif,image/webp,*/*" } })
    assert.deepStrictEqual([icon.status, icon.headers.get("content-type")], [200, "image/svg+xml"])
    assert.match(icon.text, /^<svg xmlns=/)
  })
})
