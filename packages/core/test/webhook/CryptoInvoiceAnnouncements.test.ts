import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { IssuedCryptoInvoice } from "../../src/cryptoInvoice/CryptoInvoiceRecord.ts"
import type { CryptoInvoiceEvent } from "../../src/cryptoInvoice/CryptoInvoice.ts"
import { cryptoInvoiceAnnouncements } from "../../src/cryptoInvoice/cryptoInvoiceAnnouncements.ts"
import { cryptoInvoiceView } from "../../src/cryptoInvoice/CryptoInvoiceView.ts"
import { histories, type LaterCommand, orders } from "../cryptoInvoice/histories.ts"
import { expiresAt, issuedAt, order, requiredConfirmations } from "../cryptoInvoice/invoiceSamples.ts"
import { Life } from "../cryptoInvoice/Life.ts"
import { holds } from "../holds.ts"
import { show } from "../machine/explore.ts"

const publicUrl = "https://pay.example"

const announcementsOf = (events: ReadonlyArray<CryptoInvoiceEvent>, next: IssuedCryptoInvoice) =>
  cryptoInvoiceAnnouncements(events, next, publicUrl)

/** A command, and the types of what webhooks are told of it; nothing where it is refused. */
const typesAfter = (life: Life, command: LaterCommand): ReadonlyArray<string> => {
  const events = life.tell(command) ?? []
  return announcementsOf(events, life.state).map(({ type }) => type)
}

const see = (
  txHash: string,
  amountMinor: bigint,
  confirmations: number,
  at = issuedAt + 1
): LaterCommand => ({
  _tag: "Observe",
  transfer: { txHash, logIndex: 0, amountMinor, confirmations, seenAt: at },
  at
})
const confirmed = requiredConfirmations

/** What the invoice is worth as confirmed money, by its view. */
const paidOf = (invoice: IssuedCryptoInvoice): number => cryptoInvoiceView(invoice, publicUrl).paidAmount

describe("what webhooks are told of a crypto invoice", () => {
  const paths: ReadonlyArray<
    readonly [
      what: string,
      commands: ReadonlyArray<LaterCommand>,
      types: ReadonlyArray<ReadonlyArray<string>>
    ]
  > = [
    ["money is seen", [see("a", 1000n, 0)], [["crypto.invoice.confirming"]]],
    [
      "money is seen, gets confirmations and is enough",
      [see("a", 1000n, 0), see("a", 1000n, 1), see("a", 1000n, confirmed)],
      [["crypto.invoice.confirming"], [], ["crypto.invoice.paid"]]
    ],
    ["money is first seen when it is final", [see("a", 1000n, confirmed)], [["crypto.invoice.paid"]]],
    [
      "the rest comes after a part",
      [see("a", 400n, confirmed), see("b", 600n, confirmed)],
      [["crypto.invoice.confirming"], ["crypto.invoice.paid"]]
    ],
    [
      "too much comes at once",
      [see("a", 1001n, confirmed)],
      [["crypto.invoice.paid", "crypto.invoice.overpaid"]]
    ],
    [
      "more comes to a paid one, on the way first, twice",
      [see("a", 1000n, confirmed), see("b", 1n, 0), see("b", 1n, confirmed), see("c", 1n, confirmed)],
      [["crypto.invoice.paid"], [], ["crypto.invoice.overpaid"], ["crypto.invoice.overpaid"]]
    ],
    ["the time runs out", [{ _tag: "Expire", at: expiresAt }], [["crypto.invoice.expired"]]],
    [
      "the time runs out on a part",
      [see("a", 400n, confirmed), { _tag: "Expire", at: expiresAt }],
      [["crypto.invoice.confirming"], ["crypto.invoice.underpaid"]]
    ],
    [
      "late money reaches the amount",
      [
        { _tag: "Expire", at: expiresAt },
        see("a", 1000n, 0, expiresAt + 1),
        see("a", 1000n, confirmed, expiresAt + 1)
      ],
      [["crypto.invoice.expired"], ["crypto.invoice.confirming"], ["crypto.invoice.paid"]]
    ],
    ["it is withdrawn", [{ _tag: "Cancel", at: issuedAt + 1 }], [["crypto.invoice.cancelled"]]],
    [
      "money was seen and is gone",
      [see("a", 1000n, 0), { _tag: "Drop", txHash: "a", logIndex: 0, at: issuedAt + 2 }],
      [["crypto.invoice.confirming"], []]
    ],
    [
      "money is gone after the time ran out",
      [see("a", 1000n, 0), { _tag: "Drop", txHash: "a", logIndex: 0, at: expiresAt }],
      [["crypto.invoice.confirming"], ["crypto.invoice.expired"]]
    ],
    [
      "money that was credited is gone",
      [see("a", 1000n, confirmed), { _tag: "Drop", txHash: "a", logIndex: 0, at: issuedAt + 2 }],
      [["crypto.invoice.paid"], []]
    ]
  ]
  for (const [what, commands, types] of paths)
    it(`when ${what}`, () => {
      const life = new Life(order)
      assert.deepStrictEqual(
        commands.map((command) => typesAfter(life, command)),
        types
      )
    })

  it("does not tell that it was issued: the caller knows", () => {
    const { state } = new Life(order)
    assert.deepStrictEqual(announcementsOf([{ _tag: "CryptoInvoiceIssued", order }], state), [])
  })

  it("is, in any history, the status that it has now where that is another, and each credit that leaves too much", () =>
    holds(
      fc.property(orders, histories({ heardLate: true }), (any, commands) => {
        const life = new Life(any)
        for (const command of commands) {
          const before = life.state
          const events = life.tell(command) ?? []
          const types = announcementsOf(events, life.state).map(({ type }) => type)
          const { _tag } = life.state
          // It may have been underpaid for a moment and be on its way again; that may be told.
          const isBack =
            _tag === before._tag && events.some((event) => event._tag === "CryptoInvoiceUnderpaid")
          const reached =
            (_tag === before._tag && !isBack) || _tag === "pending" ? [] : [`crypto.invoice.${_tag}`]
          const { expectedAmount, paidAmount } = cryptoInvoiceView(life.state, publicUrl)
          const isOver = paidAmount > paidOf(before) && paidAmount > expectedAmount
          assert.deepStrictEqual<ReadonlyArray<string>>(
            types,
            isOver ? [...reached, "crypto.invoice.overpaid"] : reached,
            show(command)
          )
        }
      }),
      1_000
    ))

  it("shows the invoice as the API does after the step, and names events of it, each once", () =>
    holds(
      fc.property(orders, histories({ heardLate: true }), (any, commands) => {
        const life = new Life(any)
        for (const command of commands) {
          const events = life.tell(command) ?? []
          const announcements = announcementsOf(events, life.state)
          const named = announcements.map(({ event }) => event)
          assert.strictEqual(new Set(named).size, named.length)
          for (const { event, object } of announcements) {
            assert.isTrue(events.some((each) => each === event))
            assert.deepStrictEqual(object(), cryptoInvoiceView(life.state, publicUrl))
          }
        }
      })
    ))
})
