import { amountText } from "@quittance/adapters-http/pages"
import { withDecimals } from "./Cell.ts"

/** An amount in a sentence and on a button, such as `25.000000 USDT`; also as somebody typed it. */
export const moneyText = (value: number | string, currency: string): string =>
  `${amountText(withDecimals(String(value), currency), "en")} ${currency}`
