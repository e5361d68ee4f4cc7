import { Option, Schema } from "effect"
import { DateTime, exampleTexts } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import type { CryptoInvoiceOrder } from "./CryptoInvoiceRecord.ts"
import type { CryptoTransfer } from "./CryptoTransfer.ts"

/** A transfer to the address of a crypto invoice as the API shows it. */
export const CryptoTransferView = Schema.Struct({
  txHash: Schema.String.annotate({ examples: [exampleTexts.txHash] }),
  position: Schema.Int.annotate({
    description: "Its place among the transfers of its transaction: with `txHash` it names the transfer."
  }),
  amount: Schema.Finite.annotate({
    description:
      "Rounded down to 6 decimals. `paidAmount` is the sum of what the network moved, rounded down once."
  }),
  status: Schema.Literals(["seen", "credited", "reversed", "dropped"]).annotate(
    component(
      "CryptoTransferStatus",
      "`seen`: not credited yet. `dropped`: the network took it back before it was credited, `reversed`: after that."
    )
  ),
  confirmations: Schema.Int.annotate({ examples: [20] }),
  requiredConfirmations: Schema.Int.annotate({ examples: [20] }),
  seenAt: DateTime,
  creditedAt: Schema.NullOr(DateTime)
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
