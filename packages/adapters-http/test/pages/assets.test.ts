import { Script } from "node:vm"
import { describe, expect, it } from "vitest"
import { assets, scriptAsset, stylesheetAsset } from "../../src/pages/assets.ts"
import { contentSecurityPolicy, pageHeaders } from "../../src/pages/pageHeaders.ts"

describe("assets", () => {
  it("are named and tagged by their content, so that they may be cached for ever", () => {
    for (const [name, asset] of assets) {
      const hash = /^payment-([0-9a-f]{16})\.(?:css|js)$/.exec(name)?.[1]
      expect(asset.headers.ETag).toBe(`"${hash}"`)
      expect(asset.headers["Cache-Control"]).toContain("immutable")
    }
    expect([...assets.keys()]).toEqual([stylesheetAsset.name, scriptAsset.name])
  })

  it("has a script that parses and uses nothing the policy forbids", () => {
    expect(() => new Script(scriptAsset.body)).not.toThrow()
    expect(scriptAsset.body).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|\beval\b|new Function|\.style\b/
    )
  })

  it("has a stylesheet that loads nothing", () => {
    expect(stylesheetAsset.body).not.toMatch(/url\(|@import/)
  })

  it("stays small", () => {
    expect(stylesheetAsset.body.length + scriptAsset.body.length).toBeLessThan(24_000)
  })
})

describe("pageHeaders", () => {
  it("allow no inline code and nobody else's", () => {
    expect(pageHeaders["Content-Security-Policy"]).toBe(contentSecurityPolicy)
    expect(contentSecurityPolicy).toMatch(/^default-src 'none'/)
    expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|https?:/)
  })

  it("keep the address of the page to its visitor", () => {
    expect(pageHeaders).toMatchObject({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" })
  })
})
