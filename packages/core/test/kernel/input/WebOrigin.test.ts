import { assert, it } from "vitest"
import { webOriginOf } from "../../../src/kernel/setting/publicUrl.ts"

it("an origin is scheme, host and port, as browsers send them", () => {
  for (const [text, origin] of [
    ["https://shop.example", "https://shop.example"],
    ["http://localhost:5173", "http://localhost:5173"],
    ["HTTPS://Shop.Example:443", "https://shop.example"],
    ["http://[::1]:80", "http://[::1]"],
    ["https://münchen.example", "https://xn--mnchen-3ya.example"]
  ] as const)
    assert.strictEqual(webOriginOf(text), origin)
})

it("what is more or less than that is none", () => {
  for (const text of [
    "",
    "*",
    "null",
    "shop.example",
    "https://",
    "https://shop.example/",
    "https://shop.example/path",
    "https://shop.example?a",
    "https://shop.example#a",
    "https://user@shop.example",
    "https://shop.example\\path",
    "https://shop.example:99999",
    "https://*.shop.example/",
    "https://shop .example",
    "ftp://shop.example",
    "javascript:alert(1)"
  ])
    assert.isUndefined(webOriginOf(text), text)
})
