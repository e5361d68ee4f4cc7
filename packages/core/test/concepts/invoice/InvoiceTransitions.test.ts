import { Option } from "effect"
import { assert, describe, it } from "vitest"
import { receiptFaults } from "../../../src/concepts/bankPayment/BankReceipt.ts"
import {
  Invoice,
  type InvoiceCommand,
  InvoiceCommandRefused,
  type InvoiceState,
  invoice,
  invoiceStatuses,
  invoiceTransitions,
  ReceiptRefused,
  receiptFault
} from "../../../src/concepts/invoice/Invoice.ts"
import { explore, show } from "../../kernel/machine/explore.ts"
import { lawsOf } from "../../kernel/machine/lawsOf.ts"
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

/** Money of another currency, and more of it than is due. */
const others = [{ currency: "USD" as const }, { amountMinor: order.amountMinor + 1n }].flatMap((chosen) =>
  instants.map((at): InvoiceCommand => ({ _tag: "Pay", receipt: receiptOf("c", at, chosen), at }))
)

const commands: ReadonlyArray<InvoiceCommand> = [
  { _tag: "Issue", order },
  ...payments,
  ...others,
  ...instants.flatMap(
    (at): ReadonlyArray<InvoiceCommand> => [
      { _tag: "Expire", at },
      { _tag: "Cancel", at },
      { _tag: "Redact", at },
      { _tag: "NoteUnresolved", at },
      { _tag: "NoteReversed", at }
    ]
  )
]

/** Time does not run backwards. */
const inOrder = (state: InvoiceState, command: InvoiceCommand): boolean =>
  state._tag === "absent" || command._tag === "Issue" || command.at >= state.updatedAt

const explored = explore(Invoice, commands, show, 4, inOrder)
const { steps } = explored

const refused = (named: { readonly from: string; readonly command: string }) =>
  new InvoiceCommandRefused(named)

/** What a refusal must say, told without the machine; nothing where there is none. */
const refusalOf = (from: InvoiceState, command: InvoiceCommand) => {
  const named = (tag: string) => refused({ from: tag, command: command._tag })
  if (from._tag === "absent" || command._tag === "Issue")
    return from._tag === "absent" && command._tag === "Issue" ? undefined : named(from._tag)
  if (command._tag === "Pay") {
    const { amountMinor, bankTime, currency, operationId } = command.receipt
    if (from._tag === "paid" && from.receipt.operationId === operationId) return undefined
    if (amountMinor !== order.amountMinor || currency !== order.currency)
      return new ReceiptRefused({ fault: "wrongAmount" })
    if (from._tag === "cancelled") return new ReceiptRefused({ fault: "cancelled" })
    if (from._tag === "paid") return new ReceiptRefused({ fault: "alreadyPaid" })
    return bankTime > graceEnd ? new ReceiptRefused({ fault: "tooLate" }) : undefined
  }
  if (command._tag === "NoteReversed") return from._tag === "paid" ? undefined : named(from._tag)
  const isDue = from._tag === "pending" && command.at >= expiresAt
  return command._tag === "Cancel" && (isDue || from._tag !== "pending")
    ? named(isDue ? "expired" : from._tag)
    : undefined
}

const issued = { _tag: "InvoiceIssued", order } as const

lawsOf({
  machine: Invoice,
  transitions: invoiceTransitions,
  explored,
  refused,
  refusalOf,
  repeats: {
    Issue: "is refused",
    Pay: "adds nothing",
    Expire: "adds nothing",
    Cancel: "is refused",
    Redact: "adds nothing",
    NoteUnresolved: "keeps the facts",
    NoteReversed: "adds nothing"
  },
  still: { paid: ["Redact", "NoteUnresolved", "NoteReversed"], cancelled: ["Redact", "NoteUnresolved"] },
  erased: (from) => (from._tag === "absent" ? undefined : invoice.erase(from).order),
  defects: [
    [[issued], issued, "issued once"],
    [[], { _tag: "InvoiceExpired", at: 1 }, "needs an invoice"],
    [[issued], { _tag: "InvoicePaymentReversed", at: 1 }, "money that paid it"]
  ]
})

describe("the invoice machine", () => {
  it("finds every fault in money somewhere, and says the same when it is asked for it alone", () => {
    const found = explored.refusals.flatMap(({ command, from, rejection }) => {
      if (command._tag !== "Pay" || from._tag === "absent") return []
      const fault = receiptFault(from, command.receipt)
      assert.deepStrictEqual(rejection, new ReceiptRefused({ fault: fault ?? "wrongAmount" }))
      return [fault]
    })
    assert.sameMembers([...new Set(found)], [...receiptFaults])
  })

  it("has a status for each state", () =>
    assert.sameMembers(["absent", ...invoiceStatuses], Object.keys(invoiceTransitions)))

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
})
