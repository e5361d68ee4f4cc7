import { Schema } from "effect"
import { amount, moment } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { FiatCurrency } from "../../kernel/money/Currency.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { InvoiceEvent, IssuedInvoice } from "../invoice/Invoice.ts"
import { invoiceAsOf } from "../invoice/InvoiceAsOf.ts"
import { invoiceView } from "../invoice/InvoiceView.ts"
import { invoiceTopic } from "../invoice/invoiceAnnouncements.ts"
import type { Announcement } from "../webhook/Announcement.ts"
import { beside, sampleId } from "../webhook/Topic.ts"
import type { BankPaymentId, RecordedBankPayment } from "./BankPayment.ts"
import { type BookedReceipt, receiptFaults } from "./BankReceipt.ts"
import { bankPaymentPrefix } from "./bankPaymentNames.ts"

/** Money that an invoice could not take, as webhooks show it: without the payer. */
const UnresolvedPaymentView = Schema.Struct({
  id: Schema.String.annotate({ description: "The id of the bank payment." }),
  amount: amount("What the bank took, in `currency`."),
  currency: FiatCurrency,
  fault: Schema.Literals(receiptFaults).annotate(
    component("PaymentFault", "Why the invoice could not take the money.")
  ),
  bankTime: moment("When the bank took it.")
}).annotate(
  component(
    "UnresolvedPayment",
    "Money from a bank that the invoice could not take. The operator returns it."
  )
)
export interface UnresolvedPaymentView extends Schema.Schema.Type<typeof UnresolvedPaymentView> {}

/** Money that a bank took back, as webhooks show it: without the payer. */
const ReversedPaymentView = Schema.Struct({
  id: UnresolvedPaymentView.fields.id,
  amount: UnresolvedPaymentView.fields.amount,
  currency: UnresolvedPaymentView.fields.currency,
  bankTime: UnresolvedPaymentView.fields.bankTime,
  recalledOn: Schema.String.annotate({
    description: "The day on which the bank booked that it took the money back.",
    examples: ["2026-01-20"]
  })
}).annotate(component("ReversedPayment", "Money that had paid the invoice and that the bank has taken back."))
export interface ReversedPaymentView extends Schema.Schema.Type<typeof ReversedPaymentView> {}

/** The webhook events of money that an operator has to return, or to claim again. */
export const bankPaymentTopics = {
  "invoice.payment_unresolved": invoiceTopic(
    "A bank took money that a fiat invoice could not take: it is returned by the operator",
    "cancelled",
    {
      payment: beside<UnresolvedPaymentView>(UnresolvedPaymentView, () => ({
        id: sampleId(bankPaymentPrefix),
        amount: 25,
        currency: "USD",
        fault: "cancelled"
      }))
    }
  ),
  "invoice.payment_reversed": invoiceTopic(
    "A bank took back money that had paid a fiat invoice: the invoice stays paid, and the money left the balance",
    "reversed",
    {
      payment: beside<ReversedPaymentView>(ReversedPaymentView, () => ({
        id: sampleId(bankPaymentPrefix),
        amount: 25,
        currency: "USD",
        recalledOn: "2026-01-20"
      }))
    }
  )
}

/** The announcement that the money of an invoice was taken back. */
export const reversedAnnouncement = (
  event: InvoiceEvent,
  invoice: IssuedInvoice,
  { order, recalledOn, receipt }: Extract<RecordedBankPayment, { readonly _tag: "reversed" }>,
  publicUrl: string
): Announcement => ({
  event,
  type: "invoice.payment_reversed",
  object: () => invoiceView(invoice, publicUrl),
  besides: () => ({
    payment: { ...moneyView(order.id, receipt), recalledOn } satisfies ReversedPaymentView
  })
})

const moneyView = (id: BankPaymentId, { amountMinor, bankTime, currency }: BookedReceipt) => ({
  id,
  amount: amountView(amountMinor, currency),
  currency,
  bankTime: instantView(bankTime)
})

/** The announcement that an invoice could not take the money of a payment. */
export const unresolvedAnnouncement = (
  event: InvoiceEvent,
  invoice: IssuedInvoice,
  { fault, order, receipt }: Extract<RecordedBankPayment, { readonly _tag: "unresolved" }>,
  at: Instant,
  publicUrl: string
): Announcement => ({
  event,
  type: "invoice.payment_unresolved",
  // Its expiry may be due and not recorded.
  object: () => invoiceView(invoiceAsOf(invoice, at), publicUrl),
  besides: () => ({
    payment: { ...moneyView(order.id, receipt), fault } satisfies UnresolvedPaymentView
  })
})
