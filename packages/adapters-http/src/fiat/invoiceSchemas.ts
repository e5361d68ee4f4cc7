import { FiatCurrency, type InvoiceCreatedView, invoiceStatuses, type InvoiceView } from "@quittance/core"
import { Schema } from "effect"

const DateTime = Schema.String.annotate({ format: "date-time" })
const Url = Schema.String.annotate({ format: "uri" })

export const InvoiceStatus = Schema.Literals(invoiceStatuses)

/** The description of a fiat invoice as its creation answers it. */
export const InvoiceCreated = Schema.Struct({
  id: Schema.String,
  amount: Schema.Finite,
  currency: FiatCurrency,
  description: Schema.NullOr(Schema.String),
  status: InvoiceStatus,
  paymentUrl: Url,
  metadata: Schema.Record(Schema.String, Schema.Unknown),
  redirectUrl: Schema.NullOr(Url),
  externalId: Schema.NullOr(Schema.String),
  batchId: Schema.NullOr(Schema.String),
  payerBank: Schema.NullOr(Schema.String),
  late: Schema.Boolean.annotate({ description: "Paid at the expiry or later." }),
  createdAt: DateTime,
  updatedAt: DateTime,
  expiresAt: DateTime
}) satisfies Schema.Schema<Narrowed<InvoiceCreatedView>>

/** The description of a fiat invoice as reads show it. */
export const InvoiceRecord = Schema.Struct({
  ...InvoiceCreated.fields,
  paidAt: Schema.NullOr(DateTime),
  redactedAt: Schema.NullOr(DateTime).annotate({
    description: "Since when the payer's e-mail, description, metadata and redirect URL are gone."
  })
}) satisfies Schema.Schema<Narrowed<InvoiceView>>

/** The views leave the currency a text. */
type Narrowed<View> = Omit<View, "currency"> & { readonly currency: FiatCurrency }
