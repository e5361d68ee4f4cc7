import { Result, Schema } from "effect"
import { type Currency, scaleOf } from "./Currency.ts"

/** Why a number or text is no amount of a currency. */
export class AmountInvalid extends Schema.TaggedError<AmountInvalid>()("AmountInvalid", {
  reason: Schema.Literals(["notANumber", "tooManyDecimals", "tooLarge"]),
  message: Schema.String
}) {}

/** Doubles print back as the same decimal below this many minor units (15 significant digits always survive). */
export const wireLimitMinor = 9_000_000_000_000_000n

const decimalText = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/

/**
 * Reads a decimal as a signed count of minor units, exactly. A number is read by its shortest decimal form, so `0.1` is
 * ten cents and `1e3` a thousand units. Fails on NaN, Infinity, more decimals than the currency's scale, or a magnitude
 * of `wireLimitMinor` and more (which could not be sent back exactly).
 */
export const parseMinor = (
  input: number | string,
  currency: Currency
): Result.Result<bigint, AmountInvalid> => {
  const match = decimalText.exec(String(input))
  if (match === null) {
    return Result.fail(
      new AmountInvalid({ reason: "notANumber", message: "must be a finite decimal number" })
    )
  }
  const [, sign = "", whole = "0", fraction = "", exponentText = "0"] = match
  const exponent = Number.parseInt(exponentText, 10)
  const digits = (whole + fraction).replace(/^0+(?=\d)/, "")
  const shift = exponent - fraction.length + scaleOf[currency]
  if (digits.length + shift > 30 || digits.length > 60) {
    if (/^0*$/.test(digits)) return Result.succeed(0n)
    return Result.fail(new AmountInvalid({ reason: "tooLarge", message: "is too large" }))
  }
  const kept = shift >= 0 ? digits + "0".repeat(shift) : digits.slice(0, shift)
  const cut = shift >= 0 ? "" : digits.slice(shift)
  if (/[1-9]/.test(cut)) {
    return Result.fail(
      new AmountInvalid({
        reason: "tooManyDecimals",
        message: `must have at most ${scaleOf[currency]} decimals in ${currency}`
      })
    )
  }
  const minor = BigInt(kept === "" ? "0" : kept)
  if (minor >= wireLimitMinor) {
    return Result.fail(new AmountInvalid({ reason: "tooLarge", message: "is too large" }))
  }
  return Result.succeed(sign === "-" ? -minor : minor)
}

/** The exact decimal text of a count of minor units: `formatMinor(1050n, "USD")` is `"10.5"`. */
export const formatMinor = (minor: bigint, currency: Currency): string => {
  const scale = scaleOf[currency]
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scale + 1, "0")
  const fraction = digits.slice(-scale).replace(/0+$/, "")
  return `${minor < 0n ? "-" : ""}${digits.slice(0, -scale)}${fraction === "" ? "" : `.${fraction}`}`
}

/** A figure that no double can carry exactly: sending it would show a wrong amount. */
export class AmountNotExact extends Schema.TaggedError<AmountNotExact>()("AmountNotExact", {
  decimal: Schema.String,
  currency: Schema.String
}) {}

/** The JSON number for an amount, given only when its double prints back as the same decimal. */
export const toWireNumber = (minor: bigint, currency: Currency): Result.Result<number, AmountNotExact> => {
  const number = Number(formatMinor(minor, currency))
  const back = parseMinor(number, currency)
  return Result.isSuccess(back) && back.success === minor
    ? Result.succeed(number)
    : Result.fail(new AmountNotExact({ decimal: formatMinor(minor, currency), currency }))
}
