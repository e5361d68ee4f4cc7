import { Buffer } from "node:buffer"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  secretByteCount,
  secretFault,
  secretOfHex,
  signingKey
} from "../../../src/concepts/webhook/WebhookSecret.ts"
import { holds } from "../../holds.ts"

const base64Of = (byteCount: number): string => Buffer.alloc(byteCount, 0xfb).toString("base64")
const range = { code: "out_of_range", message: "must have 24 to 64 bytes" } as const
const form = {
  code: "invalid_value",
  message: "must be text, or whsec_ and the base64 of its bytes"
} as const

describe("a secret that a caller chose", () => {
  const cases: ReadonlyArray<
    readonly [what: string, secret: string, fault: typeof range | typeof form | undefined]
  > = [
    ["nothing", "", range],
    ["23 letters", "s".repeat(23), range],
    ["24 letters", "s".repeat(24), undefined],
    ["64 letters", "s".repeat(64), undefined],
    ["65 letters", "s".repeat(65), range],
    ["11 letters of two bytes", "ж".repeat(11), range],
    ["12 letters of two bytes", "ж".repeat(12), undefined],
    ["32 letters of two bytes", "ж".repeat(32), undefined],
    ["33 letters of two bytes", "ж".repeat(33), range],
    ["16 emoji of four bytes", "💸".repeat(16), undefined],
    ["17 emoji of four bytes", "💸".repeat(17), range],
    ["half an emoji", `${"s".repeat(24)}\ud83d`, form],
    ["text with spaces and line breaks", " a secret that\nhas 30 bytes!! ", undefined],
    ["base64 without the prefix: text", base64Of(24), undefined],
    ["the prefix alone", "whsec_", range],
    ["the base64 of 23 bytes", `whsec_${base64Of(23)}`, range],
    ["the base64 of 24 bytes", `whsec_${base64Of(24)}`, undefined],
    ["the base64 of 64 bytes", `whsec_${base64Of(64)}`, undefined],
    ["the base64 of 65 bytes", `whsec_${base64Of(65)}`, range],
    ["the prefix in capitals: text", `WHSEC_${"s".repeat(24)}`, undefined],
    ["base64 with a letter that is none", `whsec_${base64Of(24).slice(0, -1)}!`, form],
    ["base64 without its padding", `whsec_${base64Of(25).replaceAll("=", "")}`, form],
    ["base64 with too much padding", `whsec_${base64Of(24)}=`, form],
    ["base64 for URLs", `whsec_${Buffer.alloc(24, 0xfb).toString("base64url")}`, form],
    ["base64 with a space", `whsec_ ${base64Of(24)}`, form],
    ["base64 with a line break at its end", `whsec_${base64Of(24)}\n`, form],
    ["base64 with bits left over", `whsec_${base64Of(25).replace(/.==$/, "x==")}`, form]
  ]
  for (const [what, secret, fault] of cases)
    it(`${fault === undefined ? "may" : "may not"} be ${what}`, () =>
      assert.deepStrictEqual(secretFault(secret), fault))
})

describe("the key of a secret", () => {
  it("is the UTF-8 of text", () =>
    holds(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!text.startsWith("whsec_"))
        assert.deepStrictEqual(signingKey(text), new Uint8Array(Buffer.from(text, "utf8")))
      })
    ))

  it("is what the base64 after the prefix decodes to", () =>
    holds(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) =>
        assert.deepStrictEqual(signingKey(`whsec_${Buffer.from(bytes).toString("base64")}`), bytes)
      )
    ))

  it("is none when the base64 is none", () => assert.isUndefined(signingKey("whsec_not base64")))
})

describe("a generated secret", () => {
  it("is the prefix and the base64 of its random bytes, and may be used", () =>
    holds(
      fc.property(fc.uint8Array({ minLength: secretByteCount, maxLength: secretByteCount }), (bytes) => {
        const secret = secretOfHex(Buffer.from(bytes).toString("hex"))
        assert.strictEqual(secret, `whsec_${Buffer.from(bytes).toString("base64")}`)
        assert.deepStrictEqual(signingKey(secret), bytes)
        assert.isUndefined(secretFault(secret))
      })
    ))
})
