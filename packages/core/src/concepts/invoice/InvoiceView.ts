import { Option, Schema } from "effect"
import { DateTime, exampleTexts, JsonObject, prefixedIdField, Url } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { FiatCurrency } from "../../kernel/money/Currency.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import { type IssuedInvoice, invoiceStatuses } from "./Invoice.ts"
import { invoicePrefix } from "./invoiceNames.ts"

/** A fiat invoice in the answer to its creation. */
export const InvoiceCreatedView = Schema.Struct({
  id: prefixedIdField(invoicePrefix),
  amount: Schema.Finite.annotate({ description: "In units of the currency.", examples: [1250.5] }),
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
  redirectUrl: Schema.NullOr(Url).annotate({ examples: ["https://shop.example/thanks"] }),
  externalId: Schema.NullOr(Schema.String),
  batchId: Schema.NullOr(Schema.String),
  payerBank: Schema.NullOr(Schema.String),
  late: Schema.Boolean.annotate({ description: "Paid at or after the expiry.", examples: [false] }),
  createdAt: DateTime,
  updatedAt: DateTime,
  expiresAt: DateTime.annotate({ examples: ["2026-01-16T12:00:00.000Z"] })
}).annotate(component("InvoiceCreated", "A fiat invoice, in the answer to its creation."))
export interface InvoiceCreatedView extends Schema.Schema.Type<typeof InvoiceCreatedView> {}

/** A fiat invoice as reads show it. */
export const InvoiceView = Schema.Struct({
  ...InvoiceCreatedView.fields,
  paidAt: Schema.NullOr(DateTime),
  redactedAt: Schema.NullOr(DateTime).annotate({
    description: "When the payer's e-mail, description, metadata and redirect URL were erased."
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
    externalId: Option.getOrNull(order.externalId),
    batchId: Option.getOrNull(order.batchId),
    payerBank: invoice._tag === "paid" ? invoice.receipt.payerBank : null,
    late: invoice._tag === "paid" && invoice.late,
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
