import { assert, describe, it } from "vitest"
import { ApiRefusal, errorResponse } from "../../src/refusal/ApiRefusal.ts"

const noDocs = () => null
const worst = ["\u0001", "\ud800", "漢", "😀", '"', "\\", "\u2028"]

describe("a refusal", () => {
  it.each(worst)("has at most 64 KiB and 20 faults, whatever is told in it: %j", (character) => {
    const text = character.repeat(20_000)
    const details = Array.from({ length: 1000 }, () => ({
      field: text,
      code: "invalid_value",
      message: text
    }))
    const { body } = errorResponse(
      "id",
      new ApiRefusal({ code: "invalid_request", message: text, details }),
      noDocs
    )
    assert.isAtMost(Buffer.byteLength(String(body)), 64 * 1024)
    const { error } = JSON.parse(String(body))
    assert.strictEqual(error.details.length, 20)
    assert.isTrue(error.message.endsWith("…"))
  })

  it("that is short is told as it is", () => {
    const details = [
      { field: "x-signature", code: "string_to_sign", message: "POST/api/v2/crypto/payouts17" }
    ]
    const { body } = errorResponse(
      "id",
      new ApiRefusal({ code: "signature_invalid", message: "no", details }),
      noDocs
    )
    assert.deepStrictEqual(JSON.parse(String(body)).error, {
      code: "signature_invalid",
      message: "no",
      details,
      docUrl: null
    })
  })
})
