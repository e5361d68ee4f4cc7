import type { Place } from "@quittance/core/adapter"
import { electronicFormatIBAN, isValidIBAN } from "ibantools"
import { accountNumber, type BankAccount } from "../account/BankAccount.ts"
import type { CsvMapping } from "./csv/CsvMapping.ts"
import { refuse } from "./refuse.ts"

/** The account whose statements are read, as far as a file can say it. All its currencies have two decimals. */
export interface StatementAccount {
  readonly currency: string
  /** How a statement may write it; the first is how we name it. */
  readonly numbers: ReadonlyArray<string>
  readonly timeZone: string
  readonly csv?: CsvMapping
}

export const statementAccountOf = (account: BankAccount): StatementAccount => ({
  currency: account.currency,
  numbers: [accountNumber(account), ...account.statementAccounts],
  timeZone: account.timeZone,
  ...(account.csv === undefined ? {} : { csv: account.csv })
})

const bare = (number: string): string => number.toUpperCase().replace(/[^A-Z\d]/g, "")

/** Whether a number is that of the account, with any separators, and with its currency behind it or not. */
export const isOwn = ({ currency, numbers }: StatementAccount, written: string): boolean => {
  const number = bare(written)
  return numbers.map(bare).some((own) => number === own || number === own + currency)
}

export const requireOwn = (account: StatementAccount, written: string, place: Place): void => {
  if (!isOwn(account, written))
    refuse(
      place,
      `the statement is of the account ${written.slice(0, 40)}, and must be of ${account.numbers[0]}; if that is the same account, its statementAccounts must name it`
    )
}

export const requireCurrency = (account: StatementAccount, written: string, place: Place): void => {
  if (written !== account.currency)
    refuse(place, `the statement is in ${written}, and the account is in ${account.currency}`)
}

/** An IBAN that a text begins with. */
export const ibanAtStart = (text: string): string | undefined => {
  const candidate = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}(?![A-Za-z\d])/.exec(text)?.[0]
  return candidate !== undefined && isValidIBAN(electronicFormatIBAN(candidate) ?? "") ? candidate : undefined
}
