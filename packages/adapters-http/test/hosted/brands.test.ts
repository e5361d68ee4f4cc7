import { Brandings, Pictures } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import type { TestApi } from "../TestApi.ts"
import { chooseBank, issueCrypto, issueFiat, post, send } from "./pageVisit.ts"
import { createSession, startVerification } from "./VerificationSession.ts"

/** A name that would be markup, and is read from the right. */
const name = `متجر <script>alert(1)</script> "&" 🛍`
const shownName = `متجر &lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;&quot; 🛍`

const png = (drawn: string) =>
  new Uint8Array(Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from(drawn)]))

const start = () =>
  startVerification({
    providers: Layer.succeed(Pictures, {
      clean: () => Effect.die("no picture is shown here"),
      pages: () => Effect.die("no PDF is shown here"),
      watermarked: () => Effect.die("no picture is shown here"),
      logo: (bytes) => Effect.succeed({ bytes, type: "image/png", width: 120, height: 40 })
    })
  })

const set = (api: TestApi, change: object) =>
  api.runtime.runPromise(Brandings.use((brandings) => brandings.set(api.key.partnerId, change)))

const brand = {
  ...{ name, colour: "#ffee00", support: "help@shop.example", siteUrl: "https://shop.example/?a=1&b" },
  ...{ termsUrl: "https://shop.example/terms", privacyUrl: "https://shop.example/privacy" }
}

const pathsOf = async (api: TestApi) => {
  const fiat = await chooseBank(api)
  return [
    (await issueCrypto(api)).path,
    fiat.path,
    fiat.bankPath,
    (await createSession(api)).path,
    // A page that is refused, of an invoice that is known.
    `${fiat.path}?bank=%00`
  ]
}

describe("the partner on its pages", () => {
  it("is first in the title and the head of each, with how to reach it at the foot, and is only text", async () => {
    await using api = await start()
    await set(api, { ...brand, logo: png("light"), logoDark: png("dark") })
    for (const path of await pathsOf(api)) {
      const { headers, text } = await send(api, path)
      assert.include(text, `<title>\u2068${shownName}\u2069 · `, path)
      assert.include(text, `<bdi>${shownName}</bdi></a></p>`, path)
      assert.match(
        text,
        /<source srcset="\/pay\/logos\/[0-9a-f]{32}\.png" media="screen and \(prefers-color-scheme: dark\)"/
      )
      for (const href of ["mailto:help@shop.example", "https://shop.example/?a=1&amp;b", brand.termsUrl])
        assert.include(text, `<a href="${href}" target="_blank" rel="noopener noreferrer">`, path)
      assert.notInclude(text, "<script>alert")
      assert.notInclude(text, api.key.partnerId)
      assert.notMatch(headers.get("content-security-policy") ?? "", /unsafe|https?:|\*/)
      const [, sheet = ""] = /href="(\/pay\/assets\/page-ffee00-[0-9a-f]{16}\.css)"/.exec(text) ?? []
      const served = await send(api, sheet)
      assert.include(served.text, "--brand:#ffee00")
      assert.include(served.headers.get("cache-control"), "immutable")
    }
  })

  it("has logos that are served to everybody while they are in use, and are nothing but pictures", async () => {
    await using api = await start()
    await set(api, { ...brand, logo: png("light") })
    const { path } = await issueFiat(api)
    const { text } = await send(api, path)
    const [, logo = ""] = /<img src="([^"]+)" width="120" height="40" alt="">/.exec(text) ?? []
    const { headers, status } = await send(api, logo)
    assert.deepStrictEqual(
      [
        status,
        ...["content-type", "x-content-type-options", "content-security-policy"].map((each) =>
          headers.get(each)
        )
      ],
      [200, "image/png", "nosniff", "default-src 'none'"]
    )
    assert.include(headers.get("cache-control"), "immutable")
    await set(api, { logo: png("another") })
    assert.strictEqual((await send(api, logo)).status, 404)
    assert.notInclude((await send(api, path)).text, logo)
    for (const strange of [
      "/pay/logos/x",
      "/pay/assets/page-ffee00-0000000000000000.css",
      "/pay/assets/page-red-1.css"
    ])
      assert.strictEqual((await send(api, strange)).status, 404, strange)
  })

  it("is on the page for a failure of a known invoice, and on none of an unknown one", async () => {
    await using api = await start()
    await set(api, brand)
    const { path } = await issueFiat(api)
    const refused = await post(api, `${path}/payments`, { bank: "no such bank" })
    assert.strictEqual(refused.status, 422)
    const broken = await post(api, `${path}/payments`, new Uint8Array(200_000))
    assert.isAtLeast(broken.status, 400)
    for (const { text } of [refused, broken]) assert.include(text, `<bdi>${shownName}</bdi>`)
    const unknown = await send(api, "/pay/bank/nobody")
    assert.strictEqual(unknown.status, 404)
    assert.notInclude(unknown.text, 'class="seller')
  })

  it("that has set nothing is shown in a sandbox as it would look, and told to be an example", async () => {
    await using api = await start()
    const { path } = await issueFiat(api)
    const { text } = await send(api, `${path}?lang=ru`)
    assert.match(
      text,
      /<p class="seller"><span class="initial" aria-hidden="true">\S<\/span><bdi>[^<]+<\/bdi> <span class="example">Пример<\/span><\/p>/u
    )
    assert.notInclude(text, "seller-foot")
  })
})
