import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { InvoiceCommand, InvoiceStatus } from "../../../src/concepts/invoice/Invoice.ts"
import { invoiceAsOf } from "../../../src/concepts/invoice/InvoiceAsOf.ts"
import { holds } from "../../holds.ts"
import { show } from "../../kernel/machine/explore.ts"
import { expiresAt, graceEnd, issuedAt, order, receiptOf } from "./fiatSamples.ts"
import { InvoiceLife } from "./InvoiceLife.ts"

type LaterCommand = Exclude<InvoiceCommand, { readonly _tag: "Issue" }>

const instant = fc.oneof(
  fc
    .tuple(fc.constantFrom(issuedAt + 1, expiresAt, graceEnd), fc.integer({ min: -1, max: 1 }))
    .map(([moment, off]) => moment + off),
  fc.integer({ min: issuedAt, max: graceEnd + 1000 })
)

/** Mostly the whole amount in the right currency, told at once, long after, or by a bank whose clock is ahead. */
const payment = fc
  .record({
    operationId: fc.constantFrom("a", "b", "c"),
    amountMinor: fc.oneof(
      { weight: 4, arbitrary: fc.constant(order.amountMinor) },
      { weight: 1, arbitrary: fc.constantFrom(0n, 999n, 1001n) }
    ),
    currency: fc.oneof(
      { weight: 9, arbitrary: fc.constant(order.currency) },
      { weight: 1, arbitrary: fc.constant("USD" as const) }
    ),
    bankTime: instant,
    lag: fc.option(fc.constantFrom(-1, 1, graceEnd - issuedAt), { nil: 0 })
  })
  .map(({ bankTime, lag, operationId, ...chosen }): LaterCommand => {
    const receipt = receiptOf(operationId, bankTime, chosen)
    return { _tag: "Pay", receipt, at: bankTime + lag }
  })

const histories = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: payment },
      { weight: 1, arbitrary: instant.map((at): LaterCommand => ({ _tag: "Expire", at })) },
      { weight: 1, arbitrary: instant.map((at): LaterCommand => ({ _tag: "Cancel", at })) },
      { weight: 1, arbitrary: instant.map((at): LaterCommand => ({ _tag: "Redact", at })) },
      { weight: 1, arbitrary: instant.map((at): LaterCommand => ({ _tag: "NoteUnresolved", at })) },
      { weight: 1, arbitrary: instant.map((at): LaterCommand => ({ _tag: "NoteReversed", at })) }
    ),
    { maxLength: 15 }
  )
  .map((commands) => commands.toSorted((one, other) => one.at - other.at))

/** A second, simpler account of an invoice: who paid it, whether it was withdrawn, and the clock. */
class InvoiceModel {
  paidBy: { readonly operationId: string; readonly bankTime: number } | undefined
  cancelled = false

  /** Carries out a command and says whether it must be accepted. */
  tell(command: LaterCommand): boolean {
    const isOpen = this.paidBy === undefined && !this.cancelled
    switch (command._tag) {
      case "Expire":
      case "NoteUnresolved":
        return true
      case "Cancel":
        if (!isOpen || command.at >= expiresAt) return false
        this.cancelled = true
        return true
      case "Redact":
        if (isOpen && command.at < expiresAt) this.cancelled = true
        return true
      case "NoteReversed":
        return this.paidBy !== undefined
      case "Pay": {
        const { amountMinor, bankTime, currency, operationId } = command.receipt
        if (this.paidBy?.operationId === operationId) return true
        const fits = amountMinor === order.amountMinor && currency === order.currency
        if (!isOpen || !fits || bankTime > graceEnd) return false
        this.paidBy = { operationId, bankTime }
        return true
      }
    }
  }

  status(at: number): InvoiceStatus {
    if (this.cancelled) return "cancelled"
    if (this.paidBy !== undefined) return "paid"
    return at >= expiresAt ? "expired" : "pending"
  }
}

const runs = 2_000

describe("any history of a fiat invoice", () => {
  it("agrees with the simpler model after every step: status, lateness and money", () =>
    holds(
      fc.property(histories, (commands) => {
        const life = new InvoiceLife()
        const model = new InvoiceModel()
        for (const command of commands) {
          const accepted = life.tell(command) !== undefined
          assert.strictEqual(accepted, model.tell(command), show(command))
          const { at } = command
          assert.strictEqual(invoiceAsOf(life.state, at)._tag, model.status(at))
          assert.strictEqual(life.late, model.paidBy && model.paidBy.bankTime >= expiresAt)
          const { accounts, balance } = life.books
          const receivedMinor = model.paidBy === undefined ? 0n : order.amountMinor
          assert.deepStrictEqual(balance, {
            availableMinor: receivedMinor,
            receivedMinor,
            paidOutMinor: 0n,
            adjustmentsMinor: 0n,
            pendingMinor: 0n
          })
          assert.strictEqual(accounts.deposits, -receivedMinor)
        }
      }),
      runs
    ))

  it("is the same whether a sweeper runs before every step or never", () =>
    holds(
      fc.property(histories, (commands) => {
        const swept = new InvoiceLife()
        const unswept = new InvoiceLife()
        for (const command of commands) {
          swept.expire(command.at).tell(command)
          unswept.tell(command)
          const { at } = command
          const shown = [swept, unswept].map(({ state }) => ({ ...invoiceAsOf(state, at), updatedAt: 0 }))
          assert.deepStrictEqual(shown[1], shown[0])
        }
        assert.deepStrictEqual(unswept.books.accounts, swept.books.accounts)
      }),
      runs
    ))

  it("does not change when any of its steps is told twice", () =>
    holds(
      fc.property(histories, (commands) => {
        const once = new InvoiceLife()
        const twice = new InvoiceLife()
        for (const command of commands) {
          once.tell(command)
          twice.tell(command)
          twice.tell(command)
        }
        assert.deepStrictEqual(twice.state, once.state)
        assert.deepStrictEqual(twice.books.accounts, once.books.accounts)
      }),
      runs
    ))
})
