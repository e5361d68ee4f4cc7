import { Option } from "effect"

/** How much less than the expected amount pays an invoice: the larger of the two. */
export interface ToleranceTerms {
  /** Of the expected amount, in hundredths of a percent. */
  readonly basisPoints: number
  readonly fixedMinor: bigint
}

export const noTolerance: ToleranceTerms = { basisPoints: 0, fixedMinor: 0n }

/** The tolerance of an invoice, rounded down. */
export const toleranceOf = (expectedMinor: bigint, { basisPoints, fixedMinor }: ToleranceTerms): bigint => {
  const share = (expectedMinor * BigInt(basisPoints)) / 10_000n
  return share > fixedMinor ? share : fixedMinor
}

/** What must arrive for the invoice to be paid. Without money none is, whatever the tolerance. */
export const dueMinor = ({
  expectedMinor,
  toleranceMinor
}: {
  readonly expectedMinor: bigint
  readonly toleranceMinor: Option.Option<bigint>
}): bigint => {
  const due = expectedMinor - Option.getOrElse(toleranceMinor, () => 0n)
  return due > 0n ? due : 1n
}

/** That an amount is less than `dueMinor`: a condition on stored fields (`Derived.ts`). */
export const belowDue = <const Name extends string>(amount: Name) =>
  ({
    any: [
      { less: [amount, { minus: ["expectedMinor", { orZero: "toleranceMinor" }] }] },
      { less: [amount, 1n] }
    ]
  }) as const
