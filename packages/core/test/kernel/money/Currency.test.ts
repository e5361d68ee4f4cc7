import { assert, describe, it } from "vitest"
import { Currency, fiatCurrencies } from "../../../src/kernel/money/Currency.ts"

describe("the currencies", () => {
  it("are four of banks, and USDT", () => {
    assert.deepStrictEqual(fiatCurrencies, ["USD", "EUR", "RUB", "KZT"])
    assert.deepStrictEqual(Currency.literals, ["USD", "EUR", "RUB", "KZT", "USDT"])
  })
})
