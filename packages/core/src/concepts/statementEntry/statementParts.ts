import { Effect } from "effect"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import type { BankAccount } from "../bankAccount/BankAccount.ts"
import { BankPayments } from "../bankPayment/BankPayments.ts"
import { BankReceipts } from "../bankPayment/BankReceipts.ts"
import { Settings } from "../settings/Settings.ts"
import type { StatementEntryOrder } from "./StatementEntryRecord.ts"

/** What statements stand on. It is looked up once, not for each call. */
export const makeStatementParts = Effect.gen(function* () {
  const { runCommand, transact } = yield* makeTransact
  return {
    accounts: (yield* Settings).banks,
    states: yield* StateReader,
    claims: yield* ClaimReader,
    payments: yield* BankPayments,
    receipts: yield* BankReceipts,
    runCommand,
    transact
  }
})
export type StatementParts = Effect.Success<typeof makeStatementParts>

/** The account of an entry. One that is not configured any more has the days of UTC: its money still has to arrive. */
export const accountOf = (
  { accounts }: Pick<StatementParts, "accounts">,
  { account, currency }: StatementEntryOrder
): BankAccount =>
  accounts.find((each) => each.account === account && each.currency === currency) ?? {
    ...{ name: account, currency, account, timeZone: "UTC", settlementDays: 5 }
  }
