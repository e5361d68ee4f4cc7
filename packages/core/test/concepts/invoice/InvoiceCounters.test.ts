import { Option, Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  Invoice,
  type InvoiceCommand,
  type InvoiceOrder,
  type InvoiceState,
  type IssuedInvoice
} from "../../../src/concepts/invoice/Invoice.ts"
import { issuedInvoice } from "../../../src/concepts/invoice/InvoiceAsOf.ts"
import { invoiceCounters } from "../../../src/concepts/invoice/invoiceCounters.ts"
import {
  addFigures,
  type CounterChange,
  type InvoiceFigures,
  zeroFigures
} from "../../../src/kernel/counter/Counter.ts"
import { millisPerHour } from "../../../src/kernel/time/Instant.ts"
import { holds } from "../../holds.ts"
import { show } from "../../kernel/machine/explore.ts"
import { expiresAt, graceEnd, issuedAt, orderOf, receiptOf } from "./fiatSamples.ts"

/** Invoices of two partners that share creation instants, currencies and batches in part. */
const orders: ReadonlyArray<InvoiceOrder> = [
  orderOf("inv_1", { batchId: Option.some("bat_1") }),
  orderOf("inv_2", { batchId: Option.some("bat_1"), amountMinor: 700n }),
  orderOf("inv_3", { currency: "USD", amountMinor: 1n }),
  orderOf("inv_4", { createdAt: issuedAt - millisPerHour }),
  orderOf("inv_5", { partnerId: "prt_2", batchId: Option.some("bat_2") })
]

interface Taken {
  readonly paid: number
  readonly paidMinor: bigint
}

/** What a store keeps: every change added to what stands there. */
class RollUps {
  readonly figures: Record<string, InvoiceFigures> = {}
  readonly banks: Record<string, Taken> = {}
  readonly batches: Record<string, Taken> = {}

  add(change: CounterChange): void {
    assert.isFalse(
      numbersOf(change).some((each) => Object.is(each, -0)),
      `a negative zero: ${show(change)}`
    )
    switch (change._tag) {
      case "Invoices": {
        const name = nameOf(change)
        this.figures[name] = addFigures(this.figures[name] ?? zeroFigures, change.change)
        break
      }
      case "Bank":
        addTaken(this.banks, `${nameOf(change)} ${change.bank}`, change)
        break
      case "Batch":
        assert.strictEqual(change.mailsUnsent, 0)
        addTaken(this.batches, `${change.partnerId} ${change.batchId}`, change)
    }
  }
}

const nameOf = (of: {
  readonly partnerId: string
  readonly currency: string
  readonly createdAt: number
}): string => `${of.partnerId} ${of.currency} ${of.createdAt}`

const addTaken = (all: Record<string, Taken>, name: string, { paid, paidMinor }: Taken): void => {
  const before = all[name] ?? { paid: 0, paidMinor: 0n }
  all[name] = { paid: before.paid + paid, paidMinor: before.paidMinor + paidMinor }
}

const numbersOf = (change: CounterChange): ReadonlyArray<unknown> =>
  change._tag === "Invoices" ? Object.values(change.change) : Object.values(change)

/** The same roll-ups, counted from how the invoices stand and nothing else. */
const countedFrom = (invoices: ReadonlyArray<IssuedInvoice>): RollUps => {
  const all = new RollUps()
  for (const invoice of invoices) {
    const { batchId, partnerId } = invoice.order
    const group = invoices.filter(({ order }) => nameOf(order) === nameOf(invoice.order))
    const count = (status: string): number => group.filter(({ _tag }) => _tag === status).length
    all.figures[nameOf(invoice.order)] = {
      created: group.length,
      paid: count("paid"),
      expired: count("expired"),
      cancelled: count("cancelled"),
      paidMinor: group.reduce((sum, { _tag, order }) => sum + (_tag === "paid" ? order.amountMinor : 0n), 0n)
    }
    if (invoice._tag !== "paid") continue
    const taken = { paid: 1, paidMinor: invoice.order.amountMinor }
    addTaken(all.banks, `${nameOf(invoice.order)} ${invoice.receipt.payerBank}`, taken)
    if (Option.isSome(batchId)) addTaken(all.batches, `${partnerId} ${batchId.value}`, taken)
  }
  return all
}

const instant = fc.constantFrom(issuedAt, issuedAt + 1, expiresAt - 1, expiresAt, graceEnd, graceEnd + 1)
const happening = (order: InvoiceOrder): fc.Arbitrary<InvoiceCommand> => {
  const { amountMinor, currency } = order
  const paid = { amount: fc.constantFrom(amountMinor, 3n), bank: fc.constantFrom("Steppe", "Lake") }
  return fc.oneof(
    fc
      .record({ ...paid, operationId: fc.constantFrom("a", "b"), bankTime: instant, at: instant })
      .map(({ amount, at, bank, bankTime, operationId }): InvoiceCommand => {
        const chosen = { amountMinor: amount, currency, payerBank: bank }
        return { _tag: "Pay", receipt: receiptOf(operationId, bankTime, chosen), at }
      }),
    instant.map((at): InvoiceCommand => ({ _tag: "Expire", at })),
    instant.map((at): InvoiceCommand => ({ _tag: "Cancel", at }))
  )
}

const step = fc
  .nat(orders.length - 1)
  .chain((which) => happening(orders[which] ?? orderOf("inv_0")).map((command) => ({ which, command })))
const histories = fc.array(step, { maxLength: 40 })

/** Runs a history and tells each step: the states that a command went through, the first and the last included. */
const run = (
  history: ReadonlyArray<{ readonly which: number; readonly command: InvoiceCommand }>,
  tell: (path: ReadonlyArray<InvoiceState>) => void
): ReadonlyArray<IssuedInvoice> => {
  const states: Array<InvoiceState> = orders.map(() => Invoice.initial)
  const issues = orders.map((order, which) => ({ which, command: { _tag: "Issue", order } as const }))
  for (const { command, which } of [...issues, ...history]) {
    const from = states[which] ?? Invoice.initial
    const decision = Invoice.decide(from, command)
    if (Result.isFailure(decision)) continue
    const path = [from]
    for (const event of decision.success) path.push(Invoice.evolve(path.at(-1) ?? from, event))
    tell(path)
    states[which] = path.at(-1) ?? from
  }
  return states.map(issuedInvoice)
}

describe("the counters of invoices", () => {
  it("add up over any history to a count over the states it ends in", () =>
    holds(
      fc.property(histories, (history) => {
        const rollUps = new RollUps()
        const ends = run(history, (path) => {
          const last = path.at(-1)
          if (last === undefined || last._tag === "absent") return
          for (const change of invoiceCounters(path[0] ?? last, last)) rollUps.add(change)
        })
        assert.deepStrictEqual(rollUps, countedFrom(ends))
      }),
      1_000
    ))

  it("are the same whether a command that takes two steps is counted at once or step by step", () =>
    holds(
      fc.property(histories, (history) => {
        const stepwise = new RollUps()
        const ends = run(history, (path) => {
          for (const [i, next] of path.entries()) {
            const previous = path[i - 1]
            if (previous === undefined || next._tag === "absent") continue
            for (const change of invoiceCounters(previous, next)) stepwise.add(change)
          }
        })
        assert.deepStrictEqual(stepwise, countedFrom(ends))
      }),
      1_000
    ))

  it("do not move where the status does not", () => {
    const ends = run([], () => undefined)
    for (const invoice of ends) assert.deepStrictEqual(invoiceCounters(invoice, invoice), [])
  })

  it("take an invoice out of the expired ones when late money pays it", () => {
    const order = orderOf("inv_1", { batchId: Option.some("bat_1") })
    const receipt = receiptOf("a", graceEnd)
    const expired: IssuedInvoice = { _tag: "expired", order, redactedAt: Option.none(), updatedAt: expiresAt }
    const at = graceEnd
    const paid: IssuedInvoice = {
      ...expired,
      _tag: "paid",
      receipt,
      late: true,
      paidAt: at,
      reversedAt: Option.none(),
      updatedAt: at
    }
    const { createdAt, currency, partnerId } = order
    const one = { paid: 1, paidMinor: 1000n }
    assert.deepStrictEqual(invoiceCounters(expired, paid), [
      {
        _tag: "Invoices",
        partnerId,
        currency,
        createdAt,
        change: { created: 0, expired: -1, cancelled: 0, ...one }
      },
      { _tag: "Bank", partnerId, currency, createdAt, bank: receipt.payerBank, ...one },
      { _tag: "Batch", partnerId, batchId: "bat_1", mailsUnsent: 0, ...one }
    ])
  })
})
