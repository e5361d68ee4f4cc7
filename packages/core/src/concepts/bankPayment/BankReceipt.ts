import {
  added,
  fiatCurrency,
  instant,
  money,
  named,
  optional,
  parts,
  text,
  type ValueOf
} from "../../kernel/concept/Field.ts"
import type { AccountName } from "../../kernel/ledger/Ledger.ts"

/** Money that a bank says was paid for an invoice. */
export const bankReceipt = parts({
  /** The bank's own identifier of the operation: used only once, globally. */
  operationId: text,
  amountMinor: named("received_minor", money),
  currency: named("received_currency", fiatCurrency),
  payerBank: text,
  /** When the bank took the money. */
  bankTime: instant,
  /**
   * The entry of a statement that tells of it. None of what a rail says, and of receipts from before there were any.
   */
  entryId: added(29, optional(text))
})

/** A receipt as it is booked. Money of a statement was recorded before, in the book of its account. */
export interface BookedReceipt extends ValueOf<typeof bankReceipt> {}

/**
 * Money that a bank took for an invoice: `amountMinor` in minor units of `currency`, under the bank's own operation id.
 */
export interface BankReceipt extends Omit<BookedReceipt, "entryId"> {}

/** Where the money comes into the partner's book from: the book of its account, or outside. */
export const cameFrom = ({ entryId }: BookedReceipt): AccountName =>
  entryId._tag === "Some" ? "clearing" : "deposits"

/** Why an invoice cannot take money that a bank took for it. */
export const receiptFaults = ["wrongAmount", "cancelled", "alreadyPaid", "tooLate"] as const
export type ReceiptFault = (typeof receiptFaults)[number]
