import { fiatCurrency, instant, money, named, parts, text, type ValueOf } from "../../kernel/concept/Field.ts"

/** Money that a bank says was paid for an invoice. */
export const bankReceipt = parts({
  /** The bank's own identifier of the operation: used only once, globally. */
  operationId: text,
  amountMinor: named("received_minor", money),
  currency: named("received_currency", fiatCurrency),
  payerBank: text,
  /** When the bank took the money. */
  bankTime: instant
})
/**
 * Money that a bank took for an invoice: `amountMinor` in minor units of `currency`, under the bank's own operation id.
 */
export interface BankReceipt extends ValueOf<typeof bankReceipt> {}

/** Why an invoice cannot take money that a bank took for it. */
export const receiptFaults = ["wrongAmount", "cancelled", "alreadyPaid", "tooLate"] as const
export type ReceiptFault = (typeof receiptFaults)[number]
