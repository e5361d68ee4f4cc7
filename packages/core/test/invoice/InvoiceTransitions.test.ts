import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import {
  Invoice,
  type InvoiceCommand,
  InvoiceCommandRefused,
  type InvoiceState,
  invoiceStatuses,
  invoiceTransitions,
  ReceiptRefused,
  invoice
} from "../../src/invoice/Invoice.ts"
import { declaredEdges, edgesOf, explore, show } from "../machine/explore.ts"
import { expiresAt, graceEnd, issuedAt, order, receiptOf } from "./fiatSamples.ts"

const instants = [issuedAt + 1, expiresAt - 1, expiresAt, graceEnd, graceEnd + 1]

/** The whole amount and another one, by two operations, taken at any of the instants and heard of at any of them. */
const payments = ["a", "b"].flatMap((operationId) =>
  [order.amountMinor, order.amountMinor - 1n].flatMap((amountMinor) =>
    instants.flatMap((bankTime) =>
      instants.map((at): InvoiceCommand => {
        const receipt = receiptOf(operationId, bankTime, { amountMinor })
        return { _tag: "Pay", receipt, at }
      })
    )
  )
)

const commands: ReadonlyArray<InvoiceCommand> = [
  { _tag: "Issue", order },
  ...payments,
  ...instants.flatMap(
    (at): ReadonlyArray<InvoiceCommand> => [
      { _tag: "Expire", at },
      { _tag: "Cancel", at },
      { _tag: "Redact", at }
    ]
  )
]

/** Time does not run backwards. */
const inOrder = (state: InvoiceState, command: InvoiceCommand): boolean =>
  state._tag === "absent" || command._tag === "Issue" || command.at >= state.updatedAt

const { refusals, states, steps } = explore(Invoice, commands, show, 4, inOrder)

/** What a refusal must say, told without the machine. */
const refusalOf = (from: InvoiceState, command: InvoiceCommand) => {
  const named = (tag: string) => new InvoiceCommandRefused({ from: tag, command: command._tag })
  if (from._tag === "absent" || command._tag === "Issue") return named(from._tag)
  if (command._tag === "Pay") {
    if (command.receipt.amountMinor !== order.amountMinor) return new ReceiptRefused({ fault: "wrongAmount" })
    if (from._tag === "cancelled") return new ReceiptRefused({ fault: "cancelled" })
    if (from._tag === "paid") return new ReceiptRefused({ fault: "alreadyPaid" })
    return new ReceiptRefused({ fault: "tooLate" })
  }
  const isDue = from._tag === "pending" && command.at >= expiresAt
  return named(isDue ? "expired" : from._tag)
}

describe("the invoice machine", () => {
  it("walks exactly the declared edges, and every one of them", () =>
    assert.deepStrictEqual(edgesOf(steps), declaredEdges(invoiceTransitions)))

  it("reaches every state from the beginning, and has a status for each", () => {
    assert.sameMembers([...new Set(states.map(({ _tag }) => _tag))], Object.keys(invoiceTransitions))
    assert.sameMembers(["absent", ...invoiceStatuses], Object.keys(invoiceTransitions))
  })

  it("answers every refusal with the state and command, or with the fault of the money", () => {
    for (const { command, from } of refusals) {
      const decision = Invoice.decide(from, command)
      assert.deepStrictEqual(
        Result.isFailure(decision) ? decision.failure : undefined,
        refusalOf(from, command),
        `${show(from)} ${show(command)}`
      )
    }
  })

  it("refuses nothing but a second issue, a cancellation too late, money with a fault, and all before the issue", () => {
    for (const { command, from } of refusals) {
      if (from._tag === "absent" || command._tag === "Issue") continue
      assert.notStrictEqual(command._tag, "Expire")
      if (command._tag === "Cancel") assert.isTrue(from._tag !== "pending" || command.at >= expiresAt)
      if (command._tag !== "Pay") continue
      const { amountMinor, bankTime } = command.receipt
      const takes = from._tag === "pending" || from._tag === "expired"
      const faulty = amountMinor !== order.amountMinor || bankTime > graceEnd
      assert.isTrue(!takes || faulty, `${show(from)} ${show(command)}`)
    }
  })

  it("adds nothing when an accepted command is repeated, wherever it was accepted", () => {
    for (const { command, to } of steps) {
      const again = Invoice.decide(to, command)
      if (command._tag === "Issue" || command._tag === "Cancel") assert.isTrue(Result.isFailure(again))
      else assert.deepStrictEqual(again, Result.succeed([]), `${show(to)} ${show(command)}`)
    }
  })

  it("never changes anything of a paid or cancelled invoice but what a redaction erases", () => {
    const final = steps.filter(
      ({ command, from }) => command._tag !== "Redact" && (from._tag === "paid" || from._tag === "cancelled")
    )
    assert.isAbove(final.length, 0)
    for (const { events, from, to } of final) {
      assert.deepStrictEqual(events, [])
      assert.strictEqual(to, from)
    }
  })

  it("never changes what was fixed at the issue, but for what a redaction erases once", () => {
    for (const { command, events, from, to } of steps) {
      if (from._tag === "absent" || to._tag === "absent") continue
      if (command._tag !== "Redact" || events.length === 0) assert.strictEqual(to.order, from.order)
      else assert.deepStrictEqual(to.order, invoice.erase(from).order)
    }
  })

  it("keeps the receipt and the instant of a redaction through whatever comes later", () => {
    for (const { command, from, to } of steps) {
      if (from._tag === "absent" || Option.isNone(from.redactedAt) || to._tag === "absent") continue
      assert.strictEqual(to.redactedAt, from.redactedAt, show(command))
    }
    assert.isTrue(
      steps.some(
        ({ from, to }) => to._tag === "paid" && from._tag === "expired" && Option.isSome(from.redactedAt)
      )
    )
  })

  it("takes an event that no decision can make for a defect", () => {
    const issued = Invoice.evolve(Invoice.initial, { _tag: "InvoiceIssued", order })
    assert.throws(() => Invoice.evolve(issued, { _tag: "InvoiceIssued", order }), "issued once")
    assert.throws(
      () => Invoice.evolve(Invoice.initial, { _tag: "InvoiceExpired", at: 1 }),
      "needs an invoice"
    )
  })
})
