import { assert, describe, it } from "vitest"
import { SettledTransfers } from "../../../src/concepts/deposit/SettledTransfers.ts"

const shown = (txHash: string, dropped = false, logIndex = 0) => ({
  txHash,
  logIndex,
  amountMinor: 1n,
  confirmations: 1,
  seenAt: 1,
  dropped
})

describe("what is remembered of settled transfers", () => {
  it("is of one version of the invoice: another one ends it, and begins anew", () => {
    const settled = new SettledTransfers()
    settled.add("invoice", 1, shown("a"))
    assert.isTrue(settled.has("invoice", 1, shown("a")))
    assert.isFalse(settled.has("invoice", 2, shown("a")))
    settled.add("invoice", 2, shown("b"))
    assert.isTrue(settled.has("invoice", 2, shown("b")))
    for (const version of [1, 2]) assert.isFalse(settled.has("invoice", version, shown("a")))
    assert.strictEqual(settled.count, 1)
  })

  it("is of one transfer of one invoice, as it was shown", () => {
    const settled = new SettledTransfers()
    settled.add("invoice", 1, shown("a"))
    assert.isFalse(settled.has("another", 1, shown("a")))
    assert.isFalse(settled.has("invoice", 1, shown("b")))
    assert.isFalse(settled.has("invoice", 1, shown("a", true)))
    assert.isFalse(settled.has("invoice", 1, shown("a", false, 1)))
  })

  it("is never more than its limit: the invoices that were read longest ago are forgotten", () => {
    const settled = new SettledTransfers(4)
    for (const name of ["a", "b"]) settled.add("first", 1, shown(name))
    for (const name of ["a", "b"]) settled.add("second", 1, shown(name))
    settled.add("first", 1, shown("a"))
    assert.strictEqual(settled.count, 4)
    settled.add("third", 1, shown("a"))
    assert.isFalse(settled.has("second", 1, shown("a")))
    assert.isTrue(settled.has("first", 1, shown("a")))
    for (let index = 0; index < 9; index++) {
      settled.add("many", 1, shown(`${index}`))
      assert.isAtMost(settled.count, 4)
    }
  })
})
