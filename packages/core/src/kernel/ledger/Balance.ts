import type { AccountName } from "./Account.ts"
import { accountNames, isOneBook } from "./Account.ts"
import type { JournalEntry } from "./JournalEntry.ts"

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
  receivedMinor: -accounts.deposits - accounts.invoiceFees - accounts.unresolved,
  paidOutMinor: accounts.payoutPending + accounts.payoutSettled + accounts.payoutFees,
  adjustmentsMinor: -accounts.adjustments,
  pendingMinor: accounts.payoutPending
})

/** The change of each account by an entry; the deltas sum to zero. */
export const deltasOf = (entry: JournalEntry): ReadonlyArray<readonly [AccountName, bigint]> => {
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
