import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { BankAccount } from "./BankAccount.ts"

/** The owner of an account's entries and of its book, as a network owns its own. No partner's id has a colon. */
export const bankAccountOwner = ({
  account,
  currency
}: Pick<BankAccount, "account" | "currency">): PartnerId => `bank:${account}:${currency}`
