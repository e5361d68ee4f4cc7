import { Option, Result, Schema } from "effect"
import { invariant } from "../machine/invariant.ts"
import type { Instant } from "../time/Instant.ts"
import { type Currency, scaleOf } from "./Currency.ts"
import type { WrittenNumber } from "./WrittenNumber.ts"

/** Why a number or text is not an amount of a currency. */
export class AmountInvalid extends Schema.TaggedError<AmountInvalid>()("AmountInvalid", {
  reason: Schema.Literals(["notANumber", "tooManyDecimals", "tooLarge"]),
  message: Schema.String
}) {
  get code() {
    return "amount_invalid" as const
  }
}

/**
 * Below this many minor units every amount has its own double, which prints back as that amount. From 2^46
 * units of scale 2 on (7.04·10^15 minor units) doubles are further apart than amounts: 70368744177664.01 and
 * .02 are one double.
 */
export const wireLimitMinor = 7_000_000_000_000_000n

const decimalText = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/**
 * More digits than any figure has; prevents a text such as `1e999999999` from becoming a number with that
 * many digits.
 */
const digitsMax = 30

/**
 * Reads a decimal as a signed number of minor units, exactly. A number is read by its shortest decimal form,
 * so `0.1` is ten cents and `1e3` a thousand units. A text, or the text of a `WrittenNumber`, uses the same
 * notation (`-1.50`, `1e3`), without spaces, separators or a point at either end. Fails on NaN, Infinity,
 * more decimals than the currency's scale, or a magnitude of `wireLimitMinor` or more (which might not be
 * sent back exactly).
 */
export const parseMinor = (
  input: number | string | WrittenNumber,
  currency: Currency
): Result.Result<bigint, AmountInvalid> => {
  const minor = typeof input === "number" ? minorOfNumber(input, currency) : undefined
  if (minor !== undefined) return Result.succeed(minor)
  const read = readExact(String(input), currency)
  return Result.isSuccess(read) && (read.success >= wireLimitMinor || read.success <= -wireLimitMinor)
    ? tooLarge()
    : read
}

/**
 * The same as by the number's text, in a fifth of the time: both are decimals of at most 15 significant digits with
 * this double, and no two have the same one (IEEE 754: DBL_DIG). Undefined for all other numbers.
 */
const minorOfNumber = (input: number, currency: Currency): bigint | undefined => {
  const unit = 10 ** scaleOf[currency]
  const minor = Math.round(input * unit)
  return Math.abs(minor) < alwaysExactMinor && minor / unit === input ? BigInt(minor) : undefined
}

const readExact = (text: string, currency: Currency): Result.Result<bigint, AmountInvalid> => {
  const match = decimalText.exec(text)
  if (match === null)
    return invalid("notANumber", "must be a decimal number such as 1250.5, without thousands separators")
  const [, sign = "", whole = "0", fraction = "", exponent = "0"] = match
  const digits = (whole + fraction).replace(/^0+/, "")
  if (digits === "") return Result.succeed(0n)
  const shift = Number(exponent) - fraction.length + scaleOf[currency]
  if (digits.length + shift > digitsMax) return tooLarge()
  const kept = shift >= 0 ? digits + "0".repeat(shift) : digits.slice(0, shift)
  const cut = shift >= 0 ? "" : digits.slice(shift)
  if (/[1-9]/.test(cut)) {
    return invalid("tooManyDecimals", `must have at most ${scaleOf[currency]} decimals in ${currency}`)
  }
  return Result.succeed(sign === "-" ? -BigInt(kept) : BigInt(kept))
}

const invalid = (reason: AmountInvalid["reason"], message: string): Result.Result<never, AmountInvalid> =>
  Result.fail(new AmountInvalid({ reason, message }))

const tooLarge = () => invalid("tooLarge", "is too large")

/** The exact decimal text of a count of minor units: `formatMinor(1050n, "USD")` is `"10.5"`. */
export const formatMinor = (minor: bigint, currency: Currency): string => {
  const scale = scaleOf[currency]
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, "0")
  const fraction = digits.slice(-scale).replace(/0+$/, "")
  return `${minor < 0n ? "-" : ""}${digits.slice(0, -scale)}${fraction === "" ? "" : `.${fraction}`}`
}

/** An amount for people, with all its decimals, or at least so many: `12.50 USD`. */
export const amountText = (minor: bigint, currency: Currency, decimalsMin = scaleOf[currency]): string => {
  const [whole, fraction = ""] = formatMinor(minor, currency).split(".")
  return `${whole}.${fraction.padEnd(decimalsMin, "0")} ${currency}`
}

/** Every decimal of up to 15 significant digits has a double that prints back as it (IEEE 754: DBL_DIG). */
const alwaysExactMinor = 1_000_000_000_000_000n

/**
 * The JSON number for an amount, only if its double prints back as the same decimal: any other would show a wrong
 * amount.
 */
export const toWireNumber = (minor: bigint, currency: Currency): Option.Option<number> => {
  if (minor < alwaysExactMinor && minor > -alwaysExactMinor) {
    // Both operands are exact and division rounds correctly, so this is the double nearest to the decimal.
    return Option.some(Number(minor) / 10 ** scaleOf[currency])
  }
  const number = Number(formatMinor(minor, currency))
  const back = readExact(String(number), currency)
  return Result.isSuccess(back) && back.success === minor ? Option.some(number) : Option.none()
}

/**
 * The minor units of an amount as decimal text, the same for all its spellings; undefined for what `parseMinor`
 * refuses.
 */
export const minorText = (amount: number | WrittenNumber, currency: Currency): string | undefined =>
  Result.match(parseMinor(amount, currency), { onSuccess: String, onFailure: () => undefined })

/** An amount as the API shows it. An amount that no JSON number represents exactly is a defect, never rounded. */
export const amountView = (minor: bigint, currency: Currency): number => {
  const number = toWireNumber(minor, currency)
  invariant(Option.isSome(number), `${formatMinor(minor, currency)} ${currency} fits a JSON number exactly`)
  return number.value
}

/** An instant as the API shows it: ISO 8601, UTC, milliseconds. */
export const instantView = (at: Instant): string => new Date(at).toISOString()
