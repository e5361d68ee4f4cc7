/** USDT between its JSON number and integer minor units (6 decimals). */

const minorPerUnit = 1_000_000

/**
 * The minor units that a JSON number states exactly, or nothing when it has more than 6 decimals.
 *
 * Dividing two exact integers rounds once, so the quotient is the double nearest to that decimal: it equals the input
 * exactly when the input is the shortest form of a decimal with at most 6 places. This holds below 9·10^15 minor units.
 */
export const usdtMinorFromNumber = (amount: number): number | undefined => {
  const minor = Math.round(amount * minorPerUnit)
  return Number.isSafeInteger(minor) && minor / minorPerUnit === amount ? minor : undefined
}

export const numberFromUsdtMinor = (minor: number): number => minor / minorPerUnit
