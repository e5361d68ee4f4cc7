import { assert, describe, it } from "vitest"
import { Invoice, type InvoiceCommand, type InvoiceState } from "../../../src/concepts/invoice/Invoice.ts"
import { invoiceView } from "../../../src/concepts/invoice/InvoiceView.ts"
import { invoiceAnnouncements } from "../../../src/concepts/invoice/invoiceAnnouncements.ts"
import { invariant } from "../../../src/kernel/machine/invariant.ts"
import { explore, show } from "../../kernel/machine/explore.ts"
import { expiresAt, graceEnd, issuedAt, order, receiptOf } from "../invoice/fiatSamples.ts"

const publicUrl = "https://pay.example"
const instants = [issuedAt + 1, expiresAt, graceEnd]

const commands: ReadonlyArray<InvoiceCommand> = [
  { _tag: "Issue", order },
  ...instants.flatMap(
    (at): ReadonlyArray<InvoiceCommand> => [
      { _tag: "Expire", at },
      { _tag: "Cancel", at },
      ...instants.map((bankTime) => ({ _tag: "Pay" as const, receipt: receiptOf("op_1", bankTime), at }))
    ]
  )
]

/** Time does not run backwards. */
const inOrder = (state: InvoiceState, command: InvoiceCommand): boolean =>
  state._tag === "absent" || command._tag === "Issue" || command.at >= state.updatedAt

const { steps } = explore(Invoice, commands, show, 4, inOrder)

const typeOfStatus: Readonly<Record<string, string>> = {
  pending: "invoice.created",
  paid: "invoice.paid",
  expired: "invoice.expired",
  cancelled: "invoice.cancelled"
}

const announced = steps.map(({ events, from, to }) => {
  invariant(to._tag !== "absent", "an accepted command leaves an invoice")
  return { from, to, events, announcements: invoiceAnnouncements(events, to, publicUrl) }
})

describe("what webhooks are told of a fiat invoice", () => {
  it("is the status that it reached, once, and not those that it passed on the way", () => {
    for (const { announcements, from, to } of announced)
      assert.deepStrictEqual(
        announcements.map(({ type }) => type),
        from._tag === to._tag ? [] : [typeOfStatus[to._tag] ?? assert.fail()],
        `${from._tag} → ${to._tag}`
      )
    const types = announced.flatMap(({ announcements }) => announcements.map(({ type }) => type))
    assert.sameMembers([...new Set(types)], Object.values(typeOfStatus))
  })

  it("is only that it is paid where nobody had recorded that it expired", () => {
    const late = announced.filter(
      ({ from, to }) => from._tag === "pending" && to._tag === "paid" && to.late && to.paidAt >= expiresAt
    )
    assert.isAbove(late.length, 0)
    for (const { announcements, events } of late) {
      assert.deepStrictEqual(
        events.map(({ _tag }) => _tag),
        ["InvoiceExpired", "InvoicePaid"]
      )
      assert.deepStrictEqual(
        announcements.map(({ event, type }) => [event._tag, type]),
        [["InvoicePaid", "invoice.paid"]]
      )
    }
  })

  it("shows the invoice as the API does after the step, and names an event of it", () => {
    for (const { announcements, events, to } of announced) {
      for (const { event, object } of announcements) {
        assert.isTrue(events.some((each) => each === event))
        assert.deepStrictEqual(object(), invoiceView(to, publicUrl))
      }
    }
  })
})
