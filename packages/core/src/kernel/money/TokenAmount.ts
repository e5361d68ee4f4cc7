/**
 * An amount of a token in the network's own units, which may be finer than minor units. Amounts are summed as they are
 * and rounded down once, so a payment in parts is worth what it is worth in one.
 */
export interface TokenAmount {
  /** Whole minor units. */
  readonly amountMinor: bigint
  /** What is beyond them, below one minor unit, in 10⁻³⁰ of it: exact for tokens of up to 36 decimals. */
  readonly rest: bigint
}

/** USDT has 6 decimals here, whatever a token has. */
const minorDecimals = 6

const restDecimals = 30

/** So much is a minor unit. */
export const restScale = 10n ** BigInt(restDecimals)

/** What so many units of a token with so many decimals are. */
export const tokenAmount = (value: bigint, decimals: number): TokenAmount =>
  amountOf(value * 10n ** BigInt(minorDecimals + restDecimals - decimals))

const amountOf = (fine: bigint): TokenAmount => {
  const rest = ((fine % restScale) + restScale) % restScale
  return { amountMinor: (fine - rest) / restScale, rest }
}

/** A sum with one more amount, or with one less. */
export const movedBy = (sum: TokenAmount, part: TokenAmount, sign: 1 | -1): TokenAmount => {
  const amountMinor = sum.amountMinor + BigInt(sign) * part.amountMinor
  if (sum.rest === 0n && part.rest === 0n) return { amountMinor, rest: 0n }
  const carried = amountOf(sum.rest + BigInt(sign) * part.rest)
  return { amountMinor: amountMinor + carried.amountMinor, rest: carried.rest }
}
