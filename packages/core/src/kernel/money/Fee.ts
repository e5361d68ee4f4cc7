import { Option, Schema } from "effect"
import { component } from "../description/component.ts"
import { invariant } from "../machine/invariant.ts"

/** Who pays the invoice fee: the merchant gets less, or the payer sends more. */
export const FeePayer = Schema.Literals(["merchant", "payer"]).annotate(
  component(
    "FeePayer",
    "Who pays the fee of an invoice. `merchant`: less is credited. `payer`: the customer sends more."
  )
)
export type FeePayer = typeof FeePayer.Type

/** How a fee is computed. All `…Minor` fields count minor units of the currency it is charged in. */
export const FeeTerms = Schema.Struct({
  /** Hundredths of a percent, 0 to 10 000. */
  basisPoints: Schema.Int,
  fixedMinor: Schema.BigInt,
  minMinor: Schema.BigInt,
  maxMinor: Schema.Option(Schema.BigInt)
})
export interface FeeTerms extends Schema.Schema.Type<typeof FeeTerms> {}

/** Terms that charge nothing. */
export const noFee: FeeTerms = { basisPoints: 0, fixedMinor: 0n, minMinor: 0n, maxMinor: Option.none() }

export const fixedFee = (fixedMinor: bigint): FeeTerms => ({ ...noFee, fixedMinor })

/** The fee on an amount: percent plus fixed part, rounded half-even once, then limited to minimum and maximum. */
export const feeOn = (amountMinor: bigint, terms: FeeTerms): bigint => {
  const raw = divideHalfEven(amountMinor * BigInt(terms.basisPoints) + terms.fixedMinor * 10_000n, 10_000n)
  const floored = raw < terms.minMinor ? terms.minMinor : raw
  return Option.match(terms.maxMinor, {
    onNone: () => floored,
    onSome: (max) => (floored > max ? max : floored)
  })
}

/** `numerator ÷ denominator` rounded half to even (IEEE 754 roundTiesToEven), exact for any size. */
export const divideHalfEven = (numerator: bigint, denominator: bigint): bigint => {
  invariant(denominator > 0n, "a denominator is positive")
  const quotient = numerator / denominator
  const twiceRest = 2n * (numerator % denominator)
  const magnitude = twiceRest < 0n ? -twiceRest : twiceRest
  const away = twiceRest < 0n ? -1n : 1n
  if (magnitude < denominator) return quotient
  if (magnitude > denominator) return quotient + away
  return quotient % 2n === 0n ? quotient : quotient + away
}
