import { Option, Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  amountText,
  formatMinor,
  parseMinor,
  toWireNumber,
  wireLimitMinor
} from "../../../src/kernel/money/Money.ts"
import { holds } from "../../holds.ts"
import { currencies, minorBelow } from "./amounts.ts"

const reasonOf = (input: number | string, currency: "USD" | "USDT" = "USD") => {
  const read = parseMinor(input, currency)
  return Result.isFailure(read) ? read.failure.reason : read.success
}

const signed = (limit: bigint) =>
  fc.tuple(fc.boolean(), minorBelow(limit)).map(([negative, minor]) => (negative ? -minor : minor))

/** What people send: a whole number over a power of ten. */
const shortDoubles = fc
  .tuple(fc.integer(), fc.integer({ min: 0, max: 8 }))
  .map(([whole, decimals]) => whole / 10 ** decimals)

describe("a number is read by its shortest decimal form", () => {
  const cases: ReadonlyArray<readonly [number, "USD" | "USDT", bigint | string]> = [
    [0.1, "USD", 10n],
    [0.1, "USDT", 100_000n],
    [1e3, "USD", 100_000n],
    [1.1, "USD", 110n],
    [2.675, "USD", "tooManyDecimals"],
    [0.29, "USD", 29n],
    [-12.34, "USD", -1234n],
    [-0, "USD", 0n],
    [0, "USDT", 0n],
    [1e-6, "USDT", 1n],
    [1e-7, "USDT", "tooManyDecimals"],
    [1.234567, "USDT", 1_234_567n],
    [1.2345678, "USDT", "tooManyDecimals"],
    [0.1 + 0.2, "USD", "tooManyDecimals"],
    [5e-324, "USD", "tooManyDecimals"],
    [Number.MIN_VALUE, "USDT", "tooManyDecimals"],
    [1e21, "USD", "tooLarge"],
    [-1e21, "USD", "tooLarge"],
    [Number.MAX_VALUE, "USD", "tooLarge"],
    [Number.MAX_SAFE_INTEGER + 2, "USD", "tooLarge"],
    [Number.NaN, "USD", "notANumber"],
    [Number.POSITIVE_INFINITY, "USD", "notANumber"],
    [Number.NEGATIVE_INFINITY, "USDT", "notANumber"]
  ]
  for (const [input, currency, expected] of cases) {
    it(`${input} ${currency} is ${expected}`, () => assert.strictEqual(reasonOf(input, currency), expected))
  }
})

describe("a text is read in the same notation and no other", () => {
  const accepted: ReadonlyArray<readonly [string, bigint]> = [
    ["+1", 100n],
    ["-1.5", -150n],
    ["-0", 0n],
    ["007.10", 710n],
    [`${"0".repeat(80)}1`, 100n],
    ["1.500000000000000000000", 150n],
    [`0.1${"0".repeat(80)}`, 10n],
    ["1e2", 10_000n],
    ["1E+2", 10_000n],
    ["150e-2", 150n],
    ["0e9999", 0n],
    ["0e-9999", 0n]
  ]
  for (const [text, minor] of accepted) {
    it(`${JSON.stringify(text)} is ${minor}`, () => assert.strictEqual(reasonOf(text), minor))
  }
  const noNumber = [
    "",
    " ",
    " 1",
    "1 ",
    "1\n",
    ".",
    "1.",
    ".5",
    "-",
    "+",
    "--1",
    "1,5",
    "1_000",
    "1 000",
    "0x10"
  ]
  const norThese = ["1e", "1e1.5", "e5", "1.2.3", "NaN", "Infinity", "١٢", "１", "1n", "−1", "1\u0000"]
  for (const text of [...noNumber, ...norThese]) {
    it(`${JSON.stringify(text)} is no number`, () => assert.strictEqual(reasonOf(text), "notANumber"))
  }
  it.each(["1e9999", "1e99999", "1e999999999999999999999"])(
    "says that %s is too large, without building it",
    (text) => assert.strictEqual(reasonOf(text), "tooLarge")
  )
  it.each(["1e-7", "1e-99999", "1e-999999999999999999999", "1.9999999999999999999", "25.000000000000000001"])(
    "says that %s has too many decimals, however small the rest",
    (text) => assert.strictEqual(reasonOf(text), "tooManyDecimals")
  )
  it.each(["0e999999999", "-0", "0e-999999999"])("reads %s as nothing", (text) =>
    assert.strictEqual(reasonOf(text), 0n)
  )
  it("says that a long fraction has too many decimals, not that it is too large", () =>
    assert.strictEqual(reasonOf(`0.${"1".repeat(80)}`), "tooManyDecimals"))
  it("keeps the last digit of 9007199254740993 by refusing it", () =>
    assert.strictEqual(reasonOf("9007199254740993"), "tooLarge"))
  it("ends just below the limit, on both sides of zero", () => {
    const limit = formatMinor(wireLimitMinor, "USD")
    const below = formatMinor(wireLimitMinor - 1n, "USD")
    assert.deepStrictEqual(
      [limit, `-${limit}`].map((text) => reasonOf(text)),
      ["tooLarge", "tooLarge"]
    )
    assert.deepStrictEqual(
      [below, `-${below}`].map((text) => reasonOf(text)),
      [wireLimitMinor - 1n, 1n - wireLimitMinor]
    )
  })
})

describe("what is wrong with an amount is told in words", () => {
  for (const [text, currency, message] of [
    ["ten", "USD", "must be a decimal number such as 1250.5, without thousands separators"],
    ["0.001", "USD", "must have at most 2 decimals in USD"],
    ["0.0000001", "USDT", "must have at most 6 decimals in USDT"],
    ["1e30", "USD", "is too large"]
  ] as const)
    it(`${text} ${currency} ${message}`, () =>
      assert.strictEqual(Result.getOrThrow(Result.flip(parseMinor(text, currency))).message, message))
})

describe("hostile text costs time in proportion to its length", () => {
  const million = 1_000_000
  const hostile = {
    "digits that overflow": `${"9".repeat(million)}`,
    "digits that end badly": `${"1".repeat(million)}x`,
    "a fraction that ends badly": `0.${"1".repeat(million)}e`,
    zeros: "0".repeat(million),
    "zeros that end badly": `${"0".repeat(million)}-`,
    "many points": "1.".repeat(million)
  }
  for (const [name, text] of Object.entries(hostile)) {
    it(name, () => assert.include(["tooLarge", "notANumber", 0n], reasonOf(text)), 2_000)
  }
})

describe("the codec of amounts", () => {
  it("reads back every decimal it prints", () =>
    holds(
      fc.property(signed(wireLimitMinor), currencies, (minor, currency) => {
        assert.deepStrictEqual(parseMinor(formatMinor(minor, currency), currency), Result.succeed(minor))
      })
    ))

  it("prints the shortest decimal: no zero at the end, no point without decimals, one sign", () =>
    holds(
      fc.property(signed(wireLimitMinor), currencies, (minor, currency) => {
        assert.match(formatMinor(minor, currency), /^(?:0|-?(?:[1-9]\d*|0(?=\.))(?:\.\d*[1-9])?)$/)
      })
    ))

  it("reads a number exactly as the decimal that JavaScript prints for it", () =>
    holds(
      fc.property(fc.oneof(fc.double(), shortDoubles), currencies, (number, currency) => {
        const read = parseMinor(number, currency)
        if (Result.isFailure(read)) return
        assert.strictEqual(Number(formatMinor(read.success, currency)), number === 0 ? 0 : number)
      }),
      2_000
    ))
})

describe("an amount on the wire is never wrong", () => {
  it("is sent exactly when the client reads the same decimal in the JSON", () =>
    holds(
      fc.property(signed(10n ** 20n), currencies, (minor, currency) => {
        const decimal = formatMinor(minor, currency)
        const number = toWireNumber(minor, currency)
        const shown = Option.isSome(number) ? String(JSON.parse(JSON.stringify(number.value))) : "refused"
        assert.strictEqual(shown, String(Number(decimal)) === decimal ? decimal : "refused")
      }),
      2_000
    ))

  it("is always sent below the limit, and comes back", () =>
    holds(
      fc.property(signed(wireLimitMinor), currencies, (minor, currency) => {
        const number = toWireNumber(minor, currency)
        assert.deepStrictEqual(parseMinor(Option.getOrThrow(number), currency), Result.succeed(minor))
      }),
      2_000
    ))

  it("is always sent just below the limit, where doubles are furthest apart", () => {
    for (let below = 1n; below <= 20_000n; below++) {
      for (const currency of ["USD", "USDT"] as const) {
        const number = toWireNumber(wireLimitMinor - below, currency)
        assert.isTrue(Option.isSome(number), formatMinor(wireLimitMinor - below, currency))
      }
    }
  })

  it("refuses one of two amounts that share a double: 70368744177664.01 and .02", () => {
    assert.strictEqual(Number("70368744177664.01"), Number("70368744177664.02"))
    assert.isTrue(Option.isNone(toWireNumber(7_036_874_417_766_401n, "USD")))
    assert.strictEqual(reasonOf("70368744177664.01"), "tooLarge")
    assert.strictEqual(reasonOf(Number("70368744177664.02")), "tooLarge")
  })

  it("sends a round figure of any size: 10^16 minor units are exactly 10^14", () =>
    assert.deepStrictEqual(toWireNumber(10n ** 16n, "KZT"), Option.some(1e14)))
})

describe("an amount as people write it", () => {
  it("has all decimals of its currency", () => {
    assert.strictEqual(amountText(1250n, "USD"), "12.50 USD")
    assert.strictEqual(amountText(1200n, "KZT"), "12.00 KZT")
    assert.strictEqual(amountText(-5n, "EUR"), "-0.05 EUR")
    assert.strictEqual(amountText(1_500_000n, "USDT"), "1.500000 USDT")
  })
})
