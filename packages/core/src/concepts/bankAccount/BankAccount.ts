import type { FiatCurrency } from "../../kernel/money/Currency.ts"

/**
 * An account of the operator that customers transfer money to, and whose statements are read. What a customer needs to
 * pay into it, and what its bank writes into statements, the adapter of bank transfers knows: the core knows which
 * account it is, and when its bank's days begin and end.
 */
export interface BankAccount {
  /** What operators call it, in the configuration and on the command line. */
  readonly name: string
  readonly currency: FiatCurrency
  /** The IBAN or number as its bank writes it, without spaces: the same account under another name is the same. */
  readonly account: string
  /** Whose calendar days the dates of its statements are. */
  readonly timeZone: string
  /** How many calendar days a transfer may be under way: one that is booked later does not pay an expired invoice. */
  readonly settlementDays: number
}
