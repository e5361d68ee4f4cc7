import { codeAt } from "@quittance/core/adapter"
import { assert, describe, it } from "vitest"
import { base32, enrolmentUri, stepOfCode } from "../../../src/concepts/signin/oneTimeCode.ts"

/** The secret of RFC 6238, appendix B: `12345678901234567890`. */
const secret = Buffer.from("12345678901234567890").toString("hex")

describe("a one-time code", () => {
  it("is the one of RFC 6238, appendix B, of which six digits are shown", () => {
    const known = [
      [59, "94287082"],
      [1_111_111_109, "07081804"],
      [1_111_111_111, "14050471"],
      [1_234_567_890, "89005924"],
      [2_000_000_000, "69279037"],
      [20_000_000_000, "65353130"]
    ] as const
    for (const [seconds, code] of known)
      assert.strictEqual(codeAt(secret, Math.floor(seconds / 30)), code.slice(2))
  })

  it("is found in its own step and the ones beside it, however it is grouped", () => {
    const at = 1_111_111_109_000
    const step = Math.floor(at / 30_000)
    for (const off of [-1, 0, 1])
      assert.strictEqual(stepOfCode(secret, codeAt(secret, step + off), at), step + off)
    for (const off of [-2, 2]) assert.isUndefined(stepOfCode(secret, codeAt(secret, step + off), at))
    const code = codeAt(secret, step)
    assert.strictEqual(stepOfCode(secret, ` ${code.slice(0, 3)}-${code.slice(3)} `, at), step)
    for (const wrong of ["", "12345", "1234567", "１２３４５６", "x".repeat(1_000)])
      assert.isUndefined(stepOfCode(secret, wrong, at))
    assert.isUndefined(stepOfCode(secret, "000000", 0))
  })

  it("has a secret that authenticators read (RFC 4648, 10)", () => {
    const known = {
      f: "MY",
      fo: "MZXQ",
      foo: "MZXW6",
      foob: "MZXW6YQ",
      fooba: "MZXW6YTB",
      foobar: "MZXW6YTBOI"
    }
    for (const [text, encoded] of Object.entries(known))
      assert.strictEqual(base32(Buffer.from(text)), encoded)
    assert.strictEqual(
      enrolmentUri("666f6f", "Anna & Co", "pay.example"),
      "otpauth://totp/pay.example:Anna%20%26%20Co?secret=MZXW6&issuer=pay.example"
    )
  })
})
