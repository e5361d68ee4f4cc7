import type { IssuedCryptoInvoice } from "../cryptoInvoice/CryptoInvoice.ts"
import { isCredited, isLive, sumMinor } from "../cryptoInvoice/Transfer.ts"
import { type AccountName, accountNames, neverBelowZero } from "../ledger/Account.ts"
import { type AccountBalances, balanceOf, deltasOf, isBalanced, zeroBalances } from "../ledger/Balance.ts"
import type { JournalEntry } from "../ledger/JournalEntry.ts"
import { payoutStatus, type RecordedPayout, totalMinor } from "../payout/Payout.ts"

type Movements = Map<AccountName, bigint>

/** The sums of one audit; every figure is computed twice, from different tables, and compared. */
export class Books {
  readonly faults: Array<string> = []
  entryCount = 0
  readonly #byPartner = new Map<string, Movements>()
  readonly #bySubject = new Map<string, Movements>()

  post(entry: JournalEntry): void {
    this.entryCount += 1
    const name = `the ${entry.kind} entry of ${entry.subjectId}`
    if (entry.postings.length === 0) this.faults.push(`${name} has no postings`)
    for (const { amountMinor, credit, debit } of entry.postings) {
      if (amountMinor <= 0n) this.faults.push(`${name} posts ${amountMinor}, which is not positive`)
      for (const account of [debit, credit]) {
        if (!accountNames.includes(account)) this.faults.push(`${name} names an unknown account, ${account}`)
      }
    }
    for (const [account, delta] of deltasOf(entry)) {
      const balance = add(this.#byPartner, partnerKey(entry), account, delta)
      if (balance < 0n && delta < 0n && entry.limit === "enforced" && neverBelowZero.has(account)) {
        this.faults.push(`${name} takes ${account} of ${entry.partnerId} to ${balance}, below zero`)
      }
      if (entry.kind !== "balance.adjusted") add(this.#bySubject, entry.subjectId, account, delta)
    }
  }

  /** The balances kept beside the journal must be what the journal sums up to. */
  compareBalances(kept: {
    readonly partnerId: string
    readonly currency: string
    readonly accounts: AccountBalances
  }): void {
    const key = partnerKey(kept)
    const posted = this.#byPartner.get(key)
    this.#byPartner.delete(key)
    for (const account of accountNames) {
      this.#expect(
        `account ${account} of partner ${kept.partnerId}`,
        "keeps",
        kept.accounts[account],
        posted?.get(account)
      )
    }
    if (!isBalanced(kept.accounts))
      this.faults.push(`the accounts of partner ${kept.partnerId} do not sum to zero`)
    const { adjustmentsMinor, availableMinor, paidOutMinor, receivedMinor } = balanceOf(kept.accounts)
    if (availableMinor !== receivedMinor - paidOutMinor + adjustmentsMinor) {
      this.faults.push(`partner ${kept.partnerId} has available ≠ received − paidOut + adjustments`)
    }
  }

  comparePayout(payout: RecordedPayout): void {
    const { amountMinor, feeMinor, id } = payout.order
    const expected: AccountBalances = { ...zeroBalances, ...movementsOf(payout, amountMinor, feeMinor) }
    this.#compareSubject(`payout ${id} (${payout._tag})`, id, accountNames, expected)
  }

  compareCryptoInvoice(invoice: IssuedCryptoInvoice): void {
    const credited = invoice.transfers.filter(isCredited)
    const { expectedMinor, id, watchUntil } = invoice.order
    const inTime = credited.filter(({ seenAt }) => seenAt <= watchUntil)
    const isCovered = sumMinor(inTime) >= expectedMinor
    const wasReversed = invoice.transfers.some(({ status }) => status === "reversed")
    if (invoice._tag === "paid" && !isCovered && !wasReversed) {
      this.faults.push(`invoice ${id} is paid and its credited transfers do not cover it`)
    }
    if (invoice._tag !== "paid" && invoice._tag !== "cancelled" && isCovered) {
      this.faults.push(`invoice ${id} is ${invoice._tag} although its credited transfers cover it`)
    }
    if (invoice._tag === "pending" && invoice.transfers.some(isLive)) {
      this.faults.push(`invoice ${id} is pending although money was seen`)
    }
    const invoiceFees = credited.reduce((sum, { feeMinor }) => sum + feeMinor, 0n)
    // A reversal cancels its credit in both accounts, so the rest of the story does not matter here.
    this.#compareSubject(`invoice ${invoice.order.id}`, invoice.order.id, ["available", "invoiceFees"], {
      ...zeroBalances,
      available: sumMinor(credited) - invoiceFees,
      invoiceFees
    })
  }

  /** What the journal tells of and nothing else knows. */
  compareRest(): void {
    for (const key of this.#byPartner.keys()) this.faults.push(`${key} has journal entries and no accounts`)
    for (const subject of this.#bySubject.keys())
      this.faults.push(`${subject} has journal entries and no record`)
  }

  #compareSubject(
    name: string,
    id: string,
    accounts: ReadonlyArray<AccountName>,
    expected: AccountBalances
  ): void {
    const posted = this.#bySubject.get(id)
    this.#bySubject.delete(id)
    for (const account of accounts)
      this.#expect(`${name} at ${account}`, "stands for", expected[account], posted?.get(account))
  }

  #expect(name: string, verb: string, said: bigint, posted = 0n): void {
    if (said !== posted)
      this.faults.push(`${name} ${verb} ${said} minor units; its journal entries sum to ${posted}`)
  }
}

const partnerKey = ({
  currency,
  partnerId
}: {
  readonly partnerId: string
  readonly currency: string
}): string => `${partnerId} in ${currency}`

/** Adds a movement and answers the sum with it. */
const add = (sums: Map<string, Movements>, key: string, account: AccountName, delta: bigint): bigint => {
  const movements = sums.get(key) ?? new Map<AccountName, bigint>()
  const sum = (movements.get(account) ?? 0n) + delta
  sums.set(key, movements.set(account, sum))
  return sum
}

/** Where the money of a payout must stand, by its state. */
const movementsOf = (
  payout: RecordedPayout,
  amountMinor: bigint,
  feeMinor: bigint
): Partial<AccountBalances> => {
  const total = totalMinor(payout.order)
  switch (payoutStatus(payout)) {
    case "PENDING":
      return { available: -total, payoutPending: total }
    case "COMPLETED":
      return { available: -total, payoutSettled: amountMinor, payoutFees: feeMinor }
    case "FAILED":
      return "settledLateAt" in payout && payout.settledLateAt._tag === "Some"
        ? { available: -total, adjustments: total }
        : {}
  }
}
