import { Option } from "effect"
import { invariant } from "../machine/invariant.ts"
import type { Instant } from "../time/Instant.ts"
import type { Currency } from "./Currency.ts"
import { formatMinor, toWireNumber } from "./Money.ts"

/** An amount as the API shows it. An amount that no JSON number represents exactly is a defect, never rounded. */
export const amountView = (minor: bigint, currency: Currency): number => {
  const number = toWireNumber(minor, currency)
  invariant(Option.isSome(number), `${formatMinor(minor, currency)} ${currency} fits a JSON number exactly`)
  return number.value
}

/** An instant as the API shows it: ISO 8601, UTC, milliseconds. */
export const instantView = (at: Instant): string => new Date(at).toISOString()
