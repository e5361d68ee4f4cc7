/**
 * The accounts of a partner in one currency. A balance is credits minus debits. The balances of all accounts
 * of one partner and currency sum to zero, which is the law `available = received − paidOut + adjustments`:
 *
 * - `available`: what the partner may pay out; a debit must not take it below zero
 * - `deposits`: money that came in from outside (gross; the balance is negative)
 * - `invoiceFees`, `payoutFees`: what the operator earned
 * - `payoutPending`: reserved for payouts that are not final
 * - `payoutSettled`: what destination addresses received
 * - `unresolved`: bank money that no invoice could take; it belongs to no partner until an operator has returned it
 * - `adjustments`: manual and late corrections (a credit to the partner makes the balance negative)
 */
const partnerAccounts = [
  "available",
  "deposits",
  "invoiceFees",
  "payoutPending",
  "payoutSettled",
  "payoutFees",
  "unresolved",
  "adjustments"
] as const

/**
 * The accounts of a network in its coin, which sum to zero too:
 *
 * - `gas`: what transactions of its wallets cost (the balance is negative)
 * - `onChain`: what left those wallets on the network for it
 */
const networkAccounts = ["gas", "onChain"] as const

export const accountNames = [...partnerAccounts, ...networkAccounts] as const
export type AccountName = (typeof accountNames)[number]

const inNetworks: ReadonlySet<AccountName> = new Set(networkAccounts)

/** Whether a posting may be between these: a partner's money is no network's coin. */
export const isOneBook = (one: AccountName, other: AccountName): boolean =>
  inNetworks.has(one) === inNetworks.has(other)

/** Accounts that a debit must not take below zero unless the entry waives the limit. */
export const neverBelowZero: ReadonlySet<AccountName> = new Set(["available", "payoutPending", "unresolved"])
