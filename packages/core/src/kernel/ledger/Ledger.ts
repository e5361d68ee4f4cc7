import type { PartnerId } from "../concept/PartnerId.ts"
import { invariant } from "../machine/invariant.ts"
import type { BookCurrency } from "../money/Coin.ts"
import type { Instant } from "../time/Instant.ts"

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
 * - `clearing`: bank money that came over from the book of the account it was transferred to (the balance is negative)
 * - `adjustments`: manual and late corrections (a credit to the partner makes the balance negative)
 *
 * An account at a bank has a book too, of its own `deposits`, `unresolved` and `clearing`: what was transferred to it,
 * what is nobody's yet, and what went over to the books of partners (the balance is positive). Each book sums to zero
 * by itself; over all books together `clearing` is what is on its way between two of them.
 */
const partnerAccounts = [
  "available",
  "deposits",
  "invoiceFees",
  "payoutPending",
  "payoutSettled",
  "payoutFees",
  "unresolved",
  "clearing",
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

/** The balance (credits minus debits, minor units) of every account of one partner and currency. */
export type AccountBalances = { readonly [Name in AccountName]: bigint }

export const zeroBalances: AccountBalances = {
  available: 0n,
  deposits: 0n,
  invoiceFees: 0n,
  payoutPending: 0n,
  payoutSettled: 0n,
  payoutFees: 0n,
  unresolved: 0n,
  clearing: 0n,
  adjustments: 0n,
  gas: 0n,
  onChain: 0n
}

/** The figures of the API, all derived from the ledger, in minor units. */
export interface Balance {
  readonly availableMinor: bigint
  readonly receivedMinor: bigint
  readonly paidOutMinor: bigint
  readonly adjustmentsMinor: bigint
  /** The part of `paidOutMinor` that belongs to payouts still PENDING. */
  readonly pendingMinor: bigint
}

export const balanceOf = (accounts: AccountBalances): Balance => ({
  availableMinor: accounts.available,
  receivedMinor: -accounts.deposits - accounts.clearing - accounts.invoiceFees - accounts.unresolved,
  paidOutMinor: accounts.payoutPending + accounts.payoutSettled + accounts.payoutFees,
  adjustmentsMinor: -accounts.adjustments,
  pendingMinor: accounts.payoutPending
})

/** The change of each account by an entry; the deltas sum to zero. */
export const deltasOf = (entry: JournalEntry): ReadonlyArray<readonly [AccountName, bigint]> => {
  const [only] = entry.postings
  if (only !== undefined && entry.postings.length === 1 && only.debit !== only.credit)
    return [
      [only.debit, -only.amountMinor],
      [only.credit, only.amountMinor]
    ]
  const deltas = new Map<AccountName, bigint>()
  for (const { amountMinor, credit, debit } of entry.postings) {
    deltas.set(debit, (deltas.get(debit) ?? 0n) - amountMinor)
    deltas.set(credit, (deltas.get(credit) ?? 0n) + amountMinor)
  }
  return [...deltas]
}

/** The zero-sum law, from which `available = received − paidOut + adjustments` follows. */
export const isBalanced = (accounts: AccountBalances): boolean =>
  (["available", "onChain"] as const).every((book) => {
    const own = accountNames.filter((name) => isOneBook(name, book))
    return own.reduce((sum, name) => sum + accounts[name], 0n) === 0n
  })

/** One debit, one credit, one positive amount in minor units. */
export interface Posting {
  readonly debit: AccountName
  readonly credit: AccountName
  readonly amountMinor: bigint
}

/** What journal entries record, by kind. Each concept adds its own with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: concepts fill it.
export interface JournalEntryKinds {}

/**
 * What a journal entry records. `subjectId` names the payout, invoice, bank payment, deposit, adjustment or transaction
 * behind it.
 */
export type JournalEntryKind = keyof JournalEntryKinds

export interface JournalEntry {
  /** Or the name of a network, which owns its book as a partner does. */
  readonly partnerId: PartnerId
  readonly currency: BookCurrency
  readonly kind: JournalEntryKind
  readonly subjectId: string
  readonly at: Instant
  readonly postings: ReadonlyArray<Posting>
  /** `waived` lets a correction take a limited account below zero; everything else is `enforced`. */
  readonly limit: "enforced" | "waived"
}

/** The postings with a non-zero amount: zero amounts (a zero fee) are left out, negative ones are a defect. */
export const postings = (...all: ReadonlyArray<Posting>): ReadonlyArray<Posting> => {
  for (const { amountMinor, credit, debit } of all) {
    invariant(amountMinor >= 0n, "a posting's amount is positive")
    invariant(isOneBook(debit, credit), "a posting is between accounts of one book")
  }
  return all.filter((posting) => posting.amountMinor > 0n)
}
