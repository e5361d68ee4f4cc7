import type { CryptoInvoiceView } from "@quittance/core"
import { Schema } from "effect"

const DateTime = Schema.String.annotate({ format: "date-time" })

/** The description of a crypto invoice as the API shows it. */
export const CryptoInvoiceRecord = Schema.Struct({
  id: Schema.String.annotate({ format: "uuid" }),
  externalId: Schema.String,
  network: Schema.String,
  currency: Schema.String,
  address: Schema.String,
  amount: Schema.Finite,
  expectedAmount: Schema.Finite,
  feeAmount: Schema.Finite,
  netAmount: Schema.Finite,
  feePayer: Schema.Literals(["merchant", "payer"]),
  status: Schema.Literals(["pending", "confirming", "paid", "expired", "underpaid", "cancelled"]),
  exception: Schema.Literals(["none", "underpaid", "overpaid", "late", "reorganised"]),
  paidAmount: Schema.Finite,
  confirmations: Schema.Int,
  requiredConfirmations: Schema.Int,
  paymentLink: Schema.String.annotate({ format: "uri" }),
  successUrl: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  customerName: Schema.NullOr(Schema.String),
  customerEmail: Schema.NullOr(Schema.String),
  expiresAt: DateTime,
  createdAt: DateTime,
  updatedAt: DateTime,
  paidAt: Schema.NullOr(DateTime),
  redactedAt: Schema.optionalKey(DateTime)
}) satisfies Schema.Schema<CryptoInvoiceView>
