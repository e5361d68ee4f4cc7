import { type FiatCurrency, formatMinor, scaleOf } from "@quittance/core"

/** An amount as people write it, with all its decimals: `12.50 USD`. */
export const fiatAmount = (minor: bigint, currency: FiatCurrency): string => {
  const [whole, fraction = ""] = formatMinor(minor, currency).split(".")
  return `${whole}.${fraction.padEnd(scaleOf[currency], "0")} ${currency}`
}
