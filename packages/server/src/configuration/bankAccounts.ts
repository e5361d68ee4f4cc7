import { inventedAccounts, NamedAccounts } from "@quittance/adapters-bank-transfer"
import type { Mode } from "@quittance/core"
import { Setting } from "@quittance/core/adapter"
import { Schema } from "effect"

/** `banks` of the file: the accounts that customers transfer money to, by name. */
export const bankAccountsSetting: Setting.Setting<NamedAccounts> = Setting.settingOf<NamedAccounts>(
  {},
  () => ({
    given: Schema.toType(NamedAccounts),
    written: NamedAccounts
  })
)

/** A sandbox has an account in every currency, so that transfers can be tried: an invented one, where none is set. */
export const bankAccountsIn = (mode: Mode, written: NamedAccounts): NamedAccounts => {
  if (mode === "live") return written
  const set = Object.values(written).map(({ currency }) => currency)
  const invented = Object.entries(Schema.decodeSync(NamedAccounts)(inventedAccounts))
  return {
    ...Object.fromEntries(invented.filter(([, { currency }]) => !set.includes(currency))),
    ...written
  }
}
