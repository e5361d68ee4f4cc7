import { Option, Schema } from "effect"
import {
  amount,
  CreatedAt,
  CurrencyCode,
  count,
  DateTime,
  exampleTexts,
  moment,
  NetworkName,
  UpdatedAt,
  Url,
  Uuid
} from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { CancelUrl } from "../../kernel/input/redirects.ts"
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
  currency: CurrencyCode,
  address: Schema.String.annotate({
    description: "The deposit address, of this invoice alone.",
    examples: [exampleTexts.address]
  }),
  amount: amount("As requested.", 100),
  expectedAmount: amount("What the customer must send.", 100),
  feeAmount: amount("The fee of a payment of `expectedAmount`.", 1),
  netAmount: amount("What is credited: `expectedAmount` less `feeAmount`.", 99),
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
  paidAmount: amount("Confirmed money, before fees.", 0),
  creditedAmount: amount("Credited so far, after fees.", 0),
  chargedFee: amount("Fees charged so far.", 0),
  transfers: Schema.NullOr(Schema.Array(CryptoTransferView)).annotate({
    description: `The newest ${shownTransfersMax} transfers, the oldest first; null in lists and in events.`,
    examples: [[]]
  }),
  transfersOmitted: count("How many transfers are not in `transfers`.", 0),
  confirmations: count("The confirmations of its money, at most `requiredConfirmations`.", 0),
  requiredConfirmations: count("How many credit the money.", 20, 1),
  paymentLink: Url.annotate({
    description: "The payment page, for the customer.",
    examples: ["https://pay.example/pay/crypto/Zk3vQ8wX1aB7cD5eF9gH2j"]
  }),
  successUrl: Schema.NullOr(Schema.String).annotate({
    description: "Where the payment page leads when it is paid.",
    examples: ["https://shop.example/thanks"]
  }),
  cancelUrl: CancelUrl,
  description: Schema.NullOr(Schema.String).annotate({
    description: "Shown to the customer.",
    examples: [exampleTexts.description]
  }),
  customerName: Schema.NullOr(Schema.String).annotate({
    description: "The name of the customer, as you sent it.",
    examples: ["Ann Example"]
  }),
  customerEmail: Schema.NullOr(Schema.String).annotate({
    description: "The e-mail address of the customer, as you sent it.",
    examples: [exampleTexts.email]
  }),
  expiresAt: moment("Until when it can be paid.", "2026-01-15T13:00:00.000Z"),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  paidAt: Schema.NullOr(DateTime).annotate({ description: "When it was paid; null before." }),
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
  const amountOf = (minor: bigint): number => amountView(minor, order.currency)
  return {
    id: order.id,
    externalId: order.externalId,
    network: order.network,
    currency: order.currency,
    address: order.address,
    amount: amountOf(order.amountMinor),
    expectedAmount: amountOf(order.expectedMinor),
    feeAmount: amountOf(order.feeMinor),
    netAmount: amountOf(order.netMinor),
    feePayer: order.feePayer,
    status: invoice._tag,
    exception: exceptionOf(invoice),
    paidAmount: amountOf(paidMinor(invoice)),
    creditedAmount: amountOf(tally.creditedMinor - tally.chargedMinor),
    chargedFee: amountOf(tally.chargedMinor),
    transfers: transfers?.newest.map((transfer) => cryptoTransferView(transfer, order)) ?? null,
    transfersOmitted: transfers?.omittedCount ?? transferCountOf(tally),
    confirmations: confirmationsOf(invoice),
    requiredConfirmations: order.requiredConfirmations,
    paymentLink: paymentLinkOf(publicUrl, order.token),
    successUrl: Option.getOrNull(order.successUrl),
    cancelUrl: Option.getOrNull(order.cancelUrl),
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
