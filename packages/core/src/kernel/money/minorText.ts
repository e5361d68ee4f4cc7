import { Result } from "effect"
import type { Currency } from "./Currency.ts"
import { parseMinor } from "./Money.ts"
import type { WrittenNumber } from "./WrittenNumber.ts"

/**
 * The minor units of an amount as decimal text, the same for all its spellings; undefined for what `parseMinor`
 * refuses.
 */
export const minorText = (amount: number | WrittenNumber, currency: Currency): string | undefined =>
  Result.match(parseMinor(amount, currency), { onSuccess: String, onFailure: () => undefined })
