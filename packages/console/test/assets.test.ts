import { gunzipSync } from "node:zlib"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { assets, stylesheet } from "../src/frame/assets.ts"
import { makeConsole } from "../src/index.ts"
import { inWorld, origin } from "./ConsoleWorld.ts"

describe("what pages of the console load", () => {
  it("is one stylesheet of at most 9 KB, and scripts", () => {
    assert.isAtMost(Buffer.byteLength(stylesheet.body), 9 * 1024)
    assert.match(stylesheet.body, /^:root\{|^:root \{/)
    assert.deepStrictEqual(
      assets.map(({ name }) => name.replace(/-[0-9a-f]{16}/, "")),
      ["console.css", "page.js", "console.js"]
    )
  })

  inWorld("is sent compressed to whoever reads that, and once", function* () {
    const handle = yield* makeConsole
    const ask = (headers: Record<string, string>) =>
      handle(new Request(`${origin}/console/assets/${stylesheet.name}`, { headers }), { address: "" })
    const packed = yield* ask({ "accept-encoding": "gzip" })
    assert.strictEqual(packed.headers.get("content-encoding"), "gzip")
    const bytes = Buffer.from(yield* Effect.promise(() => packed.arrayBuffer()))
    assert.strictEqual(gunzipSync(bytes).toString(), stylesheet.body)
    const plain = yield* ask({})
    assert.isNull(plain.headers.get("content-encoding"))
    assert.strictEqual(yield* Effect.promise(() => plain.text()), stylesheet.body)
    const kept = yield* ask({ "if-none-match": plain.headers.get("etag") ?? "" })
    assert.deepStrictEqual([kept.status, kept.body], [304, null])
  })
})
