import { assert } from "vitest"
import type { JournalEntry } from "../../../src/kernel/ledger/Ledger.ts"
import {
  type AccountBalances,
  type Balance,
  balanceOf,
  deltasOf,
  isBalanced,
  neverBelowZero,
  zeroBalances
} from "../../../src/kernel/ledger/Ledger.ts"

/** One partner's books in one currency: what a store keeps, checked after every entry. */
export class Books {
  accounts: AccountBalances = zeroBalances

  /** Books an entry unless a limited account would fall below zero, and says whether it did. */
  book(entry: JournalEntry): boolean {
    const next: { -readonly [Name in keyof AccountBalances]: bigint } = { ...this.accounts }
    for (const [account, delta] of deltasOf(entry)) next[account] += delta
    if (entry.limit === "enforced") {
      for (const [account, delta] of deltasOf(entry)) {
        if (delta < 0n && neverBelowZero.has(account) && next[account] < 0n) return false
      }
    }
    this.accounts = next
    assert.isTrue(isBalanced(next), "postings sum to zero")
    const { adjustmentsMinor, availableMinor, paidOutMinor, receivedMinor } = this.balance
    assert.strictEqual(availableMinor, receivedMinor - paidOutMinor + adjustmentsMinor)
    return true
  }

  get balance(): Balance {
    return balanceOf(this.accounts)
  }
}
