/** What the digits of numbers of accounts, banks and taxpayers prove: each rule answers whether they fit. */

const weighted = (digits: string, weights: ReadonlyArray<number>): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at] ?? 0), 0)

/** For three digits of the bank and the 20 of the account. */
const keyWeights = Array.from({ length: 23 }, (_, at) => [7, 1, 3][at % 3] ?? 0)

/** Whether the digits of an account fits its bank (Bank of Russia, 515 of 8 September 1997). */
const fitsKey = (threeOfBank: string, account: string): boolean =>
  weighted(threeOfBank + account, keyWeights) % 10 === 0

/** An account of 20 digits at the bank with this BIC. */
export const fitsRussianBank = (account: string, bic: string): boolean => fitsKey(bic.slice(-3), account)

/** The bank's own account of 20 digits at the Bank of Russia: what counts is where that is. */
export const fitsCentralBank = (account: string, bic: string): boolean =>
  fitsKey(`0${bic.slice(4, 6)}`, account)

/** The tax number of a company (10 digits) or a person (12). */
export const isInn = (text: string): boolean => {
  const control = (weights: ReadonlyArray<number>) => (weighted(text, weights) % 11) % 10
  if (/^\d{10}$/.test(text)) return control([2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(text[9])
  return (
    /^\d{12}$/.test(text) &&
    control([7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(text[10]) &&
    control([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(text[11])
  )
}

/** The business or individual number of Kazakhstan: where the first weights give 10, the second ones count. */
export const isBin = (text: string): boolean => {
  if (!/^\d{12}$/.test(text)) return false
  const first = weighted(text, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) % 11
  const control = first === 10 ? weighted(text, [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) % 11 : first
  return control === Number(text[11])
}

/** The routing number of a bank in the United States (ABA). */
export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) && weighted(text, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0
