import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { JournalEntry } from "../../../src/kernel/ledger/Ledger.ts"
import { deltasOf, zeroBalances } from "../../../src/kernel/ledger/Ledger.ts"
import { mapNotes } from "../../../src/reference/memory/MemoryAudit.ts"
import { Books } from "../../../src/store/audit/Books.ts"
import { holds } from "../../holds.ts"

/** An amount added to `available`, or taken from it. */
const moving = (amountMinor: bigint, limit: JournalEntry["limit"] = "enforced"): JournalEntry => ({
  partnerId: "prt",
  currency: "USDT",
  kind: "balance.adjusted",
  subjectId: "adj",
  at: 1,
  postings: [
    amountMinor < 0n
      ? { debit: "available", credit: "adjustments", amountMinor: -amountMinor }
      : { debit: "adjustments", credit: "available", amountMinor }
  ],
  limit
})

/** What books find wrong with entries in any order, over balances that are their sums. */
const faultsOf = (entries: ReadonlyArray<JournalEntry>): ReadonlyArray<string> => {
  const books = new Books({ entryOrder: "any", notes: mapNotes })
  const accounts = { ...zeroBalances }
  for (const entry of entries) {
    books.post(entry)
    for (const [account, delta] of deltasOf(entry)) accounts[account] += delta
  }
  books.compareBalances({ partnerId: "prt", currency: "USDT", accounts })
  return books.faults
}

describe("books whose entries come in any order", () => {
  it("are right when each enforced debit was covered in the order of writing", () => {
    const step = fc.record({ by: fc.bigInt({ min: -50n, max: 50n }), isWaived: fc.boolean() })
    const history = fc.array(step, { maxLength: 30 }).chain((steps) => {
      const entries: Array<JournalEntry> = []
      let available = 0n
      for (const { by, isWaived } of steps) {
        if (by === 0n || (by < 0n && !isWaived && available + by < 0n)) continue
        available += by
        entries.push(moving(by, isWaived ? "waived" : "enforced"))
      }
      return fc.shuffledSubarray(entries, { minLength: entries.length })
    })
    holds(
      fc.property(history, (entries) => assert.deepStrictEqual(faultsOf(entries), [])),
      500
    )
  })

  it("are wrong when enforced debits took more than there was, by any order", () => {
    assert.deepStrictEqual(faultsOf([moving(10n), moving(-11n)]), [
      "the journal takes available of prt to -1, below zero"
    ])
    assert.deepStrictEqual(faultsOf([moving(-5n, "waived"), moving(-1n)]), [
      "the journal takes available of prt to -6, below zero"
    ])
  })
})
