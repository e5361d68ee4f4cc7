import { readdirSync } from "node:fs"
import { Script } from "node:vm"
import { assert, describe, it } from "vitest"
import { browserFiles, minified } from "../../../../scripts/build/browserFiles.ts"
import { browserFile } from "../../src/pages/browserFile.ts"

describe("what a build makes of the browser's files", () => {
  const folder = new URL("../../src/browser/", import.meta.url)
  const built = browserFiles(folder)
  const scripts = [...built].filter(([name]) => name.endsWith(".js"))

  it("is all of them, with stylesheets as they stand, the same each time", () => {
    const names = readdirSync(folder)
    assert.deepStrictEqual([...built.keys()], names)
    for (const [name, text] of built)
      if (name.endsWith(".css")) assert.strictEqual(text, browserFile(name), name)
    assert.deepStrictEqual(browserFiles(folder), built)
  })

  it.each(scripts)(
    "is of %s half the size, strict, and without a comment or syntax after 2019",
    (name, text) => {
      assert.doesNotThrow(() => new Script(text))
      assert.isBelow(text.length, browserFile(name).length / 2)
      assert.match(text, /^"use strict"/)
      assert.notMatch(text, /\/\*|\n|\?\?|\?\.\D|\d_\d/)
    }
  )

  it("lowers newer syntax, and is nothing where a file is no script", () => {
    assert.notInclude(minified("new.js", "window.a = window.b?.c ?? 1_000"), "?.")
    assert.throws(() => minified("wrong.js", "const = 1"), "wrong.js is no script: ")
  })
})
