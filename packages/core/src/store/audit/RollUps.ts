import { Option } from "effect"
import type { IssuedInvoice } from "../../concepts/invoice/Invoice.ts"
import { invoiceCounters } from "../../concepts/invoice/invoiceCounters.ts"
import type { RecordedDeposit } from "../../concepts/transit/TransitDeposit.ts"
import type { WalletStanding } from "../../concepts/transit/TransitWallet.ts"
import type { CounterChange } from "../../kernel/counter/Counter.ts"
import {
  addToCounterSums,
  type CounterSum,
  counterKey,
  walletCounterKey
} from "../../kernel/counter/Counter.ts"
import type { AuditSnapshot, Notes } from "../AuditReader.ts"
import { networkCounters } from "../networkCounters.ts"

/** The roll-ups computed again, from the invoices and deposits themselves and from the unsent e-mails. */
export class RollUps {
  readonly #counted: Notes<CounterSum>
  /** By roll-up name: each wallet's id, and its balance as readers see it. */
  readonly #shown: Notes<readonly [id: string, balanceMinor: bigint]>

  constructor(notes: AuditSnapshot["notes"]) {
    this.#counted = notes()
    this.#shown = notes()
  }

  /** Everything an invoice has counted so far equals one step from nothing to its current state. */
  addInvoice(invoice: IssuedInvoice, mail: "mailUnsent" | "noMail"): void {
    const { batchId, partnerId } = invoice.order
    for (const change of invoiceCounters({ _tag: "absent" }, invoice)) addToCounterSums(this.#counted, change)
    if (mail === "mailUnsent" && Option.isSome(batchId)) {
      const unsent = { paid: 0, paidMinor: 0n, mailsUnsent: 1 }
      addToCounterSums(this.#counted, { _tag: "Batch", partnerId, batchId: batchId.value, ...unsent })
    }
  }

  /** The same of what is counted by networks. */
  addByNetwork(written: Parameters<typeof networkCounters>[0]): void {
    for (const change of networkCounters(written)) addToCounterSums(this.#counted, change)
  }

  addWallet({ balanceMinor, wallet }: WalletStanding): void {
    const { id, partnerId } = wallet
    this.#shown.set(walletCounterKey(partnerId, id), [id, balanceMinor])
  }

  /** A deposit counts as long as it is credited. */
  addDeposit(deposit: RecordedDeposit): void {
    if (deposit._tag !== "credited") return
    const { partnerId, walletId } = deposit.order
    const changeMinor = deposit.amountMinor
    addToCounterSums(this.#counted, { _tag: "Wallet", partnerId, walletId, changeMinor })
  }

  /** Called after all wallets and deposits, before the roll-ups themselves are compared. */
  faultsOfWallets(): ReadonlyArray<string> {
    const faults: Array<string> = []
    for (const [key, [id, balanceMinor]] of this.#shown.rest()) {
      const counted = this.#counted.get(key)?.sum
      const foundMinor = counted?._tag === "Wallet" ? counted.changeMinor : 0n
      if (balanceMinor !== foundMinor)
        faults.push(`wallet ${id} shows ${balanceMinor} minor units; its deposits add up to ${foundMinor}`)
    }
    return faults
  }

  faultsOf(kept: CounterSum): ReadonlyArray<string> {
    const key = counterKey(kept)
    const counted = this.#counted.take(key)
    const [said, found] = [printed(kept.sum), counted === undefined ? nothing : printed(counted.sum)]
    // A sum that returned to zero may stay.
    const isRight = said === found || (counted === undefined && isNothing(kept.sum))
    return isRight ? [] : [`${nameOf(kept)} keeps ${said}; the records add up to ${found}`]
  }

  /** Roll-ups that should exist but do not. */
  faultsOfRest(): ReadonlyArray<string> {
    const faults: Array<string> = []
    for (const [, counted] of this.#counted.rest()) {
      if (isNothing(counted.sum)) continue
      faults.push(`${nameOf(counted)} is not kept; the records add up to ${printed(counted.sum)}`)
    }
    return faults
  }
}

const nothing = "nothing"

const nameOf = ({ grain, sum }: CounterSum): string => {
  if (sum._tag === "Wallet") return `the balance of wallet ${sum.walletId} of partner ${sum.partnerId}`
  if (sum._tag === "Batch") return `the tally of batch ${sum.batchId} of partner ${sum.partnerId}`
  if (sum._tag === "Network") {
    const bucket = `${grain} ${new Date(sum.createdAt).toISOString()}`
    return `the roll-up of ${sum.partnerId} of ${sum.of} on ${sum.network} for the ${bucket}`
  }
  const bank = sum._tag === "Bank" ? ` and bank ${JSON.stringify(sum.bank)}` : ""
  const bucket = `${grain} ${new Date(sum.createdAt).toISOString()}`
  return `the roll-up of ${sum.partnerId} in ${sum.currency}${bank} for the ${bucket}`
}

const printed = (sum: CounterChange): string => {
  switch (sum._tag) {
    case "Invoices": {
      const { cancelled, created, expired, paid, paidMinor } = sum.change
      return `${created} created, ${paid} paid, ${expired} expired, ${cancelled} cancelled, ${paidMinor} minor units`
    }
    case "Bank":
      return `${sum.paid} paid, ${sum.paidMinor} minor units`
    case "Network": {
      const { amountMinor, completed, created, feeMinor } = sum.change
      return `${created} created, ${completed} completed, ${amountMinor} minor units, ${feeMinor} in fees`
    }
    case "Batch":
      return `${sum.paid} paid, ${sum.paidMinor} minor units, ${sum.mailsUnsent} e-mails unsent`
    case "Wallet":
      return `${sum.changeMinor} minor units`
  }
}

const isNothing = (sum: CounterChange): boolean => {
  if (sum._tag === "Wallet") return sum.changeMinor === 0n
  if (sum._tag === "Network") {
    const { amountMinor, completed, created, feeMinor } = sum.change
    return created === 0 && completed === 0 && amountMinor === 0n && feeMinor === 0n
  }
  const { paid, paidMinor } = sum._tag === "Invoices" ? sum.change : sum
  if (paid !== 0 || paidMinor !== 0n) return false
  switch (sum._tag) {
    case "Invoices":
      return sum.change.created === 0 && sum.change.expired === 0 && sum.change.cancelled === 0
    case "Bank":
      return true
    case "Batch":
      return sum.mailsUnsent === 0
  }
}
