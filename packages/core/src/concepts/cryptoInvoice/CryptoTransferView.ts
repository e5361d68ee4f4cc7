import { Option, Schema } from "effect"
import { amount, count, DateTime, exampleTexts, moment } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import type { CryptoInvoiceOrder } from "./CryptoInvoiceRecord.ts"
import type { CryptoTransfer } from "./CryptoTransfer.ts"

/** A transfer to the address of a crypto invoice as the API shows it. */
export const CryptoTransferView = Schema.Struct({
  txHash: Schema.String.annotate({
    description: "The hash of its transaction.",
    examples: [exampleTexts.txHash]
  }),
  position: count("Its place among the transfers of its transaction: with `txHash` it names the transfer."),
  amount: amount(
    "What it moves, rounded down to 6 decimals. `paidAmount` is the sum of what the network moved, rounded down once."
  ),
  status: Schema.Literals(["seen", "credited", "reversed", "dropped"]).annotate(
    component(
      "CryptoTransferStatus",
      "`seen`: not credited yet. `dropped`: the network took it back before it was credited, `reversed`: after that."
    )
  ),
  confirmations: count("The confirmations that it has, at most `requiredConfirmations`.", 20),
  requiredConfirmations: count("How many credit it.", 20, 1),
  seenAt: moment("When it was first seen on the network."),
  creditedAt: Schema.NullOr(DateTime).annotate({ description: "When it was credited; null before." })
}).annotate(component("CryptoInvoiceTransfer", "A transfer to the address of a crypto invoice."))
export interface CryptoTransferView extends Schema.Schema.Type<typeof CryptoTransferView> {}

export const cryptoTransferView = (
  transfer: CryptoTransfer,
  { currency, requiredConfirmations }: Pick<CryptoInvoiceOrder, "currency" | "requiredConfirmations">
): CryptoTransferView => ({
  txHash: transfer.order.txHash,
  position: transfer.order.logIndex,
  amount: amountView(transfer.amountMinor, currency),
  status: transfer._tag,
  confirmations: Math.min(transfer.confirmations, requiredConfirmations),
  requiredConfirmations,
  seenAt: instantView(transfer.seenAt),
  creditedAt: Option.match(transfer.creditedAt, { onNone: () => null, onSome: instantView })
})
