import { SettingKind } from "@quittance/core/adapter"
import { Schema } from "effect"
import { accountNumber, BankAccount } from "./BankAccount.ts"

const { given: Name } = SettingKind.plainName("")
const isName = Schema.is(Name)

/** The same account under two names would book its money twice. */
const repeated = (accounts: { readonly [name: string]: BankAccount }): ReadonlyArray<string> => {
  const keyOf = (account: BankAccount) => `${accountNumber(account)}/${account.currency}`
  const entries = Object.entries(accounts)
  return entries
    .filter(([, account], at) =>
      entries.slice(0, at).some(([, earlier]) => keyOf(earlier) === keyOf(account))
    )
    .map(([name]) => name)
}

/** The accounts of a deployment, each under the name that operators give it. */
export const NamedAccounts = Schema.Record(Schema.String, BankAccount)
  .check(
    Schema.makeFilter(
      (accounts: { readonly [name: string]: BankAccount }) => [
        ...Object.keys(accounts)
          .filter((name) => !isName(name))
          .map((name) => ({
            path: [name],
            issue:
              "invalid_value:must be under a name of 1 to 40 lower-case letters, digits and hyphens that begins with a letter"
          })),
        ...repeated(accounts).map((name) => ({
          path: [name],
          issue: "invalid_value:is an account that is there under another name"
        }))
      ],
      { toJsonSchema: () => [{ propertyNames: { pattern: "^[a-z][a-z0-9-]{0,39}$" } }, true] }
    )
  )
  .annotate({
    description:
      "Accounts that customers transfer money to, each under a name. Of several in one currency the first is offered."
  })
export type NamedAccounts = typeof NamedAccounts.Type

/** As a configuration has them: without what is standard, and with spaces in numbers. */
export type WrittenAccounts = typeof NamedAccounts.Encoded
