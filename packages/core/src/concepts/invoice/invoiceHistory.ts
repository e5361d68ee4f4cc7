import { Schema } from "effect"
import { amount, moment } from "../../kernel/concept/wire.ts"
import { type HistoryOf, told, toldAlone } from "../../kernel/history/History.ts"
import { FiatCurrency } from "../../kernel/money/Currency.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import type { EventsByConcept } from "../../kernel/ports/Store.ts"
import { receiptMailHistory } from "../mail/receiptMailHistory.ts"
import type { InvoiceEvent, IssuedInvoice } from "./Invoice.ts"

/** Of the e-mails with the payment link and the receipt, whose events are the invoice's. */
type MailEvent =
  | Exclude<EventsByConcept["Batch"], { readonly _tag: "BatchImported" }>
  | EventsByConcept["Mail"]

/** What the history of a fiat invoice tells, without its bank payments. */
export const invoiceHistory: HistoryOf<(InvoiceEvent | MailEvent)["_tag"], IssuedInvoice> = {
  InvoiceIssued: told(
    "invoice.created",
    "It was created.",
    {
      amount: amount("In units of the currency.", 1250.5),
      currency: FiatCurrency.annotate({ examples: ["KZT"] }),
      expiresAt: moment("Until when it could be paid.")
    },
    (_, { order }: IssuedInvoice) => ({
      amount: amountView(order.amountMinor, order.currency),
      currency: order.currency,
      expiresAt: instantView(order.expiresAt)
    })
  ),
  InvoiceMailSent: toldAlone("mail_sent", "The e-mail with its payment link was sent."),
  // A server's reason may name the customer.
  InvoiceMailFailed: toldAlone("mail_failed", "The e-mail with its payment link was given up."),
  InvoicePaid: told(
    "invoice.paid",
    "It was paid.",
    { late: Schema.Boolean.annotate({ description: "At or after the expiry." }) },
    (facts) => ({ late: facts.flag("late") })
  ),
  ...receiptMailHistory,
  InvoiceExpired: toldAlone("invoice.expired", "Its expiry was recorded."),
  InvoiceCancelled: toldAlone("invoice.cancelled", "It was cancelled."),
  InvoiceRedacted: toldAlone("invoice_redacted", "Its personal data was erased."),
  // Told with the payment.
  InvoicePaymentUnresolved: null,
  InvoicePaymentReversed: null
}
