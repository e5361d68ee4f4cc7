import { Option } from "effect"
import type { RecordedBankPayment } from "../../concepts/bankPayment/BankPayment.ts"
import { cameFrom } from "../../concepts/bankPayment/BankReceipt.ts"
import type { RecordedTransaction } from "../../concepts/chain/ChainTransaction.ts"
import { isAwaiting } from "../../concepts/cryptoInvoice/CryptoInvoiceFigures.ts"
import type { IssuedCryptoInvoice } from "../../concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import type { IssuedInvoice } from "../../concepts/invoice/Invoice.ts"
import { payoutStatus, type RecordedPayout, totalMinor } from "../../concepts/payout/PayoutRecord.ts"
import type { RecordedEntry } from "../../concepts/statementEntry/StatementEntryRecord.ts"
import type { RecordedDeposit } from "../../concepts/transit/TransitDeposit.ts"
import type { JournalEntry, JournalEntryKind } from "../../kernel/ledger/Ledger.ts"
import {
  type AccountBalances,
  type AccountName,
  accountNames,
  balanceOf,
  deltasOf,
  isBalanced,
  neverBelowZero,
  zeroBalances
} from "../../kernel/ledger/Ledger.ts"
import { coin, coinMinorOf } from "../../kernel/money/Coin.ts"
import { dueMinor } from "../../kernel/money/Tolerance.ts"
import type { AuditSnapshot, Notes } from "../AuditReader.ts"

type Movements = Map<AccountName, bigint>

/** What the journal records for one partner in one currency. */
interface PartnerBooks {
  readonly movements: Movements
  /** The sums of the debits that no limit held back. */
  readonly waived: Movements
}

/** What the journal records for one payout, invoice, bank payment or deposit. */
interface SubjectBooks {
  /** The partner and currency of its first entry. */
  readonly partner: string
  readonly movements: Movements
  /** The kinds of its entries, in order. */
  kinds: string
}

/** A record whose entries carry its id. */
interface Subject {
  readonly id: string
  readonly partnerId: string
  readonly currency: string
}

/** The sums of one audit; every figure is computed twice, from different tables, and compared. */
export class Books {
  readonly faults: Array<string> = []
  entryCount = 0
  readonly #entryOrder: AuditSnapshot["entryOrder"]
  /** By partner and currency. */
  readonly #byPartner: Notes<PartnerBooks>
  readonly #bySubject: Notes<SubjectBooks>

  constructor({ entryOrder, notes }: Pick<AuditSnapshot, "entryOrder" | "notes">) {
    this.#entryOrder = entryOrder
    this.#byPartner = notes()
    this.#bySubject = notes()
  }

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
    const partner = partnerKey(entry)
    const ofPartner = this.#byPartner.get(partner) ?? { movements: new Map(), waived: new Map() }
    const ofSubject = this.#subjectOf(entry, name, partner)
    for (const [account, delta] of deltasOf(entry)) {
      const balance = add(ofPartner.movements, account, delta)
      if (delta < 0n && neverBelowZero.has(account)) {
        if (entry.limit === "waived") add(ofPartner.waived, account, -delta)
        else if (balance < 0n && this.#entryOrder === "written")
          this.faults.push(`${name} takes ${account} of ${entry.partnerId} to ${balance}, below zero`)
      }
      if (ofSubject !== undefined) add(ofSubject.movements, account, delta)
    }
    this.#byPartner.set(partner, ofPartner)
    if (ofSubject !== undefined) this.#bySubject.set(entry.subjectId, ofSubject)
  }

  /** The stored balances must equal the sums of the journal. */
  compareBalances(kept: {
    readonly partnerId: string
    readonly currency: string
    readonly accounts: AccountBalances
  }): void {
    const found = this.#byPartner.take(partnerKey(kept))
    const posted = found?.movements
    if (found !== undefined) this.#compareLimits(kept.partnerId, found)
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

  /**
   * In whatever order they were written, enforced debits left no account below zero, so it is below by no more than the
   * waived ones took.
   */
  #compareLimits(partnerId: string, { movements, waived }: PartnerBooks): void {
    if (this.#entryOrder === "written") return
    for (const account of neverBelowZero) {
      const balance = movements.get(account) ?? 0n
      if (balance + (waived.get(account) ?? 0n) < 0n)
        this.faults.push(`the journal takes ${account} of ${partnerId} to ${balance}, below zero`)
    }
  }

  comparePayout(payout: RecordedPayout): void {
    const { amountMinor, feeMinor, id } = payout.order
    const expected: AccountBalances = { ...zeroBalances, ...movementsOf(payout, amountMinor, feeMinor) }
    this.#compareSubject(`payout ${id} (${payout._tag})`, payout.order, accountNames, expected)
  }

  compareCryptoInvoice(invoice: IssuedCryptoInvoice): void {
    const { id } = invoice.order
    const { chargedMinor, countingCreditedMinor, creditedMinor, droppedCount, liveMinor, reversedCount } =
      invoice.tally
    const isCovered = countingCreditedMinor >= dueMinor(invoice.order)
    // Reversed money may come back and vanish again: a transfer that is not credited now may have been when
    // the invoice was paid.
    const mayHaveBeenReversed = reversedCount > 0 || droppedCount > 0 || isAwaiting(invoice)
    if (invoice._tag === "paid" && !isCovered && !mayHaveBeenReversed) {
      this.faults.push(`invoice ${id} is paid and its credited transfers do not cover it`)
    }
    if (invoice._tag !== "paid" && invoice._tag !== "cancelled" && isCovered) {
      this.faults.push(`invoice ${id} is ${invoice._tag} although its credited transfers cover it`)
    }
    if (invoice._tag === "pending" && liveMinor > 0n) {
      this.faults.push(`invoice ${id} is pending although money was seen`)
    }
    // A reversal cancels its credit in both accounts, so the rest of the history does not matter here.
    this.#compareSubject(`invoice ${id}`, invoice.order, ["available", "invoiceFees"], {
      ...zeroBalances,
      available: creditedMinor - chargedMinor,
      invoiceFees: chargedMinor
    })
  }

  /** All money of a paid invoice belongs to the partner; an invoice in any other state moved none. */
  compareInvoice(invoice: IssuedInvoice): void {
    const { amountMinor, id } = invoice.order
    const isPaid = invoice._tag === "paid"
    const expected = isPaid ? { available: amountMinor, [cameFrom(invoice.receipt)]: -amountMinor } : {}
    const name = `invoice ${id} (${invoice._tag})`
    this.#compareKinds(name, id, isPaid ? "invoice.paid" : "")
    this.#compareSubject(name, invoice.order, accountNames, { ...zeroBalances, ...expected })
  }

  /**
   * Money that no invoice could take stays in `unresolved` until it is returned. What the invoice took is in its entry,
   * and what the bank took back of it in one of the payment.
   */
  compareBankPayment(payment: RecordedBankPayment): void {
    const { id, partnerId } = payment.order
    const { currency } = "receipt" in payment ? payment.receipt : payment.order
    const name = `bank payment ${id} (${payment._tag})`
    this.#compareKinds(name, id, bankPaymentKinds(payment))
    this.#compareSubject(name, { id, partnerId, currency }, accountNames, {
      ...zeroBalances,
      ...bankMovementsOf(payment)
    })
  }

  /** Money of a statement is where its state says, in the book of its account, or has left it. */
  compareStatementEntry(entry: RecordedEntry): void {
    const { amountMinor, id } = entry.order
    const account = accountOfEntry(entry)
    const expected = account === undefined ? {} : { [account]: amountMinor, deposits: -amountMinor }
    this.#compareSubject(`entry ${id} (${entry._tag})`, entry.order, accountNames, {
      ...zeroBalances,
      ...expected
    })
  }

  /**
   * All money of a credited deposit belongs to the partner; a deposit in any other state is not booked. Money
   * dropped by a reorganisation may come back, even as another amount: each time it was credited and written
   * off.
   */
  compareTransitDeposit(deposit: RecordedDeposit): void {
    const { amountMinor, order } = deposit
    const name = `deposit ${order.id} (${deposit._tag})`
    const isCredited = deposit._tag === "credited"
    const isReversed = deposit._tag === "reversed"
    const kinds = this.#bySubject.get(order.id)?.kinds ?? ""
    const reversals = kinds.split(reversedKind).length - 1
    const stories = Array.from({ length: isReversed ? Math.max(1, reversals) : reversals }, () => [
      creditedKind,
      reversedKind
    ])
    this.#compareKinds(name, order.id, [...stories.flat(), ...(isCredited ? [creditedKind] : [])].join(", "))
    // Only the entries record earlier amounts.
    const isFirstStory = reversals === (isReversed ? 1 : 0)
    const accounts = isFirstStory ? accountNames : accountNames.filter((account) => !outside.has(account))
    const creditedMinor = isCredited || isReversed ? amountMinor : 0n
    this.#compareSubject(name, order, accounts, {
      ...zeroBalances,
      available: isCredited ? amountMinor : 0n,
      deposits: -creditedMinor,
      adjustments: isReversed ? amountMinor : 0n
    })
  }

  /** What the outcome of a transaction cost is in the book of its network. */
  compareChainTransaction(transaction: RecordedTransaction): void {
    const { id, partnerId } = transaction.order
    const costMinor = "costWei" in transaction ? coinMinorOf(BigInt(transaction.costWei)) : 0n
    const name = `transaction ${id} (${transaction._tag})`
    this.#compareKinds(name, id, costMinor === 0n ? "" : "gas.spent")
    this.#compareSubject(name, { id, partnerId, currency: coin }, accountNames, {
      ...zeroBalances,
      gas: -costMinor,
      onChain: costMinor
    })
  }

  /** Subjects that occur only in the journal. */
  compareRest(): void {
    for (const [key] of this.#byPartner.rest()) this.faults.push(`${key} has journal entries and no accounts`)
    for (const [subject] of this.#bySubject.rest())
      this.faults.push(`${subject} has journal entries and no record`)
  }

  /** An adjustment has no record beside the journal. */
  #subjectOf(entry: JournalEntry, name: string, partner: string): SubjectBooks | undefined {
    if (entry.kind === "balance.adjusted") return undefined
    const found = this.#bySubject.get(entry.subjectId)
    if (found === undefined) return { partner, movements: new Map(), kinds: entry.kind }
    if (found.partner !== partner)
      this.faults.push(`${name} is one of ${partner}; its first entry is one of ${found.partner}`)
    found.kinds += `, ${entry.kind}`
    return found
  }

  /** Called before the subject is compared, which removes it. */
  #compareKinds(name: string, id: string, expected: string): void {
    const kinds = this.#bySubject.get(id)?.kinds ?? ""
    if (this.#ordered(kinds) !== this.#ordered(expected))
      this.faults.push(`${name} has the journal entries [${kinds}], not [${expected}]`)
  }

  #ordered(kinds: string): string {
    return this.#entryOrder === "written" ? kinds : kinds.split(", ").sort().join(", ")
  }

  #compareSubject(
    name: string,
    subject: Subject,
    accounts: ReadonlyArray<AccountName>,
    expected: AccountBalances
  ): void {
    const posted = this.#bySubject.take(subject.id)
    const partner = partnerKey(subject)
    if (posted !== undefined && posted.partner !== partner)
      this.faults.push(`${name} is one of ${partner}; its entries are of ${posted.partner}`)
    for (const account of accounts)
      this.#expect(`${name} at ${account}`, "stands for", expected[account], posted?.movements.get(account))
  }

  #expect(name: string, verb: string, said: bigint, posted = 0n): void {
    if (said !== posted)
      this.faults.push(`${name} ${verb} ${said} minor units; its journal entries sum to ${posted}`)
  }
}

const creditedKind: JournalEntryKind = "transit.credited"
const reversedKind: JournalEntryKind = "transit.reversed"

/** The accounts between which deposit money moves. */
const outside: ReadonlySet<AccountName> = new Set(["deposits", "adjustments"])

const partnerKey = ({ currency, partnerId }: Omit<Subject, "id">): string => `${partnerId} in ${currency}`

/** Adds a movement and answers the sum with it. */
const add = (movements: Movements, account: AccountName, delta: bigint): bigint => {
  const sum = (movements.get(account) ?? 0n) + delta
  movements.set(account, sum)
  return sum
}

/** The entries of a bank payment, by its state. */
const bankPaymentKinds = (payment: RecordedBankPayment): string => {
  switch (payment._tag) {
    case "unresolved":
      return "bankPayment.unresolved"
    case "returned":
      return "bankPayment.unresolved, bankPayment.returned"
    case "settled":
      return resolvedKinds(payment).join(", ")
    case "reversed":
      return [...resolvedKinds(payment), "bankPayment.reversed"].join(", ")
    case "requested":
    case "starting":
    case "unknown":
    case "awaiting":
    case "declined":
    case "lapsed":
      return ""
  }
}

/** What had come too late was held before it paid. */
const resolvedKinds = ({
  resolvedAt
}: Extract<
  RecordedBankPayment,
  { readonly _tag: "settled" | "reversed" }
>): ReadonlyArray<JournalEntryKind> =>
  Option.isSome(resolvedAt) ? ["bankPayment.unresolved", "bankPayment.resolved"] : []

/** The accounts in which the money of a bank payment must be by its own entries. */
const bankMovementsOf = (payment: RecordedBankPayment): Partial<AccountBalances> => {
  if (payment._tag !== "unresolved" && payment._tag !== "reversed") return {}
  const { amountMinor } = payment.receipt
  const [account, movedMinor] =
    payment._tag === "unresolved"
      ? (["unresolved", amountMinor] as const)
      : (["available", -amountMinor] as const)
  return { [account]: movedMinor, [cameFrom(payment.receipt)]: -movedMinor }
}

/** The account of its book in which the money of an entry is; none when it has left. */
const accountOfEntry = ({ _tag }: RecordedEntry): AccountName | undefined => {
  switch (_tag) {
    case "matching":
    case "matched":
    case "assigned":
    case "held":
      return "clearing"
    case "unresolved":
      return "unresolved"
    case "returned":
    case "sentBack":
    case "ignored":
    case "reversing":
    case "reversed":
      return undefined
  }
}

/** The accounts in which a payout's money must be, by its state. */
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
