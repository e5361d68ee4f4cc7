import { assert, it } from "@effect/vitest"
import { visibleLines, visibleText } from "../src/cli/visibleText.ts"

it("shows what a terminal would obey, and leaves what people read", () => {
  for (const plain of ["", "Счёт № 5 – 12,50 €", "a\\b", "日本語 🧾"])
    assert.strictEqual(visibleText(plain), plain)
  assert.strictEqual(visibleText("\u001b]0;x\u0007\u009b\u007f"), "\\u001b]0;x\\u0007\\u009b\\u007f")
  assert.strictEqual(visibleText("a\u202e\u2066\u200b\ufeff\u2028b"), "a\\u202e\\u2066\\u200b\\ufeff\\u2028b")
  assert.strictEqual(visibleText("a\tb\nc"), "a\\u0009b\\u000ac")
  assert.strictEqual(visibleText("\u{e0041}"), "\\udb40\\udc41")
})

it("keeps the ends of lines, and no carriage return without one", () => {
  assert.strictEqual(visibleLines("a\r\nb\nc\rd\u001b"), "a\r\nb\nc\\u000dd\\u001b")
})

it("leaves JSON the value that it was", () => {
  const value = { name: "\u009b2J \u202e \u{e0041} \u2028 \ud800" }
  assert.deepStrictEqual(JSON.parse(visibleLines(JSON.stringify(value, undefined, 2))), value)
})
