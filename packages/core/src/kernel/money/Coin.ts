import type { Currency } from "./Currency.ts"

/**
 * The coin in which a network is paid for gas. Only books of networks are kept in it, so it is not a currency of the
 * interface; the network determines which coin it is.
 */
export const coin = "coin"
type Coin = typeof coin

/** The currencies of books. */
export type BookCurrency = Currency | Coin

const weiPerMinor = 10n ** 9n

/**
 * Minor units of the coin are gwei, rounded up, so that nothing is free: 64 bits hold nine thousand million coins of
 * them, and nine of wei.
 */
export const coinMinorOf = (wei: bigint): bigint => (wei + weiPerMinor - 1n) / weiPerMinor
