import { assert, describe, it } from "vitest"
import { expiresAt, issuedAt, order } from "./invoiceSamples.ts"
import { Life } from "./Life.ts"

const whole = 1000n
const early = issuedAt + 1

describe("a transfer dropped before it was credited", () => {
  it("takes the invoice back to pending, which tells of it, and moves no money", () => {
    const life = new Life()
      .see("a", { amountMinor: whole, at: early })
      .drop("a", early + 1)
      .is("pending", "reorganised", 0n)
      .drop("a", early + 2)
      .is("pending", "reorganised", 0n)
    assert.strictEqual(life.books.balance.availableMinor, 0n)
  })

  it("is told until another transfer is seen, even if that is only a part", () =>
    new Life()
      .see("a", { amountMinor: whole, at: early })
      .drop("a", early + 1)
      .see("b", { amountMinor: 1n, at: early + 2 })
      .is("confirming", "none", 0n)
      .drop("b", early + 3)
      .is("pending", "reorganised", 0n)
      .pay("c", { amountMinor: whole, at: early + 4 })
      .is("paid", "none", whole))

  it("is not told where another that was sent in its place reaches the amount", () =>
    new Life()
      .see("a", { amountMinor: whole, at: early })
      .see("b", { amountMinor: whole, at: early + 1 })
      .drop("a", early + 2)
      .is("confirming", "none", 0n)
      .pay("b", { amountMinor: whole, at: early + 3 })
      .is("paid", "none", whole))

  it("is told after a cancellation too", () => {
    const life = new Life().see("a", { amountMinor: whole, at: early }).drop("a", early + 1)
    life.tell({ _tag: "Cancel", at: early + 2 })
    life.is("cancelled", "reorganised", 0n)
  })

  it("leaves it confirming while other money is on the way or credited", () =>
    new Life()
      .see("a", { amountMinor: 400n, at: early })
      .pay("b", { amountMinor: 500n, at: early })
      .drop("a", early + 1)
      .is("confirming", "reorganised", 500n)
      .see("c", { amountMinor: 500n, at: early + 2 })
      .is("confirming", "none", 500n))

  it("leaves it expired when all of it is gone after the expiry", () =>
    new Life()
      .see("a", { amountMinor: whole, at: expiresAt - 1 })
      .drop("a", expiresAt)
      .is("expired", "reorganised", 0n))

  it("leaves it underpaid when too little of it is left after the expiry", () =>
    new Life()
      .see("a", { amountMinor: 600n, at: early })
      .pay("b", { amountMinor: 400n, at: early })
      .drop("a", expiresAt)
      .is("underpaid", "reorganised", 400n))

  it("tells the same story whether or not the expiry was recorded before", () => {
    const part = () => new Life().see("a", { amountMinor: 400n, at: early })
    part()
      .expire(expiresAt)
      .drop("a", expiresAt + 1)
      .is("underpaid", "reorganised", 0n)
    part()
      .drop("a", expiresAt + 1)
      .is("underpaid", "reorganised", 0n)
  })

  it("may come back in another block, and is then credited once", () => {
    const life = new Life()
      .see("a", { amountMinor: whole, at: early })
      .drop("a", early + 1)
      .pay("a", { amountMinor: whole, at: early + 2 })
      .pay("a", { amountMinor: whole, at: early + 3 })
      .is("paid", "none", whole)
    assert.strictEqual(life.state.transfers.length, 1)
    assert.strictEqual(life.books.balance.receivedMinor, 990n)
  })

  it("may come back after a cancellation, which it does not undo", () => {
    const life = new Life().see("a", { amountMinor: whole, at: early }).drop("a", early + 1)
    life.tell({ _tag: "Cancel", at: early + 2 })
    life.pay("a", { amountMinor: whole, at: early + 3 }).is("cancelled", "late", whole)
  })
})

describe("a reorganisation after the credit", () => {
  it("keeps the status, writes the net off through adjustments and gives up the fee", () => {
    const life = new Life().pay("a", { amountMinor: whole, at: early }).drop("a", early + 1)
    life.is("paid", "reorganised", 0n)
    assert.deepStrictEqual(life.books.balance, {
      availableMinor: 0n,
      receivedMinor: 990n,
      paidOutMinor: 0n,
      adjustmentsMinor: -990n,
      pendingMinor: 0n
    })
    assert.strictEqual(life.books.accounts.invoiceFees, 0n)
    assert.deepInclude(life.state.transfers[0], { status: "reversed", feeMinor: 0n, confirmations: 0 })
  })

  it("takes the balance below zero when the money is spent", () => {
    const life = new Life().pay("a", { amountMinor: whole, at: early })
    life.books.book({
      partnerId: order.partnerId,
      currency: order.currency,
      kind: "payout.reserved",
      subjectId: "po_1",
      at: early,
      limit: "enforced",
      postings: [{ debit: "available", credit: "payoutPending", amountMinor: 990n }]
    })
    life.drop("a", early + 1)
    assert.strictEqual(life.books.balance.availableMinor, -990n)
  })

  it("of a part keeps the invoice confirming until the expiry, however often it is told", () =>
    new Life()
      .pay("a", { amountMinor: 400n, at: early })
      .drop("a", early + 1)
      .is("confirming", "reorganised", 0n)
      .drop("a", early + 2)
      .is("confirming", "reorganised", 0n)
      .expire(expiresAt)
      .is("expired", "reorganised", 0n))

  it("is written off once, however often it is told", () => {
    const life = new Life().pay("a", { amountMinor: whole, at: early })
    life.drop("a", early + 1).drop("a", early + 2)
    assert.strictEqual(life.books.balance.adjustmentsMinor, -990n)
  })

  it("is healed when the transfer comes back: it is credited anew, and the balance is what it was", () => {
    const life = new Life()
      .pay("a", { amountMinor: whole, at: early })
      .drop("a", early + 1)
      .pay("a", { amountMinor: whole, at: early + 2 })
      .is("paid", "none", whole)
    assert.strictEqual(life.books.balance.availableMinor, 990n)
    assert.strictEqual(life.books.accounts.invoiceFees, 10n)
  })

  it("of a transfer after expiry does not make a paid invoice payable again", () =>
    new Life()
      .pay("a", { amountMinor: whole, at: early })
      .drop("a", expiresAt + 1)
      .pay("b", { amountMinor: whole, at: expiresAt + 2 })
      .is("paid", "reorganised", whole))
})

describe("one transfer", () => {
  it("is the network's hash and log index: two logs of one transaction are two transfers", () => {
    const life = new Life()
    for (const logIndex of [0, 1]) {
      const transfer = { txHash: "a", logIndex, amountMinor: 500n, confirmations: 3, seenAt: early }
      life.tell({ _tag: "Observe", transfer, at: early })
    }
    life.is("paid", "none", whole)
    life.tell({ _tag: "Drop", txHash: "a", logIndex: 1, at: early + 1 })
    life.is("paid", "reorganised", 500n)
  })

  it("is credited with the amount that is confirmed, not with the one that was shown before", () =>
    new Life()
      .see("a", { amountMinor: whole, at: early })
      .pay("a", { amountMinor: 300n, at: early + 1 })
      .is("confirming", "none", 300n))

  it("is not credited again when the network shows another amount later", () =>
    new Life()
      .pay("a", { amountMinor: whole, at: early })
      .pay("a", { amountMinor: 9000n, at: early + 1 })
      .is("paid", "none", whole))

  it("may lose confirmations before it is credited", () => {
    const life = new Life()
      .see("a", { amountMinor: whole, at: early, confirmations: 2 })
      .see("a", { amountMinor: whole, at: early + 1, confirmations: 1 })
      .is("confirming", "none", 0n)
    assert.deepStrictEqual(
      life.state.transfers.map(({ confirmations }) => confirmations),
      [1]
    )
  })

  it("that was never seen cannot be dropped", () => {
    const life = new Life()
    assert.isUndefined(life.tell({ _tag: "Drop", txHash: "a", logIndex: 0, at: early }))
  })
})
