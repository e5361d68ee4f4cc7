import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { canonicalJson } from "../../../src/kernel/idempotency/RequestForm.ts"
import { parseMinor } from "../../../src/kernel/money/Money.ts"
import {
  WrittenNumber,
  writtenNumber,
  writtenNumberReviver
} from "../../../src/kernel/money/WrittenNumber.ts"
import { holds } from "../../holds.ts"

const kept = (text: string) => writtenNumber(text, Number(text))

describe("a number of a JSON text", () => {
  for (const text of [
    "0",
    "-0",
    "1e3",
    "1E+3",
    "2.5e3",
    "1.5e10",
    "1e-1",
    "0.1",
    "1.10",
    "1.1000000000000000000000000",
    "100000000000000000000"
  ])
    it(`${text} is its double`, () => assert.strictEqual(kept(text), Number(text)))

  for (const text of [
    "1.9999999999999999999",
    "25.000000000000000001",
    "9007199254740993",
    "1e400",
    "-1e400",
    "1e-400",
    "0.10000000000000001"
  ])
    it(`${text} stays as it is written, because no double is it`, () => {
      const number = kept(text)
      assert.isTrue(number instanceof WrittenNumber)
      assert.strictEqual(String(number), text)
    })

  it("is a double exactly where the double prints back as the same amount", () =>
    holds(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 22n }), fc.nat(8), (digits, decimals) => {
        const padded = digits.toString().padStart(decimals + 1, "0")
        const text = decimals === 0 ? padded : `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`
        const exact = parseMinor(text, "USDT")
        const double = parseMinor(Number(text), "USDT")
        const agree = Result.isSuccess(exact) && Result.isSuccess(double) && exact.success === double.success
        if (agree) assert.isTrue(kept(text) === Number(text) || decimals > 6)
        assert.deepStrictEqual(parseMinor(kept(text), "USDT"), exact)
      })
    ))

  it("passes through as the double nearest to it, in a fingerprint too", () => {
    const metadata = { order: kept("12345678901234567890") }
    assert.strictEqual(JSON.stringify(metadata), JSON.stringify({ order: Number("12345678901234567890") }))
    assert.strictEqual(canonicalJson(metadata), canonicalJson({ order: Number("12345678901234567890") }))
  })

  it("is read out of a whole JSON text, and nothing else of that text changes", () => {
    const read: unknown = JSON.parse(
      '{"price": 1.9999999999999999999, "count": 2, "note": "1.9999999999999999999", "paid": null}',
      writtenNumberReviver
    )
    assert.deepStrictEqual(read, {
      price: new WrittenNumber("1.9999999999999999999"),
      count: 2,
      note: "1.9999999999999999999",
      paid: null
    })
  })

  it("is its double where the reader does not tell what was written", () => {
    assert.deepStrictEqual([writtenNumberReviver("", 2), writtenNumberReviver("", 2, {})], [2, 2])
  })

  it("costs time in proportion to its length", () => {
    const zeros = "0".repeat(1_000_000)
    assert.isTrue(kept(`1${zeros}1`) instanceof WrittenNumber)
    assert.strictEqual(kept(`1.${zeros}`), 1)
  }, 2_000)
})
