import { Option, Schema } from "effect"
import { DateTime, Url, Uuid } from "../../kernel/concept/wire.ts"
import { FeePayer } from "../../kernel/money/Fee.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import { confirmationsOf, paidMinor } from "./CryptoInvoiceFigures.ts"
import type { IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"
import { cryptoInvoiceExceptions, exceptionOf } from "./CryptoInvoiceStanding.ts"
import { transferCountOf } from "./CryptoInvoiceTally.ts"
import type { CryptoTransfer } from "./CryptoTransfer.ts"
import { CryptoTransferView, cryptoTransferView } from "./CryptoTransferView.ts"

/** How many transfers one invoice shows. */
export const shownTransfersMax = 100

/** The newest transfers of an invoice, the oldest first, and how many there are besides. */
export interface ShownTransfers {
  readonly newest: ReadonlyArray<CryptoTransfer>
  readonly omittedCount: number
}

/** A crypto invoice as the API shows it. Fee and net are the quote for a payment of exactly `expectedAmount`. */
export const CryptoInvoiceView = Schema.Struct({
  id: Uuid,
  externalId: Schema.String,
  network: Schema.String,
  currency: Schema.String,
  address: Schema.String,
  amount: Schema.Finite,
  expectedAmount: Schema.Finite,
  feeAmount: Schema.Finite,
  netAmount: Schema.Finite,
  feePayer: FeePayer,
  status: Schema.Literals(["pending", "confirming", "paid", "expired", "underpaid", "cancelled"]),
  exception: Schema.Literals(cryptoInvoiceExceptions).annotate({
    description:
      "An irregularity. `reorganised`: the network took a transfer back. If that transfer was not credited yet, this ends when another one is seen."
  }),
  /** Confirmed money, before fees. */
  paidAmount: Schema.Finite,
  creditedAmount: Schema.Finite.annotate({ description: "Credited so far, after fees." }),
  chargedFee: Schema.Finite.annotate({ description: "Fees charged so far." }),
  transfers: Schema.NullOr(Schema.Array(CryptoTransferView)).annotate({
    description: `The newest ${shownTransfersMax} transfers, the oldest first; null in lists and in events.`
  }),
  transfersOmitted: Schema.Int.annotate({ description: "How many transfers are not in `transfers`." }),
  confirmations: Schema.Int,
  requiredConfirmations: Schema.Int,
  paymentLink: Url,
  successUrl: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  customerName: Schema.NullOr(Schema.String),
  customerEmail: Schema.NullOr(Schema.String),
  expiresAt: DateTime,
  createdAt: DateTime,
  updatedAt: DateTime,
  paidAt: Schema.NullOr(DateTime),
  /** When the personal data was erased; absent before. */
  redactedAt: Schema.optionalKey(DateTime)
})
export interface CryptoInvoiceView extends Schema.Schema.Type<typeof CryptoInvoiceView> {}

export const paymentLinkOf = (publicUrl: string, token: string): string => `${publicUrl}/pay/crypto/${token}`

/** Without `transfers` none are shown and all are omitted; of an old invoice, those that were counted. */
export const cryptoInvoiceView = (
  invoice: IssuedCryptoInvoice,
  publicUrl: string,
  transfers?: ShownTransfers
): CryptoInvoiceView => {
  const { order, tally } = invoice
  const amount = (minor: bigint): number => amountView(minor, order.currency)
  return {
    id: order.id,
    externalId: order.externalId,
    network: order.network,
    currency: order.currency,
    address: order.address,
    amount: amount(order.amountMinor),
    expectedAmount: amount(order.expectedMinor),
    feeAmount: amount(order.feeMinor),
    netAmount: amount(order.netMinor),
    feePayer: order.feePayer,
    status: invoice._tag,
    exception: exceptionOf(invoice),
    paidAmount: amount(paidMinor(invoice)),
    creditedAmount: amount(tally.creditedMinor - tally.chargedMinor),
    chargedFee: amount(tally.chargedMinor),
    transfers: transfers?.newest.map((transfer) => cryptoTransferView(transfer, order)) ?? null,
    transfersOmitted: transfers?.omittedCount ?? transferCountOf(tally),
    confirmations: confirmationsOf(invoice),
    requiredConfirmations: order.requiredConfirmations,
    paymentLink: paymentLinkOf(publicUrl, order.token),
    successUrl: Option.getOrNull(order.successUrl),
    description: Option.getOrNull(order.description),
    customerName: Option.getOrNull(order.customerName),
    customerEmail: Option.getOrNull(order.customerEmail),
    expiresAt: instantView(order.expiresAt),
    createdAt: instantView(order.createdAt),
    updatedAt: instantView(invoice.updatedAt),
    paidAt: invoice._tag === "paid" ? instantView(invoice.paidAt) : null,
    ...Option.match(invoice.redactedAt, {
      onNone: () => ({}),
      onSome: (redactedAt) => ({ redactedAt: instantView(redactedAt) })
    })
  }
}
