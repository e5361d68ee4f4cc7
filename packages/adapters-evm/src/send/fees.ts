/** What a transaction offers for each unit of gas, in wei (EIP-1559). */
export interface GasFees {
  readonly maxFeeWei: bigint
  readonly maxTipWei: bigint
}

/** Enough for six blocks in a row that are full, each of which raises the base fee by an eighth. */
export const suggestedFees = (market: { readonly baseFeeWei: bigint; readonly tipWei: bigint }): GasFees => ({
  maxFeeWei: 2n * market.baseFeeWei + market.tipWei,
  maxTipWei: market.tipWei
})

/** The network's fee now: twice the base fee is offered. */
export const expectedFeeWei = ({ maxFeeWei, maxTipWei }: GasFees): bigint => (maxFeeWei + maxTipWei) / 2n

/**
 * Fees for another transaction in the same slot. Nodes take it only if both are 10 % higher than before; an eighth is
 * used here, because not every node checks this, and some demand more.
 */
export const raisedFees = (before: GasFees, suggested: GasFees): GasFees => ({
  maxFeeWei: larger(anEighthMore(before.maxFeeWei), suggested.maxFeeWei),
  maxTipWei: larger(anEighthMore(before.maxTipWei), suggested.maxTipWei)
})

/**
 * Fees are raised up to three times what is offered now: without a limit, they would cost more than anyone meant to
 * pay.
 */
export const isExcessive = (fees: GasFees, current: GasFees): boolean =>
  fees.maxFeeWei > 3n * current.maxFeeWei

const anEighthMore = (wei: bigint): bigint => wei + wei / 8n + 1n

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
