import { html, amountText as shortAmount } from "@quittance/adapters-http/pages"
import { amountText, type Currency, minorText } from "@quittance/core/adapter"
import { amount, type Cell, withDecimals } from "./Cell.ts"

/** An amount of a view with all decimals of its currency, such as `1250.50`. */
export const plainAmount = (value: number, currency: string): string =>
  amountText(BigInt(minorText(value, currency as Currency) ?? "0"), currency as Currency).split(" ")[0] ?? ""

/** An amount of a view; its currency stands in a column of its own. */
export const money = (value: number | null, currency: string): Cell =>
  amount(value === null ? null : plainAmount(value, currency))

/** The same with its currency, where it stands alone. */
export const moneyFact = (value: number, currency: string): Cell => ({
  shown: (look) => html`${money(value, currency).shown(look)} ${currency}`,
  csv: () => `${plainAmount(value, currency)} ${currency}`
})

/** An amount in a sentence and on a button, such as `25.000000 USDT`; also as somebody typed it. */
export const moneyText = (value: number | string, currency: string): string =>
  `${shortAmount(withDecimals(String(value), currency), "en")} ${currency}`
