import { assert, describe, it } from "vitest"
import { assets, stylesheet } from "../src/frame/assets.ts"

describe("what pages of the console load", () => {
  it("is one stylesheet of at most 9 KB, and scripts", () => {
    assert.isAtMost(Buffer.byteLength(stylesheet.body), 9 * 1024)
    assert.match(stylesheet.body, /^:root\{|^:root \{/)
    assert.deepStrictEqual(
      assets.map(({ name }) => name.replace(/-[0-9a-f]{16}/, "")),
      ["console.css", "page.js", "console.js"]
    )
  })
})
