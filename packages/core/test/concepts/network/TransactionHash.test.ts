import { assert, describe, it } from "@effect/vitest"
import { canonicalTxHash, txHashSpellings } from "../../../src/concepts/network/TransactionHash.ts"

const digits = "aB".repeat(32)

describe("the hash of a transaction has one spelling", () => {
  it.each([`0x${digits}`, `0X${digits}`, digits, digits.toUpperCase(), `0x${digits.toLowerCase()}`])(
    "on EVM networks and on Tron: %s",
    (txHash) => {
      assert.strictEqual(canonicalTxHash("evm", txHash), `0x${"ab".repeat(32)}`)
      assert.strictEqual(canonicalTxHash("tron", txHash), "ab".repeat(32))
      assert.include(txHashSpellings(txHash), `0x${"ab".repeat(32)}`)
      assert.include(txHashSpellings(txHash), "ab".repeat(32))
    }
  )

  it("on EVM networks whatever its length, where it has its prefix", () => {
    assert.strictEqual(canonicalTxHash("evm", "0xABC"), "0xabc")
    assert.strictEqual(canonicalTxHash("evm", "0XABC"), "0xabc")
  })

  it("and what is no hash keeps its own", () => {
    for (const name of ["abc", "ABC", "tx-1", "0x", "0xABCx", `${digits}0`, ""]) {
      assert.strictEqual(canonicalTxHash("evm", name), name)
      assert.strictEqual(canonicalTxHash("tron", name), name)
    }
    assert.deepStrictEqual(txHashSpellings("abc"), ["abc"])
  })
})
