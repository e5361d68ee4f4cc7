import { assert, describe, it } from "vitest"
import { invoicesPath, startTestApi, type TestApi } from "../TestApi.ts"

const issue = async (api: TestApi, fields: Record<string, unknown> = {}) => {
  const { body } = await api.call({
    path: invoicesPath,
    body: { amount: 5, network: "tron", externalId: "order-1", ...fields }
  })
  return body.invoice as { id: string; address: string; paymentLink: string }
}

const get = (api: TestApi, url: string, headers: Record<string, string> = {}) =>
  api.handler(new Request(new URL(url, "http://api.test"), { headers }))

describe("the hosted payment page", () => {
  it("shows amount and address, in the visitor's language, under strict headers", async () => {
    await using api = await startTestApi()
    const { address, paymentLink } = await issue(api)
    const response = await get(api, paymentLink, { "accept-language": "ru-RU,ru;q=0.9" })
    const html = await response.text()
    assert.strictEqual(response.status, 200)
    assert.include(html, '<html lang="ru">')
    assert.include(html, address)
    assert.include(html, `data-events="${new URL(paymentLink).pathname}/events"`)
    assert.include(response.headers.get("content-security-policy"), "default-src 'none'")
    assert.strictEqual(response.headers.get("cache-control"), "no-store")
    assert.include(await (await get(api, `${paymentLink}?lang=kz`)).text(), '<html lang="kk">')
  })

  it("serves the files it names, for ever, and nothing else", async () => {
    await using api = await startTestApi()
    const html = await (await get(api, (await issue(api)).paymentLink)).text()
    const files = [...html.matchAll(/(?:href|src)="(\/pay\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "")
    assert.strictEqual(files.length, 2)
    for (const path of files) {
      const file = await get(api, path)
      assert.strictEqual(file.status, 200)
      assert.include(file.headers.get("cache-control"), "immutable")
      await file.text()
      const known = await get(api, path, { "if-none-match": file.headers.get("etag") ?? "" })
      assert.strictEqual(known.status, 304)
    }
    assert.strictEqual((await get(api, "/pay/assets/..%2Findex.ts")).status, 404)
  })

  it("answers an unknown link with a page, status 404", async () => {
    await using api = await startTestApi()
    for (const token of ["unknown", "0".repeat(32), "%zz".replace("%zz", "a%00")]) {
      const response = await get(api, `/pay/crypto/${token}`)
      assert.strictEqual(response.status, 404)
      assert.include(response.headers.get("content-type"), "text/html")
      assert.notInclude(await response.text(), token)
    }
  })

  it("counts money that is on its way as paid, so that nobody pays twice", async () => {
    await using api = await startTestApi()
    const { address, paymentLink } = await issue(api)
    await api.sandbox("crypto/deposits", { address, amount: 5, confirmations: 1 })
    const html = await (await get(api, paymentLink)).text()
    assert.include(html, 'data-shown="confirming|none|1"')
    assert.notInclude(html, "data-copy=")
  })
})

describe("the events of a payment page", () => {
  it("tells the state at once and each change, and ends when it is final", async () => {
    await using api = await startTestApi({ time: "running" })
    const { address, paymentLink } = await issue(api)
    const response = await get(api, `${paymentLink}/events`)
    assert.include(response.headers.get("content-type"), "text/event-stream")
    const events: Array<string> = []
    let paying: Promise<unknown> | undefined
    for await (const bytes of response.body ?? []) {
      events.push(new TextDecoder().decode(bytes))
      paying ??= api.sandbox("crypto/deposits", { address, amount: 5 })
    }
    await paying
    const states = events.map((event) => JSON.parse(event.replace("data: ", "")))
    assert.deepStrictEqual(
      states.map(({ confirmations, exception, status }) => [status, exception, confirmations]),
      [
        ["pending", "none", 0],
        ["paid", "none", 20]
      ]
    )
  })

  it("service_unavailable: more than 16 streams of a link, until one ends; other links have theirs", async () => {
    await using api = await startTestApi()
    const { paymentLink } = await issue(api)
    const open = async (link: string) => {
      const response = await get(api, `${link}/events`)
      const reader = response.body?.getReader()
      await reader?.read()
      return { status: response.status, close: () => reader?.cancel() }
    }
    const streams = []
    for (let tab = 0; tab < 16; tab++) streams.push(await open(paymentLink))
    assert.isTrue(streams.every(({ status }) => status === 200))
    const refused = await get(api, `${paymentLink}/events`)
    assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [503, "60"])
    const other = await open((await issue(api, { externalId: "order-2" })).paymentLink)
    assert.strictEqual(other.status, 200)
    await streams[0]?.close()
    const again = await open(paymentLink)
    assert.strictEqual(again.status, 200)
    for (const { close } of [...streams.slice(1), other, again]) await close()
  })

  it("not_found: an unknown link", async () => {
    await using api = await startTestApi()
    const response = await get(api, "/pay/crypto/unknown/events")
    assert.strictEqual(response.status, 404)
    await response.text()
  })
})
