import { Brandings } from "@quittance/core/adapter"
import { assert, describe, it } from "vitest"
import type { TestApi } from "../TestApi.ts"
import { type Answer, chooseBank, issueCrypto, issueFiat, post, send, shown } from "./pageVisit.ts"
import { actionOf, createSession, formOf, picture, startVerification } from "./VerificationSession.ts"

/** What is true of every page that strangers open, and of its forms, whatever it shows. */

interface Page {
  readonly path: string
  /** Where its forms go, each with what it would send. */
  readonly forms?: ReadonlyArray<readonly [action: string, body: () => FormData | Record<string, string>]>
  readonly camera?: "self"
  readonly events?: "none"
  /** `listed`: origins that the partner lists may show it in a frame. */
  readonly frame?: "listed"
}

const pages: Readonly<Record<string, (api: TestApi) => Promise<Page>>> = {
  "a crypto invoice": async (api) => {
    const { path } = await issueCrypto(api)
    return { path, forms: [[`${path}/simulate`, () => ({})]], frame: "listed" }
  },
  "a fiat invoice": async (api) => {
    const { path } = await issueFiat(api)
    const forms = ["payments", "simulate"].map(
      (form) => [`${path}/${form}`, () => ({ bank: "sandbox" })] as const
    )
    return { path, forms, frame: "listed" }
  },
  "a receipt": async (api) => {
    const { path } = await issueFiat(api)
    await post(api, `${path}/simulate`)
    return { path: `${path}/receipt`, events: "none", frame: "listed" }
  },
  "a verification": async (api) => {
    const { path } = await createSession(api)
    const action = actionOf(await send(api, path))
    return { path, forms: [[action, () => formOf(picture("passport"))]], camera: "self" }
  },
  "the simulated bank": async (api) => {
    const { bankPath: path } = await chooseBank(api)
    return { path, forms: [[path, () => ({ decision: "approve" })]], events: "none" }
  }
}

/** Who may show an answer in a frame; each header says the same. */
const framers = ({ headers }: Answer): string => {
  const [, named = ""] = /frame-ancestors ([^;]*)$/.exec(headers.get("content-security-policy") ?? "") ?? []
  const isForNobody = named === "'none'"
  assert.strictEqual(headers.get("x-frame-options"), isForNobody ? "DENY" : null)
  const sharing = isForNobody ? "same-origin" : "cross-origin"
  assert.strictEqual(headers.get("cross-origin-resource-policy"), sharing)
  return named
}

const embed = (api: TestApi, embedOrigins: ReadonlyArray<string>) =>
  api.runtime.runPromise(Brandings.use((brandings) => brandings.set(api.key.partnerId, { embedOrigins })))

describe.each(Object.keys(pages))("the page of %s", (name) => {
  const open = async () => {
    const api = await startVerification()
    const page = (await pages[name]?.(api)) ?? assert.fail()
    return { api, ...page, forms: page.forms ?? [], [Symbol.asyncDispose]: api[Symbol.asyncDispose] }
  }

  it("is under strict headers, in the language that is asked for", async () => {
    await using page = await open()
    const { headers, status } = await send(page.api, page.path)
    assert.strictEqual(status, 200)
    const policy = headers.get("content-security-policy") ?? ""
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'"]) assert.include(policy, rule)
    assert.include(policy, `form-action '${page.forms.length > 0 ? "self" : "none"}'`)
    assert.notMatch(policy, /unsafe|https?:|\*/)
    assert.include(headers.get("permissions-policy"), `camera=(${page.camera ?? ""})`)
    assert.strictEqual(headers.get("cache-control"), "no-store")
    assert.include(["no-referrer", "same-origin"], headers.get("referrer-policy"))
    assert.strictEqual(headers.get("x-robots-tag"), "noindex, nofollow")
    for (const [asked, lang] of [
      ["ru", "ru"],
      ["kz", "kk"]
    ])
      assert.include((await send(page.api, `${page.path}?lang=${asked}`)).text, `<html lang="${lang}">`)
  })

  it("is shown in frames of listed origins where it is about a payment, which it tells how that stands, and in no other", async () => {
    await using page = await open()
    const { api, frame, path } = page
    const [, token = ""] = /([^/]+)(?:\/receipt)?$/.exec(path) ?? []
    const unlisted = await send(api, path)
    assert.strictEqual(framers(unlisted), "'none'")
    assert.notInclude(unlisted.text, "/frame-")
    await embed(api, ["https://shop.example", "https://shop.example:8443"])
    const origins = "https://shop.example https://shop.example:8443"
    const shownTo = frame === "listed" ? origins : "'none'"
    const answers = [await send(api, path), await send(api, path, { method: "HEAD" })]
    for (const [action] of page.forms) {
      const tooLarge = await post(api, action, new Uint8Array(200_000))
      if (tooLarge.status === 413) answers.push(tooLarge)
    }
    for (const answer of answers) assert.strictEqual(framers(answer), shownTo)
    const [first] = answers
    if (frame === "listed") {
      const script = /<script src="(\/pay\/assets\/frame-[^"]+)" data-origins="([^"]*)" defer>/.exec(
        first?.text ?? ""
      )
      assert.strictEqual(script?.[2], origins)
      assert.strictEqual((await send(api, script?.[1] ?? "")).status, 200)
      assert.match(first?.text ?? "", /<main [^>]*data-standing="(?:open|paid)"/)
    } else assert.notInclude(first?.text, "/frame-")
    // Nobody's page: it is not known whose origins would count.
    assert.strictEqual(framers(await send(api, path.replace(token, "unknown"))), "'none'")
    for (const [action, body] of page.forms)
      assert.strictEqual(
        framers(await post(api, action, body(), { origin: "https://evil.example" })),
        "'none'"
      )
    await embed(api, [])
    assert.strictEqual(framers(await send(api, path)), "'none'")
  })

  it("names files that are served for ever", async () => {
    await using page = await open()
    const { text } = await send(page.api, page.path)
    const files = [...text.matchAll(/(?:href|src)="(\/pay\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "")
    assert.isAtLeast(files.length, 2)
    for (const path of files) {
      const file = await send(page.api, path)
      assert.strictEqual(file.status, 200)
      assert.include(file.headers.get("cache-control"), "immutable")
      const known = { "if-none-match": file.headers.get("etag") ?? "" }
      assert.strictEqual((await send(page.api, path, { headers: known })).status, 304)
    }
  })

  it("answers HEAD as GET without the body, and 405 to other methods", async () => {
    await using page = await open()
    const head = await send(page.api, page.path, { method: "HEAD" })
    assert.deepStrictEqual([head.status, head.text], [200, ""])
    assert.include(head.headers.get("content-type"), "text/html")
    for (const path of [page.path, ...page.forms.map(([action]) => action)])
      for (const method of ["PUT", "DELETE"])
        assert.strictEqual((await send(page.api, path, { method })).status, 405, `${method} ${path}`)
    if (page.forms.every(([action]) => action !== page.path))
      assert.strictEqual((await post(page.api, page.path)).status, 405)
  })

  it("is one that says 404 where its token is unknown, to every form too", async () => {
    await using page = await open()
    const [, token = ""] = /([^/]+)(?:\/receipt)?$/.exec(page.path) ?? []
    for (const unknown of ["unknown", "0".repeat(32), "a%00"]) {
      const instead = (path: string) => path.replace(token, unknown)
      const answers = [await send(page.api, instead(page.path))]
      for (const [action, body] of page.forms) answers.push(await post(page.api, instead(action), body()))
      for (const { headers, status, text } of answers) {
        assert.strictEqual(status, 404)
        assert.include(headers.get("content-type"), "text/html")
        assert.notInclude(text, unknown)
      }
      assert.strictEqual((await send(page.api, instead(page.path), { method: "HEAD" })).status, 404)
      if (page.events === "none") continue
      assert.strictEqual((await send(page.api, `${instead(page.path)}/events`)).status, 404)
    }
  })

  it("refuses forms of other websites with a page (403), and does nothing", async () => {
    await using page = await open()
    const before = shown(await send(page.api, page.path))
    for (const [action, body] of page.forms)
      for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }]) {
        const answer = await post(
          page.api,
          `${action}${action.includes("?") ? "" : "?lang=en"}`,
          body(),
          headers
        )
        assert.strictEqual(answer.status, 403)
        assert.include(answer.text, "It came from another website.")
      }
    assert.strictEqual(shown(await send(page.api, page.path)), before)
  })

  it("is where who asks for the address of a form is led, and nowhere else", async () => {
    await using page = await open()
    const [, token = ""] = /([^/]+)(?:\/receipt)?$/.exec(page.path) ?? []
    for (const [action] of page.forms) {
      const [path = ""] = action.split("?")
      if (path === page.path) continue
      for (const [query, back] of [
        ["?lang=kz", "?lang=kz"],
        ["?lang=%0d%0aX-A:1", "?lang=en"]
      ] as const) {
        const led = await send(page.api, `${path}${query}`)
        assert.deepStrictEqual([led.status, led.headers.get("location")], [303, `${page.path}${back}`])
      }
      const strange = await send(page.api, path.replace(token, "%2F%2Fevil.example"))
      assert.include(strange.headers.get("location"), page.path.replace(token, "%2F%2Fevil.example"))
    }
  })
})
