import { Option, Result, Schema, SchemaGetter } from "effect"
import { type FeeTerms, noFee } from "../money/Fee.ts"
import { parseMinor } from "../money/Money.ts"
import { group, optional, type Setting, settingOf, withDefault } from "./Setting.ts"
import { amountSchemas, decimal, readDecimal, wholeNumber } from "./settingKinds.ts"

const percentExpected = "must be a percentage from 0 to 100 with at most 2 decimals"

/** A basis point is a hundredth of a percent, as a cent is a hundredth of a dollar. */
export const basisPoints: Setting<number> = settingOf(0, () => ({
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
  )
}))

/** Fees and tolerances are in USDT. */
const amounts = () => amountSchemas("USDT", "0", "1000000")

export const part = (description: string): Setting<bigint> =>
  settingOf(0n, () => {
    const { given, written } = amounts()
    return { given, written: written({ description, default: "0" }) }
  })

const most = settingOf<Option.Option<bigint>>(Option.none(), () => {
  const { given, written } = amounts()
  return {
    given: Schema.Option(given),
    written: written({ description: "The maximum fee; no limit by default." }).pipe(
      Schema.decodeTo(Schema.Option(Schema.BigInt), {
        decode: SchemaGetter.transform((max: bigint) => Option.some(max)),
        encode: SchemaGetter.forbidden(() => "a file is only read")
      })
    )
  }
})

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
