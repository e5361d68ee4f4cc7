import { Option } from "effect"
import type { BookedReceipt } from "../../../src/concepts/bankPayment/BankReceipt.ts"
import type { InvoiceOrder } from "../../../src/concepts/invoice/Invoice.ts"
import { millisPerDay } from "../../../src/kernel/time/Instant.ts"

export const issuedAt = 1_772_000_000_000
export const expiresAt = issuedAt + 3 * millisPerDay
/** The last instant of the bank's time at which money still pays the invoice. */
export const graceEnd = expiresAt + millisPerDay

export const orderOf = (id: string, chosen: Partial<InvoiceOrder> = {}): InvoiceOrder => ({
  id,
  partnerId: "prt_1",
  token: `token-${id}`,
  amountMinor: 1000n,
  currency: "KZT",
  description: Option.none(),
  metadata: "{}",
  redirectUrl: Option.none(),
  cancelUrl: Option.none(),
  externalId: Option.none(),
  batchId: Option.none(),
  reference: Option.none(),
  creditorReference: Option.none(),
  customerEmail: Option.none(),
  createdAt: issuedAt,
  expiresAt,
  ...chosen
})

/** 1000 to be paid. */
export const order = orderOf("inv_1")

/** Money that pays `order` exactly, unless chosen otherwise. */
export const receiptOf = (
  operationId: string,
  bankTime: number,
  chosen: Partial<BookedReceipt> = {}
): BookedReceipt => ({
  operationId,
  amountMinor: order.amountMinor,
  currency: order.currency,
  payerBank: "Steppe Bank",
  bankTime,
  entryId: Option.none(),
  ...chosen
})
