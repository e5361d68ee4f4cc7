import { Schema } from "effect"
import { FiatCurrency } from "../../kernel/money/Currency.ts"
import { programOnly, type Setting, settingOf } from "../../kernel/setting/Setting.ts"
import { count, plainName, rule, text } from "../../kernel/setting/settingKinds.ts"
import { TimeZoneName } from "../../kernel/time/TimeZone.ts"
import type { BankAccount } from "./BankAccount.ts"

const { given: account } = text("", "", (account) =>
  /^[A-Z0-9]{4,34}$/.test(account)
    ? undefined
    : "must be the IBAN or number of the account, 4 to 34 capital letters and digits without spaces"
)

const { given: settlementDays } = count(5, "", 0, 30)

const hasDistinct = (what: string, keyOf: (account: BankAccount) => string) =>
  rule((accounts: ReadonlyArray<BankAccount>) =>
    new Set(accounts.map(keyOf)).size === accounts.length
      ? undefined
      : `invalid_value:must not have ${what} twice`
  )

/**
 * The accounts that customers transfer money to, as a program gives them: none is standard, each is given as a whole.
 * In the file they have the fields that their banks ask for, which the adapter of bank transfers declares and checks.
 */
export const bankAccountsSetting: Setting<ReadonlyArray<BankAccount>> = programOnly(
  settingOf<ReadonlyArray<BankAccount>>([], () => {
    const item = Schema.Struct({
      name: plainName("").given,
      currency: FiatCurrency,
      account,
      timeZone: Schema.toType(TimeZoneName),
      settlementDays
    }).annotate({ messageUnexpectedKey: "invalid_value:is not a setting of a bank account" })
    return {
      given: Schema.Array(item)
        .check(hasDistinct("a name", (each) => each.name))
        .check(hasDistinct("an account in one currency", (each) => `${each.account}/${each.currency}`)),
      written: undefined
    }
  })
)
