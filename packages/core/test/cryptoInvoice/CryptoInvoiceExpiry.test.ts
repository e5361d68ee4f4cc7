import { assert, describe, it } from "vitest"
import { confirmationsOf } from "../../src/cryptoInvoice/CryptoInvoiceFigures.ts"
import { expiresAt, issuedAt, requiredConfirmations, watchUntil } from "./invoiceSamples.ts"
import { Life } from "./Life.ts"

const whole = 1000n
const early = issuedAt + 1

describe("paid in time", () => {
  it("goes through confirming to paid", () => {
    const life = new Life().see("a", { amountMinor: whole, at: early }).is("confirming", "none", 0n)
    life.see("a", { amountMinor: whole, at: early + 1, confirmations: 2 }).is("confirming", "none", 0n)
    life.see("a", { amountMinor: whole, at: early + 2, confirmations: 3 }).is("paid", "none", whole)
  })

  it("by two half payments, of which the first leaves it confirming", () =>
    new Life()
      .pay("a", { amountMinor: 500n, at: early })
      .is("confirming", "none", 500n)
      .pay("b", { amountMinor: 500n, at: early + 1 })
      .is("paid", "none", whole))

  it("with too much is overpaid, and the surplus is credited", () =>
    new Life().pay("a", { amountMinor: 1001n, at: early }).is("paid", "overpaid", 1001n))

  it("and paid again is overpaid once the second payment is confirmed", () =>
    new Life()
      .pay("a", { amountMinor: whole, at: early })
      .see("b", { amountMinor: 1n, at: early })
      .is("paid", "none", whole)
      .pay("b", { amountMinor: 1n, at: early })
      .is("paid", "overpaid", 1001n))

  it("shows the confirmations of the least confirmed transfer, at most those required", () => {
    const life = new Life()
    assert.strictEqual(confirmationsOf(life.state), 0)
    life.see("a", { amountMinor: 400n, at: early, confirmations: 99 })
    assert.strictEqual(confirmationsOf(life.state), requiredConfirmations)
    life.see("b", { amountMinor: 600n, at: early, confirmations: 1 })
    assert.strictEqual(confirmationsOf(life.state), 1)
  })
})

describe("the expiry holds at the instant", () => {
  it("one millisecond before it nothing happens, at it the invoice is expired", () => {
    new Life().expire(expiresAt - 1).is("pending", "none", 0n)
    new Life().expire(expiresAt).is("expired", "none", 0n)
    new Life().expire(expiresAt + 1).is("expired", "none", 0n)
  })

  for (const offset of [-1, 0, 1]) {
    const late = offset >= 0
    it(`a whole payment seen ${offset} ms from it is ${late ? "late" : "in time"}`, () =>
      new Life()
        .pay("a", { amountMinor: whole, at: expiresAt + offset })
        .is("paid", late ? "late" : "none", whole))
  }

  it("money on the way at the expiry keeps the invoice confirming, however long confirmation takes", () =>
    new Life()
      .see("a", { amountMinor: whole, at: expiresAt - 1 })
      .expire(watchUntil + 1)
      .is("confirming", "none", 0n)
      .pay("a", { amountMinor: whole, at: watchUntil + 2, seenAt: expiresAt - 1 })
      .is("paid", "none", whole))

  it("money of before it counts as in time although it is heard of later", () =>
    new Life()
      .expire(expiresAt)
      .pay("a", { amountMinor: whole, at: expiresAt + 5, seenAt: expiresAt - 1 })
      .is("paid", "none", whole))

  it("a cancellation at it comes too late", () => {
    const life = new Life()
    assert.isUndefined(life.tell({ _tag: "Cancel", at: expiresAt }))
    assert.isDefined(life.tell({ _tag: "Cancel", at: expiresAt - 1 }))
  })
})

describe("some but not enough money", () => {
  it("makes it underpaid at the expiry, confirmed or not", () => {
    new Life().pay("a", { amountMinor: 999n, at: early }).expire(expiresAt).is("underpaid", "underpaid", 999n)
    new Life().see("a", { amountMinor: 999n, at: early }).expire(expiresAt).is("underpaid", "underpaid", 0n)
  })

  it("is credited even when it is confirmed after the expiry", () =>
    new Life()
      .see("a", { amountMinor: 999n, at: early })
      .expire(expiresAt)
      .pay("a", { amountMinor: 999n, at: expiresAt + 1, seenAt: early })
      .is("underpaid", "underpaid", 999n))

  it("is completed by late money", () =>
    new Life()
      .pay("a", { amountMinor: 999n, at: early })
      .expire(expiresAt)
      .see("b", { amountMinor: 1n, at: expiresAt })
      .is("confirming", "late", 999n)
      .pay("b", { amountMinor: 1n, at: expiresAt + 1, seenAt: expiresAt })
      .is("paid", "late", whole))
})

describe("late money", () => {
  it("that does not reach the amount leaves the invoice expired, and is credited", () =>
    new Life()
      .expire(expiresAt)
      .pay("a", { amountMinor: 999n, at: expiresAt + 1 })
      .is("expired", "late", 999n))

  it("wins over overpaid", () =>
    new Life().pay("a", { amountMinor: 5000n, at: expiresAt }).is("paid", "late", 5000n))

  it("completes the invoice until the last instant of the watch period", () => {
    new Life().pay("a", { amountMinor: whole, at: watchUntil }).is("paid", "late", whole)
    new Life().pay("a", { amountMinor: whole, at: watchUntil + 1 }).is("expired", "late", whole)
  })

  it("of after the watch period completes nothing when older money is heard of again", () =>
    new Life()
      .see("a", { amountMinor: 400n, at: expiresAt + 1 })
      .pay("b", { amountMinor: 600n, at: watchUntil + 1 })
      .is("expired", "late", 600n)
      .pay("a", { amountMinor: 400n, at: watchUntil + 2, seenAt: expiresAt + 1 })
      .is("expired", "late", whole))

  it("of after the watch period does not stand in for money that is still on the way", () =>
    new Life()
      .see("a", { amountMinor: whole, at: early })
      .pay("b", { amountMinor: whole, at: watchUntil + 1 })
      .is("confirming", "late", whole)
      .drop("a", watchUntil + 2)
      .is("underpaid", "underpaid", whole))
})

describe("a cancelled invoice", () => {
  it("stays cancelled, credits what still arrives and calls it late", () => {
    const life = new Life()
    life.tell({ _tag: "Cancel", at: early })
    life
      .is("cancelled", "none", 0n)
      .pay("a", { amountMinor: whole, at: early + 1 })
      .is("cancelled", "late", whole)
    assert.strictEqual(life.books.balance.availableMinor, 990n)
  })

  it("cannot be one that saw money", () => {
    const life = new Life().see("a", { amountMinor: 1n, at: early })
    assert.isUndefined(life.tell({ _tag: "Cancel", at: early + 1 }))
  })
})

describe("a transfer of nothing", () => {
  it("is no money: it is not recorded and keeps nobody from cancelling", () => {
    const life = new Life().pay("a", { amountMinor: 0n, at: early }).is("pending", "none", 0n)
    assert.deepStrictEqual(life.state.transfers, [])
    assert.isDefined(life.tell({ _tag: "Cancel", at: early + 1 }))
  })

  it("still lets the clock decide", () =>
    new Life().pay("a", { amountMinor: 0n, at: expiresAt }).is("expired", "none", 0n))
})
