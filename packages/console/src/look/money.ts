import { amountText } from "@quittance/adapters-http/pages"

/** An amount in a sentence and on a button, such as `25.00 USDT`; also as somebody typed it. */
export const moneyText = (value: number | string, currency: string): string =>
  `${amountText(String(value), "en")} ${currency}`
