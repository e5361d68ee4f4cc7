import { assert, describe, it } from "vitest"
import { confirmationsOf } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceFigures.ts"
import { expiresAt, issuedAt, order, requiredConfirmations, watchUntil } from "./invoiceSamples.ts"
import { Life } from "./Life.ts"

/** What the model of any history leaves open, or does not look at. */

const whole = 1000n
const early = issuedAt + 1

/** The status, the exception and what is paid after each of these lives. */
const lives: { readonly [story: string]: readonly [life: Life, ...is: Parameters<Life["is"]>] } = {
  "all of it is gone after the expiry": [
    new Life().see("a", { amountMinor: whole, at: expiresAt - 1 }).drop("a", expiresAt),
    ...(["expired", "reorganised", 0n] as const)
  ],
  "too little of it is left after the expiry": [
    new Life()
      .see("a", { amountMinor: 600n, at: early })
      .pay("b", { amountMinor: 400n, at: early })
      .drop("a", expiresAt),
    ...(["underpaid", "reorganised", 400n] as const)
  ],
  "a part is gone after the expiry was recorded": [
    new Life()
      .see("a", { amountMinor: 400n, at: early })
      .expire(expiresAt)
      .drop("a", expiresAt + 1),
    ...(["underpaid", "reorganised", 0n] as const)
  ],
  "a part is gone after an expiry that nobody recorded": [
    new Life().see("a", { amountMinor: 400n, at: early }).drop("a", expiresAt + 1),
    ...(["underpaid", "reorganised", 0n] as const)
  ],
  "what was on its way is gone before the expiry": [
    new Life().see("a", { amountMinor: whole, at: early }).drop("a", early + 1),
    ...(["pending", "reorganised", 0n] as const)
  ],
  "a part that was credited is gone, which is told twice": [
    new Life()
      .pay("a", { amountMinor: 400n, at: early })
      .drop("a", early + 1)
      .drop("a", early + 2),
    ...(["confirming", "reorganised", 0n] as const)
  ],
  "a part that was credited is gone, until the expiry": [
    new Life()
      .pay("a", { amountMinor: 400n, at: early })
      .drop("a", early + 1)
      .expire(expiresAt),
    ...(["expired", "reorganised", 0n] as const)
  ],
  "some but not enough money is there, confirmed": [
    new Life().pay("a", { amountMinor: 999n, at: early }).expire(expiresAt),
    ...(["underpaid", "underpaid", 999n] as const)
  ],
  "some but not enough money is there, confirmed or not": [
    new Life().see("a", { amountMinor: 999n, at: early }).expire(expiresAt),
    ...(["underpaid", "underpaid", 0n] as const)
  ],
  "late money does not reach the amount": [
    new Life().expire(expiresAt).pay("a", { amountMinor: 999n, at: expiresAt + 1 }),
    ...(["expired", "late", 999n] as const)
  ],
  "money of after the watch period comes, and older money is heard of again": [
    new Life()
      .see("a", { amountMinor: 400n, at: expiresAt + 1 })
      .pay("b", { amountMinor: 600n, at: watchUntil + 1 })
      .pay("a", { amountMinor: 400n, at: watchUntil + 2, seenAt: expiresAt + 1 }),
    ...(["expired", "late", whole] as const)
  ],
  "money of after the watch period comes, and what was on its way is gone": [
    new Life()
      .see("a", { amountMinor: whole, at: early })
      .pay("b", { amountMinor: whole, at: watchUntil + 1 })
      .drop("a", watchUntil + 2),
    ...(["underpaid", "underpaid", whole] as const)
  ],
  "a transfer of nothing is heard of at the expiry": [
    new Life().pay("a", { amountMinor: 0n, at: expiresAt }),
    ...(["expired", "none", 0n] as const)
  ]
}

describe("an invoice of which", () => {
  for (const [story, [life, ...is]] of Object.entries(lives))
    it(`${story} is ${is.slice(0, 2).join(", ")}`, () => void life.is(...is))
})

describe("a transfer", () => {
  it("is the network's hash and log index: two logs of one transaction are two", () => {
    const life = new Life()
    for (const logIndex of [0, 1]) {
      const transfer = { txHash: "a", logIndex, amountMinor: 500n, confirmations: 3, seenAt: early }
      life.tell({ _tag: "Observe", transfer, at: early })
    }
    life.is("paid", "none", whole)
    life.tell({ _tag: "Drop", txHash: "a", logIndex: 1, at: early + 1 })
    life.is("paid", "reorganised", 500n)
  })

  it("may lose confirmations before it is credited; the least confirmed is shown, up to those required", () => {
    const life = new Life()
    assert.strictEqual(confirmationsOf(life.state), 0)
    life.see("a", { amountMinor: 400n, at: early, confirmations: 99 })
    assert.strictEqual(confirmationsOf(life.state), requiredConfirmations)
    life.see("b", { amountMinor: 600n, at: early, confirmations: 2 })
    life.see("b", { amountMinor: 600n, at: early + 1, confirmations: 1 })
    assert.strictEqual(confirmationsOf(life.state), 1)
  })

  it("is told of no more once it is credited, however many confirmations it gets", () => {
    const life = new Life().pay("a", { amountMinor: 400n, at: early })
    const transfer = { txHash: "a", logIndex: 0, amountMinor: 400n, confirmations: 99, seenAt: early }
    assert.deepStrictEqual(life.tell({ _tag: "Observe", transfer, at: early + 1 }), [])
  })

  it("that is reorganised away takes the balance below zero when its money is spent", () => {
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
    assert.deepInclude(life.state.transfers[0], { _tag: "reversed", confirmations: 0 })
  })
})
