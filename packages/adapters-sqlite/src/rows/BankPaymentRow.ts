import type { BankPaymentOrder, BankReceipt, RecordedBankPayment, ReceiptFault } from "@quittance/core"
import type { AggregateRows } from "./AggregateRows.ts"
import { integer, money, nullable, optionalText, type Row, text } from "./columns.ts"

/** A bank payment as a row of `bank_payments`. */
export const bankPaymentOf = (row: Row): RecordedBankPayment => {
  const recorded = {
    order: {
      id: text(row, "id"),
      partnerId: text(row, "partner_id"),
      invoiceId: text(row, "invoice_id"),
      bank: text(row, "bank"),
      amountMinor: money(row, "amount_minor"),
      currency: text(row, "currency") as BankPaymentOrder["currency"],
      createdAt: integer(row, "created_at")
    },
    attempts: integer(row, "attempts"),
    link: optionalText(row, "link"),
    error: optionalText(row, "error"),
    updatedAt: integer(row, "updated_at")
  }
  const _tag = text(row, "state") as RecordedBankPayment["_tag"]
  if (_tag === "settled") return { _tag, ...recorded, receipt: receiptOf(row) }
  if (_tag === "unresolved") return { _tag, ...recorded, receipt: receiptOf(row), fault: faultOf(row) }
  if (_tag === "returned") {
    const reason = text(row, "return_reason")
    return { _tag, ...recorded, receipt: receiptOf(row), fault: faultOf(row), reason }
  }
  return { _tag, ...recorded }
}

const receiptOf = (row: Row): BankReceipt => ({
  operationId: text(row, "operation_id"),
  amountMinor: money(row, "received_minor"),
  currency: text(row, "received_currency") as BankReceipt["currency"],
  payerBank: text(row, "payer_bank"),
  bankTime: integer(row, "bank_time")
})

const faultOf = (row: Row): ReceiptFault => text(row, "fault") as ReceiptFault

const insertBankPaymentSql = `INSERT INTO bank_payments (partner_id, id, version, invoice_id, bank, amount_minor,
  currency, created_at, state, attempts, link, error, updated_at, operation_id, received_minor, received_currency,
  payer_bank, bank_time, fault, return_reason)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const bankPaymentColumns = (payment: RecordedBankPayment, version: number): ReadonlyArray<unknown> => {
  const { order } = payment
  return [
    order.partnerId,
    order.id,
    version,
    order.invoiceId,
    order.bank,
    order.amountMinor,
    order.currency,
    order.createdAt,
    ...stateColumns(payment)
  ]
}

const changeBankPaymentSql = `UPDATE bank_payments SET version = version + 1, state = ?, attempts = ?, link = ?,
  error = ?, updated_at = ?, operation_id = ?, received_minor = ?, received_currency = ?, payer_bank = ?, bank_time = ?,
  fault = ?, return_reason = ? WHERE partner_id = ? AND id = ? AND version = ?`

const changeBankPaymentColumns = (payment: RecordedBankPayment, version: number): ReadonlyArray<unknown> => [
  ...stateColumns(payment),
  payment.order.partnerId,
  payment.order.id,
  version
]

const stateColumns = (payment: RecordedBankPayment): ReadonlyArray<unknown> => {
  const receipt = "receipt" in payment ? payment.receipt : undefined
  return [
    payment._tag,
    payment.attempts,
    nullable(payment.link),
    nullable(payment.error),
    payment.updatedAt,
    receipt?.operationId ?? null,
    receipt?.amountMinor ?? null,
    receipt?.currency ?? null,
    receipt?.payerBank ?? null,
    receipt?.bankTime ?? null,
    "fault" in payment ? payment.fault : null,
    "reason" in payment ? payment.reason : null
  ]
}

export const bankPaymentRows: AggregateRows<RecordedBankPayment> = {
  table: "bank_payments",
  insertSql: insertBankPaymentSql,
  columns: bankPaymentColumns,
  change: { sql: changeBankPaymentSql, columns: changeBankPaymentColumns }
}
