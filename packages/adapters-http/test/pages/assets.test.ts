import { createHash } from "node:crypto"
import { Script } from "node:vm"
import { describe, expect, it } from "vitest"
import {
  assets,
  docsScriptAsset,
  docsStylesheetAsset,
  frameScriptAsset,
  scriptAsset,
  stylesheetAsset,
  tryScriptAsset,
  uploadScriptAsset,
  verificationStylesheetAsset
} from "../../src/pages/assets.ts"
import { filesBeside } from "../../src/pages/filesBeside.ts"
import {
  contentSecurityPolicy,
  formPageHeaders,
  pageHeaders,
  verificationPageHeaders
} from "../../src/pages/pageHeaders.ts"

const scripts = [scriptAsset, frameScriptAsset, uploadScriptAsset, docsScriptAsset, tryScriptAsset]
const stylesheets = [stylesheetAsset, verificationStylesheetAsset, docsStylesheetAsset]

describe("assets", () => {
  it("are named by their content, so that they may be cached for ever", () => {
    for (const [name, asset] of assets) {
      const hash = createHash("sha256").update(asset.body).digest("hex").slice(0, 16)
      expect(name).toMatch(new RegExp(`^(?:docs|frame|page|try|verification)-${hash}\\.(?:css|js)$`))
      expect(asset.headers["Cache-Control"]).toContain("immutable")
    }
    const names = [...stylesheets, ...scripts].map(({ name }) => name)
    expect([...assets.keys()].toSorted()).toEqual(names.toSorted())
  })

  it.each(scripts)("has a script $name that parses and uses nothing the policy forbids", ({ body }) => {
    expect(() => new Script(body)).not.toThrow()
    expect(body).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|\beval\b|new Function|\.style\b/)
  })

  it.each(stylesheets)("has a stylesheet $name that loads nothing", ({ body }) => {
    expect(body).not.toMatch(/url\(|@import/)
  })

  it("stays small", () => {
    expect(stylesheetAsset.body.length + scriptAsset.body.length).toBeLessThan(34_000)
    expect(verificationStylesheetAsset.body.length + uploadScriptAsset.body.length).toBeLessThan(14_000)
    // All that a page of the documents loads, with the look that it shares with the hosted pages.
    expect(docsStylesheetAsset.body.length + docsScriptAsset.body.length).toBeLessThan(29_500)
    expect(frameScriptAsset.body.length).toBeLessThan(2_500)
    expect(tryScriptAsset.body.length).toBeLessThan(7_000)
  })
})

describe("pageHeaders", () => {
  it("allow no inline code and nobody else's", () => {
    expect(pageHeaders["Content-Security-Policy"]).toBe(contentSecurityPolicy)
    expect(contentSecurityPolicy).toMatch(/^default-src 'none'/)
    expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|https?:/)
  })

  it("let nobody but the verification page show a picture of the visitor's or ask for the camera", () => {
    for (const headers of [pageHeaders, formPageHeaders]) {
      expect(headers["Content-Security-Policy"]).not.toContain("blob:")
      expect(headers["Permissions-Policy"]).toContain("camera=()")
    }
    expect(verificationPageHeaders["Content-Security-Policy"]).toContain("img-src 'self' data: blob:;")
    expect(verificationPageHeaders["Content-Security-Policy"]).not.toMatch(/unsafe|\*|https?:/)
    expect(verificationPageHeaders["Permissions-Policy"]).toContain("camera=(self)")
  })

  it("keep the address of the page to its visitor", () => {
    expect(pageHeaders).toMatchObject({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" })
  })
})

it("a bundle that leaves the files of pages behind says what to keep out of it", () => {
  expect(() => filesBeside("../nowhere/", import.meta.url)("page.css")).toThrow(
    /^page\.css of @quittance\/adapters-http is not beside the code: keep the package out of the bundle/
  )
})
