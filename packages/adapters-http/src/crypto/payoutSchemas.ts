import type { PayoutCreatedView, PayoutView } from "@quittance/core"
import { Schema } from "effect"

const Status = Schema.Literals(["PENDING", "COMPLETED", "FAILED"])
const Uuid = Schema.String.annotate({ format: "uuid" })
const DateTime = Schema.String.annotate({ format: "date-time" })

/** The description of a created payout. */
export const PayoutCreated = Schema.Struct({
  id: Uuid,
  status: Status,
  amount: Schema.Finite,
  fee: Schema.Finite,
  netAmount: Schema.Finite,
  total: Schema.Finite,
  currency: Schema.String,
  createdAt: DateTime
}) satisfies Schema.Schema<PayoutCreatedView>

/** The description of a payout as reads show it. */
export const PayoutRecord = Schema.Struct({
  id: Uuid,
  fee: Schema.Finite,
  note: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.String),
  total: Schema.Finite,
  amount: Schema.Finite,
  status: Status,
  address: Schema.String,
  network: Schema.String,
  attempts: Schema.Int,
  currency: Schema.String,
  createdAt: DateTime,
  updatedAt: DateTime,
  completedAt: Schema.NullOr(DateTime),
  networkLabel: Schema.String,
  processingId: Schema.NullOr(Schema.String),
  idempotencyKey: Schema.String,
  processingStatus: Schema.String
}) satisfies Schema.Schema<PayoutView>
