import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  accountNames,
  balanceOf,
  deltasOf,
  isBalanced,
  isOneBook,
  type JournalEntry,
  type Posting,
  postings,
  zeroBalances
} from "../../../src/kernel/ledger/Ledger.ts"
import { holds } from "../../holds.ts"
import { Books } from "./Books.ts"

const accounts = fc.constantFrom(...accountNames)
const posting: fc.Arbitrary<Posting> = fc
  .record({
    debit: accounts,
    credit: accounts,
    amountMinor: fc.bigInt({ min: 0n, max: 10n ** 18n })
  })
  .filter(({ credit, debit }) => isOneBook(debit, credit))

const entryOf = (all: ReadonlyArray<Posting>): JournalEntry => ({
  partnerId: "prt_1",
  currency: "USDT",
  kind: "balance.adjusted",
  subjectId: "adj_1",
  at: 0,
  limit: "waived",
  postings: all
})

describe("the ledger", () => {
  it("sums to zero in every entry, whatever its postings", () =>
    holds(
      fc.property(fc.array(posting), (all) => {
        assert.strictEqual(
          deltasOf(entryOf(all)).reduce((sum, [, delta]) => sum + delta, 0n),
          0n
        )
      })
    ))

  it("keeps available = received − paidOut + adjustments through any postings between any accounts", () =>
    holds(
      fc.property(fc.array(fc.array(posting)), (entries) => {
        const books = new Books()
        for (const all of entries) assert.isTrue(books.book(entryOf(all)))
      })
    ))

  it("names every account once in the deltas of an entry", () =>
    holds(
      fc.property(fc.array(posting), (all) => {
        const names = deltasOf(entryOf(all)).map(([name]) => name)
        assert.strictEqual(new Set(names).size, names.length)
      })
    ))

  it("has an account for every name and no other", () => {
    assert.sameMembers(Object.keys(zeroBalances), [...accountNames])
    assert.isTrue(isBalanced(zeroBalances))
    assert.isFalse(isBalanced({ ...zeroBalances, available: 1n }))
    assert.isFalse(
      isBalanced({ ...zeroBalances, available: 1n, gas: -1n }),
      "a partner's money is no network's coin"
    )
  })

  it("shows a manual credit as a positive adjustment that can be spent", () => {
    const books = new Books()
    books.book(entryOf([{ debit: "adjustments", credit: "available", amountMinor: 7n }]))
    assert.deepStrictEqual(books.balance, {
      availableMinor: 7n,
      receivedMinor: 0n,
      paidOutMinor: 0n,
      adjustmentsMinor: 7n,
      pendingMinor: 0n
    })
  })

  it("lets no debit take an account below zero that has a limit, unless the entry waives it", () => {
    const limited = ["available", "payoutPending", "unresolved"]
    for (const debit of accountNames) {
      const credit = accountNames.find((name) => name !== debit && isOneBook(debit, name))
      assert.isDefined(credit)
      const entry = entryOf([{ debit, credit: credit ?? debit, amountMinor: 1n }])
      assert.strictEqual(new Books().book({ ...entry, limit: "enforced" }), !limited.includes(debit), debit)
      assert.isTrue(new Books().book(entry), debit)
    }
  })

  it("counts only the net of a deposit as received", () => {
    const accounts = { ...zeroBalances, deposits: -100n, available: 99n, invoiceFees: 1n }
    assert.strictEqual(balanceOf(accounts).receivedMinor, 99n)
  })

  it("counts money that no invoice could take in no figure of the partner", () => {
    const accounts = { ...zeroBalances, deposits: -100n, unresolved: 100n }
    assert.isTrue(isBalanced(accounts))
    assert.deepStrictEqual(balanceOf(accounts), balanceOf(zeroBalances))
  })
})

describe("postings", () => {
  it("leave out what carries no money", () =>
    assert.deepStrictEqual(postings({ debit: "available", credit: "payoutPending", amountMinor: 0n }), []))

  it("take a negative amount for a defect", () =>
    assert.throws(
      () => postings({ debit: "available", credit: "payoutPending", amountMinor: -1n }),
      "invariant broken: a posting's amount is positive"
    ))

  it("take one between a partner's money and a network's coin for a defect", () =>
    assert.throws(
      () => postings({ debit: "available", credit: "onChain", amountMinor: 1n }),
      "invariant broken: a posting is between accounts of one book"
    ))
})
