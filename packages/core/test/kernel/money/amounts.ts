import { Option } from "effect"
import * as fc from "fast-check"
import { Currency } from "../../../src/kernel/money/Currency.ts"
import type { FeeTerms } from "../../../src/kernel/money/Fee.ts"

export const currencies = fc.constantFrom(...Currency.literals)

/** Any bigint magnitude below a limit, short and long ones alike. */
export const minorBelow = (limit: bigint) =>
  fc.oneof(fc.bigInt({ min: 0n, max: limit - 1n }), fc.bigInt({ min: 0n, max: 100_000n }))

const basisPoints = fc.oneof(fc.constantFrom(0, 1, 50, 100, 250, 10_000), fc.integer({ min: 0, max: 10_000 }))

/** Every combination of percent, fixed part, minimum and maximum; minimum ≤ maximum. */
export const feeTerms: fc.Arbitrary<FeeTerms> = fc
  .record({
    basisPoints,
    fixedMinor: fc.bigInt({ min: 0n, max: 5_000_000n }),
    minMinor: fc.bigInt({ min: 0n, max: 2_000_000n }),
    above: fc.option(fc.bigInt({ min: 0n, max: 50_000_000n }))
  })
  .map(({ above, ...terms }) => ({
    ...terms,
    maxMinor: above === null ? Option.none() : Option.some(terms.minMinor + above)
  }))
