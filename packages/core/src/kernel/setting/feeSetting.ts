import { Option, Result, Schema, SchemaGetter } from "effect"
import { type FeeTerms, noFee } from "../money/Fee.ts"
import { parseMinor } from "../money/Money.ts"
import { group, optional, type Setting, withDefault } from "./Setting.ts"
import { amountSchemas, decimal, readDecimal, wholeNumber } from "./settingKinds.ts"

const percentExpected = "must be a percentage from 0 to 100 with at most 2 decimals"

/** A basis point is a hundredth of a percent, as a cent is a hundredth of a dollar. */
export const basisPoints: Setting<number> = {
  given: wholeNumber("a whole number of basis points").check(
    Schema.isBetween({ minimum: 0, maximum: 10_000 }, { message: "out_of_range:must be from 0 to 10000" })
  ),
  written: decimal("a percentage", {
    description: "Percent of the amount, 0 to 100 with at most 2 decimals.",
    default: "0"
  }).pipe(
    Schema.decodeTo(
      Schema.Number,
      readDecimal((value) => {
        const points = parseMinor(value, "USD")
        return Result.isSuccess(points) && points.success >= 0n && points.success <= 10_000n
          ? Result.succeed(Number(points.success))
          : Result.fail(percentExpected)
      })
    )
  ),
  standard: 0
}

/** Fees and tolerances are in USDT. */
const amounts = amountSchemas("USDT", "0", "1000000")

export const part = (description: string): Setting<bigint> => ({
  given: amounts.given,
  written: amounts.written({ description, default: "0" }),
  standard: 0n
})

const most: Setting<Option.Option<bigint>> = {
  given: Schema.Option(amounts.given),
  written: amounts.written({ description: "The maximum fee; no limit by default." }).pipe(
    Schema.decodeTo(Schema.Option(Schema.BigInt), {
      decode: SchemaGetter.transform((max: bigint) => Option.some(max)),
      encode: SchemaGetter.forbidden(() => "a file is only read")
    })
  ),
  standard: Option.none()
}

const parts = group(
  {
    basisPoints,
    fixedMinor: part("A fixed part, in USDT."),
    minMinor: part("The minimum fee."),
    maxMinor: most
  },
  {
    description: "A fee: a percentage and a fixed part, rounded half-even once, then limited by min and max.",
    ascending: [["minMinor", "maxMinor"]]
  }
)

/** A fee. In a given fee, omitted parts are zero. */
export const fee = (standard: FeeTerms): Setting<FeeTerms> => withDefault(parts, standard)

/** A fee that replaces the one of the level above; undefined by default. */
export const ownFee = optional(fee(noFee))
