import { Option } from "effect"
import type { CalendarDate } from "../../kernel/time/CalendarDate.ts"
import type { BankAccount } from "../bankAccount/BankAccount.ts"
import { type TransferTime, transferTime } from "../bankAccount/transferTime.ts"
import type { BookedReceipt } from "../bankPayment/BankReceipt.ts"
import type { InvoiceOrder } from "../invoice/Invoice.ts"
import type { StatementEntryOrder } from "./StatementEntryRecord.ts"

/** The money of an entry as an invoice gets it, by the instant of the recording, however often it is tried. */
export const entryReceipt = (
  account: BankAccount,
  order: StatementEntryOrder,
  invoice: InvoiceOrder
): { readonly receipt: BookedReceipt; readonly time: TransferTime } => {
  const { amountMinor, createdAt, currency, id } = order
  const booking = {
    bookedOn: order.bookedOn as CalendarDate,
    acceptedAt: Option.getOrUndefined(order.acceptedAt)
  }
  const time = transferTime(account, invoice, booking, createdAt)
  const receipt = {
    ...{ operationId: id, amountMinor, currency, payerBank: payerBankOf(order) },
    ...{ bankTime: time.paidAt, entryId: Option.some(id) }
  }
  return { receipt, time }
}

/** The payer's bank as `byBank` groups it: its BIC, else its name, else what its account's number begins with. */
const payerBankOf = ({ payerAccount, payerBank, payerBankId }: StatementEntryOrder): string => {
  const start = Option.map(payerAccount, (account) => account.replace(/\s/g, "").slice(0, 8))
  const named = [payerBankId, payerBank, start].flatMap(Option.toArray).find((text) => text.trim() !== "")
  return named ?? "unknown bank"
}
