import { InvalidInput } from "@quittance/core"
import {
  BankTransfers,
  type BankAccount as CoreAccount,
  invariant,
  strictDecoderOf
} from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { transferInstructions } from "../instructions/TransferInstructions.ts"
import { readStatement } from "../statement/readStatement.ts"
import { statementFile } from "../written/statementFile.ts"
import { accountNumber, type BankAccount } from "./BankAccount.ts"
import { NamedAccounts, type WrittenAccounts } from "./NamedAccounts.ts"

/** An account as far as the core knows it. */
const coreAccount = ([name, account]: readonly [string, BankAccount]): CoreAccount => ({
  ...{ name, currency: account.currency, account: accountNumber(account) },
  ...{ timeZone: account.timeZone, settlementDays: account.settlementDays }
})

/** Accounts that were decoded, as the core asks for them. `settings.banks` must be the `accounts` of the answer. */
export const of = (named: NamedAccounts): BankTransfers["Service"] => {
  const known = ({ name }: CoreAccount): BankAccount => {
    const account = named[name]
    invariant(account !== undefined, `${name} is an account of this deployment`)
    return account
  }
  return BankTransfers.of({
    accounts: Object.entries(named).map(coreAccount),
    instructions: (account, transfer) => transferInstructions(known(account), transfer),
    read: (account, bytes) => readStatement(bytes, known(account)),
    statementFile: (statement) => statementFile(known(statement.account), statement)
  })
}

const decode = strictDecoderOf(NamedAccounts)

/**
 * The accounts that customers transfer money to, each under the name that operators give it, as the configuration file
 * of a server has them. Accounts that are wrong are refused with `InvalidInput`, by their path.
 */
export const layer = (accounts: WrittenAccounts): Layer.Layer<BankTransfers, InvalidInput> =>
  Layer.effect(
    BankTransfers,
    Effect.fromResult(decode(accounts)).pipe(
      Effect.mapError((issues) =>
        InvalidInput.ofAll(issues, ({ field, ...issue }) => ({
          ...issue,
          field: field === "" ? "TransferAccounts" : `TransferAccounts.${field}`
        }))
      ),
      Effect.map(of)
    )
  )
