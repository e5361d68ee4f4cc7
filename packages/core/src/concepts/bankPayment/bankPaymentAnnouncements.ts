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
import type { RecordedBankPayment } from "./BankPayment.ts"
import { receiptFaults } from "./BankReceipt.ts"
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

/** The webhook event of money that an operator has to return. */
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
  )
}

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
    payment: {
      id: order.id,
      amount: amountView(receipt.amountMinor, receipt.currency),
      currency: receipt.currency,
      fault,
      bankTime: instantView(receipt.bankTime)
    } satisfies UnresolvedPaymentView
  })
})
