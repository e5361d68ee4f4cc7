import type { FeeTerms } from "@quittance/core"
import { type Currency, Currency as CurrencySchema, type FeePayer } from "@quittance/core/adapter"
import { Option } from "effect"
import * as fc from "fast-check"
import { optionOf } from "./textGenerators.ts"

/** Amounts, fees and instants over their whole ranges, with more weight at the ends. */

/** The largest generated amount. The sum of a few of them still fits 64 bits. */
export const largestMinor = 9_000_000_000_000_000n

/** A positive count of minor units: small, ordinary or near the largest. */
export const amountMinor: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt({ min: 1n, max: 100n }),
  fc.bigInt({ min: 1n, max: 100_000_000_000n }),
  fc.bigInt({ min: largestMinor - 100n, max: largestMinor }),
  fc.constantFrom(1n, 2n ** 31n - 1n, 2n ** 31n, 2n ** 32n, largestMinor)
)

/** An amount or nothing. */
export const feeMinor: fc.Arbitrary<bigint> = fc.oneof(fc.constant(0n), amountMinor)

export const currency: fc.Arbitrary<Currency> = fc.constantFrom(...CurrencySchema.literals)

export const feePayer: fc.Arbitrary<FeePayer> = fc.constantFrom("merchant", "payer")

/** Fee terms whose maximum, if any, is not below their minimum. */
export const feeTerms: fc.Arbitrary<FeeTerms> = fc
  .record({
    basisPoints: fc.integer({ min: 0, max: 10_000 }),
    fixedMinor: feeMinor,
    minMinor: feeMinor,
    above: optionOf(feeMinor)
  })
  .map(({ above, ...terms }) => ({ ...terms, maxMinor: Option.map(above, (more) => terms.minMinor + more) }))

/** Milliseconds from 1970 to 2100, including both ends and instants with odd milliseconds. */
export const instant: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 0, max: 4_102_444_800_000 }),
  fc.constantFrom(0, 1, 1_709_251_199_999, 4_102_444_800_000)
)
