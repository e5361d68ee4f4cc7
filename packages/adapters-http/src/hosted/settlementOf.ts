import {
  type BankAccount,
  type InvoiceOrder,
  type RecordedBankPayment,
  settlesUntil,
  type TransferInstructions
} from "@quittance/core/adapter"
import { Option } from "effect"
import type { Settlement } from "../pages/BankPaymentView.ts"

/** The account that a payment was told last. */
const toldLast = (payments: ReadonlyArray<RecordedBankPayment>): string | undefined =>
  payments.flatMap(({ instructions }) => Option.toArray(instructions)).at(-1)?.account

/**
 * How long a transfer for an invoice may be under way: to the account that the customer was told, or where none was, to
 * that of its currency, because the seller may have told the reference. `null` where money is not read from statements.
 */
export const settlementOf = (
  accounts: ReadonlyArray<BankAccount>,
  { creditorReference, currency, expiresAt }: InvoiceOrder,
  payments: ReadonlyArray<RecordedBankPayment>,
  instructions: TransferInstructions | null
): Settlement | null => {
  const told = instructions?.account ?? toldLast(payments)
  if (told === undefined && Option.isNone(creditorReference)) return null
  const account = accounts.find(
    (each) => each.currency === currency && (told === undefined || each.account === told)
  )
  return account === undefined
    ? null
    : {
        ...{ days: account.settlementDays, timeZone: account.timeZone },
        untilMillis: settlesUntil(account, expiresAt)
      }
}
