import { assert, describe, it } from "vitest"
import { minified } from "../../../../scripts/build/browserFiles.ts"
import { browserFile } from "../../src/pages/browserFile.ts"
import { startTestApi } from "../TestApi.ts"
import { send } from "./pageVisit.ts"

describe("the script that shops load", () => {
  it("is served to every site under an address that stays, and is asked for again soon", async () => {
    await using api = await startTestApi()
    const { headers, status, text } = await send(api, "/pay/embed.js")
    assert.strictEqual(status, 200)
    assert.strictEqual(text, browserFile("embed.js"))
    assert.strictEqual(headers.get("content-type"), "text/javascript; charset=utf-8")
    assert.strictEqual(headers.get("cache-control"), "public, max-age=600")
    assert.strictEqual(headers.get("cross-origin-resource-policy"), "cross-origin")
    assert.isNull(headers.get("set-cookie"))
    const known = { "if-none-match": headers.get("etag") ?? "" }
    assert.strictEqual((await send(api, "/pay/embed.js", { headers: known })).status, 304)
  })

  it("has at most 2 KB as it is built, and needs nothing that a strict policy of a shop forbids", () => {
    const built = minified("embed.js", browserFile("embed.js"))
    assert.isAtMost(Buffer.byteLength(built), 2_048)
    assert.notMatch(built, /innerHTML|insertAdjacentHTML|\beval\b|new Function|setAttribute\(.style/)
  })

  it("is the only thing of ours that other sites load: pages that are about no payment are in no frame", async () => {
    await using api = await startTestApi()
    for (const path of [
      "/",
      "/docs",
      "/pay/crypto/unknown",
      "/pay/bank/unknown",
      "/kyc/unknown",
      "/nothing"
    ]) {
      const { headers } = await send(api, path, { headers: { accept: "text/html" } })
      assert.strictEqual(headers.get("x-frame-options"), "DENY", path)
    }
    const { headers } = await send(api, "/pay/bank/unknown")
    assert.include(headers.get("content-security-policy"), "frame-ancestors 'none'")
  })
})
