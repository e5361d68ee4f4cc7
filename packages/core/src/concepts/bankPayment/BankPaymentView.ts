import { Option } from "effect"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import type { RecordedBankPayment } from "./BankPayment.ts"
import type { ReceiptFault } from "./BankReceipt.ts"
import type { TransferInstructions } from "./TransferInstructions.ts"

/** What a customer transfers, as hosts and operators see it. */
export interface TransferInstructionsView extends Omit<TransferInstructions, "amountMinor" | "qrPayload"> {
  readonly amount: number
  /** What a QR code holds; null where there is no standard for one. */
  readonly qrPayload: string | null
}

const instructionsView = ({
  amountMinor,
  qrPayload,
  ...words
}: TransferInstructions): TransferInstructionsView => ({
  ...words,
  amount: amountView(amountMinor, words.currency),
  qrPayload: qrPayload ?? null
})

/** A bank payment as hosts and operators see it. */
export interface BankPaymentView {
  readonly id: string
  readonly partnerId: string
  readonly invoiceId: string
  readonly status: RecordedBankPayment["_tag"]
  /** The rail's id of the chosen bank; empty for money that came by itself. */
  readonly bank: string
  readonly amount: number
  readonly currency: string
  readonly link: string | null
  /** What the customer transfers, where the bank collects by transfer. */
  readonly instructions: TransferInstructionsView | null
  readonly error: string | null
  readonly operationId: string | null
  readonly payerBank: string | null
  readonly bankTime: string | null
  /** Why the invoice could not take the money. */
  readonly fault: ReceiptFault | null
  /** The day on which the bank booked that it took the money back. */
  readonly recalledOn: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

export const bankPaymentView = (payment: RecordedBankPayment): BankPaymentView => {
  const { order } = payment
  const receipt = "receipt" in payment ? payment.receipt : undefined
  const { amountMinor, currency } = receipt ?? order
  return {
    id: order.id,
    partnerId: order.partnerId,
    invoiceId: order.invoiceId,
    status: payment._tag,
    bank: order.bank,
    amount: amountView(amountMinor, currency),
    currency,
    link: Option.getOrNull(payment.link),
    instructions: Option.getOrNull(Option.map(payment.instructions, instructionsView)),
    error: Option.getOrNull(payment.error),
    operationId: receipt?.operationId ?? null,
    payerBank: receipt?.payerBank ?? null,
    bankTime: receipt === undefined ? null : instantView(receipt.bankTime),
    fault: "fault" in payment ? payment.fault : null,
    recalledOn: payment._tag === "reversed" ? payment.recalledOn : null,
    createdAt: instantView(order.createdAt),
    updatedAt: instantView(payment.updatedAt)
  }
}
