import { Schema } from "effect"
import { component } from "../description/component.ts"

/** A currency of the fiat group: ISO 4217 codes. */
export const FiatCurrency = Schema.Literals(["USD", "EUR", "RUB", "KZT"]).annotate(
  component("FiatCurrency", "A currency of fiat invoices: its ISO 4217 code.")
)
export type FiatCurrency = typeof FiatCurrency.Type

export const fiatCurrencies = FiatCurrency.literals

/** A currency of the interface: ISO 4217 codes and USDT. */
export const Currency = Schema.Literals([...fiatCurrencies, "USDT"])
export type Currency = typeof Currency.Type

/** Digits after the decimal point: one unit is `10 ** scale` minor units. */
export const scaleOf: { readonly [C in Currency]: number } = { USD: 2, EUR: 2, RUB: 2, KZT: 2, USDT: 6 }
