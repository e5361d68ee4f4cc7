import { invariant } from "../machine/invariant.ts"

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
