import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { asOf } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceAsOf.ts"
import {
  CryptoInvoiceView,
  cryptoInvoiceView
} from "../../../src/concepts/cryptoInvoice/CryptoInvoiceView.ts"
import {
  cryptoInvoiceExceptionList,
  cryptoInvoiceList
} from "../../../src/concepts/cryptoInvoice/cryptoInvoiceList.ts"
import { type List, type ListFilter, type ListOwner, listedStatus } from "../../../src/kernel/list/List.ts"
import { invariant } from "../../../src/kernel/machine/invariant.ts"
import { dueMinor } from "../../../src/kernel/money/Tolerance.ts"
import { holds } from "../../holds.ts"
import { histories, orders } from "./histories.ts"
import { expiresAt } from "./invoiceSamples.ts"
import { Life } from "./Life.ts"

/** Where an invoice is listed at an instant, however it is recorded. */
const listedBy = <Item, Filter extends ListFilter>(
  { status }: List<Item, ListOwner, Filter>,
  item: Item,
  now: number
): string => {
  invariant(status !== undefined, "the list has a status")
  const listed = listedStatus(status, item, now)
  const recorded = status.of(item)
  if (listed !== recorded) {
    assert.include(status.lapse?.from ?? [], recorded)
    assert.include(status.lapse?.to ?? [], listed)
  }
  return listed
}

describe("the lists of crypto invoices", () => {
  it("have an invoice under the status and the exception that it shows, at any instant of any history", () => {
    const shown = new Set<string>()
    holds(
      fc.property(orders, histories({ heardLate: true }), (order, commands) => {
        const life = new Life(order)
        for (const command of commands) {
          life.tell(command)
          for (const now of [command.at, expiresAt - 1, expiresAt, expiresAt + 1_000_000]) {
            if (now < command.at) continue
            const view = cryptoInvoiceView(asOf(life.state, now), "https://pay.example")
            assert.strictEqual(listedBy(cryptoInvoiceList, life.state, now), view.status)
            assert.strictEqual(listedBy(cryptoInvoiceExceptionList, life.state, now), view.exception)
            shown.add(view.status).add(view.exception)
          }
        }
      }),
      2_000
    )
    for (const each of [
      ...CryptoInvoiceView.fields.status.literals,
      ...CryptoInvoiceView.fields.exception.literals
    ])
      assert.isTrue(shown.has(each), `no history came to ${each}`)
  })

  it("have an invoice whose only credit was taken back as the clock shows it, not as confirming for ever", () => {
    const life = new Life().pay("a", { amountMinor: 400n, at: expiresAt - 10 }).drop("a", expiresAt - 5)
    assert.strictEqual(life.state._tag, "confirming")
    assert.strictEqual(listedBy(cryptoInvoiceList, life.state, expiresAt - 1), "confirming")
    assert.strictEqual(listedBy(cryptoInvoiceList, life.state, expiresAt), "expired")
    assert.strictEqual(listedBy(cryptoInvoiceExceptionList, life.state, expiresAt), "reorganised")
  })

  it("say that less is missing than the tolerance where the invoice says so", () => {
    holds(
      fc.property(orders, fc.bigInt({ min: 1n, max: 1_100n }), (order, amountMinor) => {
        const life = new Life(order).see("a", { amountMinor, at: expiresAt - 1 })
        const isCovered = amountMinor >= dueMinor(order)
        const listed = listedBy(cryptoInvoiceExceptionList, life.state, expiresAt)
        assert.strictEqual(listed === "underpaid", !isCovered)
      }),
      500
    )
  })
})
