import { Option } from "effect"
import type { BankPaymentCommand, BankPaymentOrder } from "../../../src/concepts/bankPayment/BankPayment.ts"
import type { BookedReceipt, ReceiptFault } from "../../../src/concepts/bankPayment/BankReceipt.ts"
import { order as invoiceOrder, issuedAt, receiptOf } from "../invoice/fiatSamples.ts"

export const start = issuedAt + 1000

export const paymentOrderOf = (id: string, chosen: Partial<BankPaymentOrder> = {}): BankPaymentOrder => ({
  id,
  partnerId: invoiceOrder.partnerId,
  invoiceId: invoiceOrder.id,
  bank: "steppe",
  amountMinor: invoiceOrder.amountMinor,
  currency: invoiceOrder.currency,
  createdAt: start,
  ...chosen
})

export const order = paymentOrderOf("pmt_1")
export const receipt = receiptOf("op_1", start)
export const link = "https://steppe.example/pay/1"

const noFault: Option.Option<ReceiptFault> = Option.none()

/** Money of an operation, with why the invoice cannot take it, if it cannot. */
export const confirm = (
  at: number,
  money: BookedReceipt = receipt,
  fault: Option.Option<ReceiptFault> = noFault
): BankPaymentCommand => ({ _tag: "Confirm", receipt: money, fault, at })

/** One command of every tag, given an instant. */
export const commandsAt = (
  at: number
): { readonly [Tag in BankPaymentCommand["_tag"]]: BankPaymentCommand } => ({
  Request: { _tag: "Request", order },
  Start: { _tag: "Start", at },
  Accept: { _tag: "Accept", link: Option.some(link), instructions: Option.none(), at },
  LoseAnswer: { _tag: "LoseAnswer", reason: "timeout", at },
  Decline: { _tag: "Decline", reason: "no such account", at },
  Lapse: { _tag: "Lapse", at },
  Confirm: confirm(at),
  Receive: { _tag: "Receive", order, receipt, fault: noFault, at },
  Return: { _tag: "Return", reason: "sent back by hand", at },
  Resolve: { _tag: "Resolve", fault: noFault, at },
  Recall: { _tag: "Recall", recalledOn: "2026-01-20", at }
})
