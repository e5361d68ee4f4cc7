import { gzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import { errorCodes } from "../../src/refusal/ErrorCode.ts"
import { operationsOf } from "../operations/operationTable.ts"
import { startTestApi, type TestApi } from "../TestApi.ts"
import { docsPathsOf } from "./docsPathsOf.ts"

const read = async (api: TestApi, path: string) => {
  const response = await api.handler(new Request(`http://api.test${path}`))
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() }
}

const bytesMax = 60 * 1024

describe("the documents", () => {
  it.each(["sandbox", "live"] as const)(
    "have no link that leads nowhere, and no page over 60 KB on the line, where it is %s",
    async (mode) => {
      await using api = await startTestApi({ mode, keyScopes: ["crypto:read"], rateLimits: "off" })
      const paths = await docsPathsOf(api)
      const pages = new Map<string, string>()
      for (const path of paths) {
        const { status, text } = await read(api, path)
        assert.strictEqual(status, 200, path)
        assert.isBelow(gzipSync(text).length, bytesMax, path)
        pages.set(path, text)
      }
      for (const [path, text] of pages)
        for (const [, href = ""] of text.matchAll(/ href="([^"]*)"/g)) {
          if (href.startsWith("data:") || /\.(?:css|md|json|txt)$/.test(href)) continue
          assert.notMatch(href, /^(?:https?:|docs:|\.)/, path)
          const [target = "", anchor] = href.split("#")
          const page = target === "" ? text : pages.get(target)
          assert.isDefined(page, `${path} leads to ${href}`)
          if (anchor !== undefined && anchor !== "")
            assert.include(page, ` id="${anchor}"`, `${path} leads to ${href}`)
        }
    }
  )

  it("show the bounds of a number, also where it may be null", async () => {
    await using api = await startTestApi()
    const { text } = await read(api, "/docs/reference/crypto-invoices")
    assert.include(text, 'expiresInMinutes</code> <span class="type">whole number or null, 5 to 1440</span>')
  })

  it("show pictures, as pages and as Markdown, also below a path", async () => {
    const publicUrl = "https://shop.example/payments"
    await using api = await startTestApi({ settings: { publicUrl }, rateLimits: "off" })
    const path = "/payments/docs/guides/console"
    const { text } = await read(api, path)
    const shown = [...text.matchAll(/<img src="([^"]+)" alt="([^"]+)" width="960"/g)]
    assert.lengthOf(shown, 8)
    for (const [, src = ""] of shown) {
      const response = await api.handler(new Request(`http://api.test${src}`))
      assert.deepStrictEqual([response.status, response.headers.get("content-type")], [200, "image/png"], src)
      const bytes = Buffer.from(await response.arrayBuffer())
      assert.deepStrictEqual(bytes.subarray(1, 4).toString(), "PNG", src)
      assert.isBelow(bytes.length, bytesMax, src)
    }
    const markdown = await read(api, `${path}.md`)
    assert.include(markdown.text, `](${publicUrl}/docs/guides/console/paid.png)`)
    assert.strictEqual((await read(api, `${path}/none.png`)).status, 404)
  })

  it("are there as Markdown beside each page, and listed in llms.txt", async () => {
    await using api = await startTestApi({ rateLimits: "off" })
    const listed = await read(api, "/llms.txt")
    assert.match(listed.type ?? "", /^text\/plain/)
    assert.match(listed.text, /^# Quittance\n\n> /)
    for (const line of listed.text
      .split("\n## ")
      .slice(1)
      .flatMap((part) => part.trim().split("\n").slice(1)))
      if (line !== "") assert.match(line, /^- \[.+\]\(http:.+\.md\): \S.*[.:]$/, "a page is one line")
    for (const path of (await docsPathsOf(api)).filter((each) => each !== "/docs")) {
      assert.include(listed.text, `](http://api.test${path}.md)`)
      const { status, text, type } = await read(api, `${path}.md`)
      assert.deepStrictEqual([status, type], [200, "text/markdown; charset=utf-8"], path)
      assert.match(text, /^# \S/, path)
      assert.notMatch(text.replace(/^```[\s\S]*?^```/gm, ""), /\]\(docs:|<[a-z]+ /, path)
    }
    assert.match((await read(api, "/docs/index.md")).text, /^# Quittance documents\n/)
  })

  it("describe each operation once, with its key, its scope and its errors", async () => {
    await using api = await startTestApi({ rateLimits: "off" })
    const paths = (await docsPathsOf(api)).filter((path) => path.includes("/reference/"))
    const texts = await Promise.all(paths.map((path) => read(api, path)))
    const all = texts.map(({ text }) => text).join("\n")
    for (const operation of await operationsOf(api)) {
      const sections = all.split(`<section class="operation" id="${operation.id}"`)
      assert.strictEqual(sections.length, 2, operation.id)
      const [section = ""] = (sections[1] ?? "").split("</section>")
      assert.include(section, `<code>${operation.path}</code>`)
      if (operation.caller === "partner") assert.include(section, `<code>${operation.scope}</code>`)
      for (const code of operation.errors) assert.include(section, `/docs/errors#${code}"`, operation.id)
    }
  })

  it("are found by title, path, name of the operation and error code", async () => {
    await using api = await startTestApi()
    const index: ReadonlyArray<readonly [string, string, string, string]> = JSON.parse(
      (await read(api, "/docs/search.json")).text
    )
    for (const operation of await operationsOf(api))
      assert.isTrue(
        index.some(
          ([, address, words]) => address.endsWith(`#${operation.id}`) && words.includes(operation.path)
        )
      )
    for (const code of Object.keys(errorCodes))
      assert.isTrue(
        index.some(([title]) => title === code),
        code
      )
  })

  it("are found by what a newcomer asks for", async () => {
    await using api = await startTestApi()
    const text = (await read(api, "/docs/search.json")).text
    const index: ReadonlyArray<ReadonlyArray<string>> = JSON.parse(text)
    for (const [asked, address] of [
      ["pagination", "/docs/guides/paging"],
      ["hmac", "/docs/guides/signing#the-string-to-sign"],
      ["429", "/docs/errors#rate_limited"],
      ["refund", "/docs/guides/payouts#create-it"],
      ["expiry", "/docs/guides/fiat-invoices"],
      ["qr", "/docs/guides/crypto-invoices#create-one"],
      ["verifywebhook", "/docs/guides/webhooks#verify"]
    ] as const) {
      const found = index.filter((row) => row.join(" ").toLowerCase().includes(asked))
      assert.include(
        found.map(([, at]) => at),
        address,
        asked
      )
    }
    assert.isBelow(gzipSync(text).length, bytesMax)
  })

  it("say nothing of the sandbox where it is live, and cannot send requests from there", async () => {
    await using api = await startTestApi({ mode: "live", keyScopes: ["crypto:read"], rateLimits: "off" })
    const paths = await docsPathsOf(api)
    assert.notInclude(paths, "/docs/reference/sandbox")
    for (const path of paths.filter((each) => each.includes("/reference/"))) {
      const { text } = await read(api, path)
      assert.notInclude(text, "Try it")
      assert.notMatch(text, /\/try-[0-9a-f]{16}\.js/)
    }
    const { text } = await read(api, "/docs/reference/crypto-payouts")
    assert.include(text, "key=payout-1042\n")
    assert.include(text, "$timestamp$hash$key")
  })

  it("lie below the path under which the API is mounted", async () => {
    await using api = await startTestApi({
      settings: { publicUrl: "https://shop.test/pay" },
      rateLimits: "off"
    })
    const paths = await docsPathsOf(api, "/pay/docs")
    for (const path of paths) {
      assert.match(path, /^\/pay\/docs/)
      assert.strictEqual((await read(api, path)).status, 200, path)
    }
    const guide = await read(api, "/pay/docs/guides/first-payment")
    assert.include(guide.text, "QUITTANCE_URL=https://shop.test/pay")
  })

  it("answer an unknown page as any unknown path", async () => {
    await using api = await startTestApi()
    for (const path of ["/docs/guides/none", "/docs/reference/none.md", "/docs/guides/__proto__"])
      assert.strictEqual((await read(api, path)).status, 404, path)
  })
})
