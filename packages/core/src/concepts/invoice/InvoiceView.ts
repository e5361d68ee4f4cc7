import { Option, Schema } from "effect"
import {
  amount,
  CreatedAt,
  DateTime,
  exampleTexts,
  JsonObject,
  moment,
  prefixedIdField,
  UpdatedAt,
  Url
} from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { CancelUrl } from "../../kernel/input/redirects.ts"
import { FiatCurrency } from "../../kernel/money/Currency.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import { type IssuedInvoice, invoiceStatuses } from "./Invoice.ts"
import { invoicePrefix } from "./invoiceNames.ts"

/** A fiat invoice in the answer to its creation. */
export const InvoiceCreatedView = Schema.Struct({
  id: prefixedIdField(invoicePrefix),
  amount: amount("In units of the currency.", 1250.5),
  currency: FiatCurrency.annotate({ examples: ["KZT"] }),
  description: Schema.NullOr(Schema.String).annotate({
    description: "Shown to the customer.",
    examples: [exampleTexts.description]
  }),
  status: Schema.Literals(invoiceStatuses).annotate(component("InvoiceStatus", "How a fiat invoice stands.")),
  paymentUrl: Url.annotate({
    description: "The payment page, for the customer.",
    examples: ["https://pay.example/pay/bank/Zk3vQ8wX1aB7cD5eF9gH2j"]
  }),
  metadata: JsonObject,
  redirectUrl: Schema.NullOr(Url).annotate({
    description: "Where the payment page leads when it is paid.",
    examples: ["https://shop.example/thanks"]
  }),
  cancelUrl: CancelUrl,
  externalId: Schema.NullOr(Schema.String).annotate({
    description: "Your own identifier, of an invoice of a batch."
  }),
  batchId: Schema.NullOr(Schema.String).annotate({ description: "The batch that it came with." }),
  reference: Schema.NullOr(Schema.String).annotate({
    description:
      "The creditor reference (ISO 11649) that a bank transfer names it by, `RF` and 13 digits; null where it cannot be paid by transfer."
  }),
  payerBank: Schema.NullOr(Schema.String).annotate({
    description: "The bank of the payer; null while it is not paid."
  }),
  late: Schema.Boolean.annotate({ description: "Paid at or after the expiry.", examples: [false] }),
  reversed: Schema.Boolean.annotate({
    description: "Its bank took the money back after it was paid; it stays paid.",
    examples: [false]
  }),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  expiresAt: moment("Until when it can be paid.", "2026-01-16T12:00:00.000Z")
}).annotate(component("InvoiceCreated", "A fiat invoice, in the answer to its creation."))
export interface InvoiceCreatedView extends Schema.Schema.Type<typeof InvoiceCreatedView> {}

/** A fiat invoice as reads show it. */
export const InvoiceView = Schema.Struct({
  ...InvoiceCreatedView.fields,
  paidAt: Schema.NullOr(DateTime).annotate({ description: "When it was paid; null before." }),
  redactedAt: Schema.NullOr(DateTime).annotate({
    description: "When the payer's e-mail, description, metadata, redirect and cancel URL were erased."
  })
}).annotate(component("Invoice", "A fiat invoice."))
export interface InvoiceView extends Schema.Schema.Type<typeof InvoiceView> {}

export const paymentUrlOf = (publicUrl: string, token: string): string => `${publicUrl}/pay/bank/${token}`

export const invoiceView = (invoice: IssuedInvoice, publicUrl: string): InvoiceView => {
  const { order } = invoice
  return {
    id: order.id,
    amount: amountView(order.amountMinor, order.currency),
    currency: order.currency,
    description: Option.getOrNull(order.description),
    status: invoice._tag,
    paymentUrl: paymentUrlOf(publicUrl, order.token),
    metadata: JSON.parse(order.metadata) as { readonly [key: string]: unknown },
    redirectUrl: Option.getOrNull(order.redirectUrl),
    cancelUrl: Option.getOrNull(order.cancelUrl),
    externalId: Option.getOrNull(order.externalId),
    batchId: Option.getOrNull(order.batchId),
    reference: Option.getOrNull(order.creditorReference),
    payerBank: invoice._tag === "paid" ? invoice.receipt.payerBank : null,
    late: invoice._tag === "paid" && invoice.late,
    reversed: invoice._tag === "paid" && Option.isSome(invoice.reversedAt),
    createdAt: instantView(order.createdAt),
    updatedAt: instantView(invoice.updatedAt),
    expiresAt: instantView(order.expiresAt),
    paidAt: invoice._tag === "paid" ? instantView(invoice.paidAt) : null,
    redactedAt: Option.match(invoice.redactedAt, { onNone: () => null, onSome: instantView })
  }
}

export const invoiceCreatedView = (invoice: IssuedInvoice, publicUrl: string): InvoiceCreatedView => {
  const { paidAt: _, redactedAt: __, ...created } = invoiceView(invoice, publicUrl)
  return created
}
