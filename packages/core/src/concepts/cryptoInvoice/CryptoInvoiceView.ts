import { Option, Schema } from "effect"
import { DateTime, exampleTexts, NetworkName, Url, Uuid } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
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
  externalId: Schema.String.annotate({
    description: "Your own identifier.",
    examples: [exampleTexts.externalId]
  }),
  network: NetworkName,
  currency: Schema.String.annotate({ examples: ["USDT"] }),
  address: Schema.String.annotate({
    description: "The deposit address, of this invoice alone.",
    examples: [exampleTexts.address]
  }),
  amount: Schema.Finite.annotate({ description: "As requested.", examples: [100] }),
  expectedAmount: Schema.Finite.annotate({ description: "What the customer must send.", examples: [100] }),
  feeAmount: Schema.Finite.annotate({ examples: [1] }),
  netAmount: Schema.Finite.annotate({
    description: "What is credited: the expected amount less the fee.",
    examples: [99]
  }),
  feePayer: FeePayer,
  status: Schema.Literals(["pending", "confirming", "paid", "expired", "underpaid", "cancelled"]).annotate(
    component("CryptoInvoiceStatus", "How a crypto invoice stands.")
  ),
  exception: Schema.Literals(cryptoInvoiceExceptions).annotate(
    component(
      "CryptoInvoiceException",
      "An irregularity. `reorganised`: the network took a transfer back. If that transfer was not credited yet, this ends when another one is seen."
    )
  ),
  paidAmount: Schema.Finite.annotate({ description: "Confirmed money, before fees.", examples: [0] }),
  creditedAmount: Schema.Finite.annotate({ description: "Credited so far, after fees.", examples: [0] }),
  chargedFee: Schema.Finite.annotate({ description: "Fees charged so far.", examples: [0] }),
  transfers: Schema.NullOr(Schema.Array(CryptoTransferView)).annotate({
    description: `The newest ${shownTransfersMax} transfers, the oldest first; null in lists and in events.`,
    examples: [[]]
  }),
  transfersOmitted: Schema.Int.annotate({
    description: "How many transfers are not in `transfers`.",
    examples: [0]
  }),
  confirmations: Schema.Int.annotate({ examples: [0] }),
  requiredConfirmations: Schema.Int.annotate({ description: "How many credit the money.", examples: [20] }),
  paymentLink: Url.annotate({
    description: "The payment page, for the customer.",
    examples: ["https://pay.example/pay/crypto/Zk3vQ8wX1aB7cD5eF9gH2j"]
  }),
  successUrl: Schema.NullOr(Schema.String).annotate({ examples: ["https://shop.example/thanks"] }),
  description: Schema.NullOr(Schema.String).annotate({ examples: [exampleTexts.description] }),
  customerName: Schema.NullOr(Schema.String).annotate({ examples: ["Ann Example"] }),
  customerEmail: Schema.NullOr(Schema.String).annotate({ examples: [exampleTexts.email] }),
  expiresAt: DateTime.annotate({ examples: ["2026-01-15T13:00:00.000Z"] }),
  createdAt: DateTime,
  updatedAt: DateTime,
  paidAt: Schema.NullOr(DateTime),
  redactedAt: Schema.optionalKey(
    DateTime.annotate({ description: "When the personal data was erased; absent before." })
  )
}).annotate(
  component(
    "CryptoInvoice",
    "A crypto invoice. Fee and net are the quote for a payment of exactly `expectedAmount`."
  )
)
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
