import { Option } from "effect"
import type {
  CryptoInvoiceOrder,
  IssuedCryptoInvoice
} from "../../../src/concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import type { CryptoInvoiceException } from "../../../src/concepts/cryptoInvoice/CryptoInvoiceStanding.ts"
import { divideHalfEven, feeOn } from "../../../src/kernel/money/Fee.ts"
import { restScale } from "../../../src/kernel/money/TokenAmount.ts"
import type { LaterCommand } from "./histories.ts"

type Status = IssuedCryptoInvoice["_tag"]

interface Money {
  /** In the finest units, as the network moved it. */
  readonly fine: bigint
  readonly seenAt: number
  readonly confirmed: boolean
  readonly feeMinor: bigint
}

/**
 * A second, simpler account of an invoice: a fold over transfers that knows no events and remembers only what it must.
 * Where the contract leaves two statuses open, `statuses` names both.
 */
export class InvoiceModel {
  /** Money that is there now. */
  readonly live = new Map<string, Money>()
  readonly everSeen = new Set<string>()
  readonly reversed = new Set<string>()
  readonly order: CryptoInvoiceOrder
  receivedMinor = 0n
  writtenOffMinor = 0n
  cancelled = false
  redacted = false
  /** The last news of a transfer: that one that was not credited is gone. */
  vanished = false
  paid = false
  reversedBefore = false

  constructor(order: CryptoInvoiceOrder) {
    this.order = order
  }

  /** Whether the command must be accepted, or `undefined` where the contract leaves it open. */
  tell(command: LaterCommand): boolean | undefined {
    const { expiresAt, requiredConfirmations } = this.order
    switch (command._tag) {
      case "Expire":
        return true
      case "Cancel": {
        if (this.cancelled || this.paid || this.seenMinor > 0n || command.at >= expiresAt) return false
        return this.reversedBefore ? undefined : true
      }
      case "Redact": {
        if (this.redacted) return true
        const allowed = this.statuses(command.at)
        return allowed.includes("confirming") ? (allowed.length === 1 ? false : undefined) : true
      }
      case "Drop": {
        const money = this.live.get(command.txHash)
        const before = this.paidMinor
        this.live.delete(command.txHash)
        if (money?.confirmed === false) this.vanished = true
        if (money?.confirmed) {
          this.writtenOffMinor += before - this.paidMinor - money.feeMinor
          this.reversed.add(command.txHash)
          this.reversedBefore = true
        }
        return this.everSeen.has(command.txHash)
      }
      case "Observe": {
        const { amountMinor, confirmations, rest = 0n, seenAt, txHash } = command.transfer
        const fine = amountMinor * restScale + rest
        if (fine <= 0n) return true
        const known = this.live.get(txHash)
        if (known?.confirmed) return true
        this.everSeen.add(txHash)
        this.reversed.delete(txHash)
        if (known?.fine !== fine) this.vanished = false
        const first = known?.fine === fine ? known.seenAt : seenAt
        const confirmed = confirmations >= requiredConfirmations
        const before = this.paidMinor
        this.live.set(txHash, { fine, seenAt: first, confirmed, feeMinor: 0n })
        const creditMinor = this.paidMinor - before
        const feeMinor = confirmed ? this.feeOf(creditMinor) : 0n
        this.live.set(txHash, { fine, seenAt: first, confirmed, feeMinor })
        this.receivedMinor += creditMinor - feeMinor
        if (!this.cancelled && this.completing(true) >= this.dueMinor) this.paid = true
        return true
      }
    }
  }

  /** The statuses that the contract allows at an instant. */
  statuses(at: number): ReadonlyArray<Status> {
    if (this.cancelled) return ["cancelled"]
    if (this.paid) return ["paid"]
    if (this.completing(false) >= this.dueMinor) return ["confirming"]
    if (at >= this.order.expiresAt) return this.everSeen.size === 0 ? ["expired"] : ["expired", "underpaid"]
    if (this.seenMinor > 0n) return ["confirming"]
    return this.reversedBefore ? ["pending", "confirming"] : ["pending"]
  }

  exception(status: Status): CryptoInvoiceException {
    const late = [...this.live.values()].some(
      ({ fine, seenAt }) => seenAt >= this.order.expiresAt && fine >= restScale
    )
    const isMissing = this.seenMinor < this.dueMinor
    if (this.reversed.size > 0 || (this.vanished && isMissing)) return "reorganised"
    if (status === "underpaid") return "underpaid"
    if (late || (status === "cancelled" && this.seenMinor > 0n)) return "late"
    return this.paidMinor > this.order.expectedMinor ? "overpaid" : "none"
  }

  get paidMinor(): bigint {
    return this.sumMinor(({ confirmed }) => confirmed)
  }

  get seenMinor(): bigint {
    return this.sumMinor(() => true)
  }

  get feesMinor(): bigint {
    return [...this.live.values()].reduce((sum, { feeMinor }) => sum + feeMinor, 0n)
  }

  /** From so much on it is paid; never without any money. */
  private get dueMinor(): bigint {
    const due = this.order.expectedMinor - Option.getOrElse(this.order.toleranceMinor, () => 0n)
    return due < 1n ? 1n : due
  }

  /** Money of before the end of the watch period: only confirmed, or all of it. */
  private completing(onlyConfirmed: boolean): bigint {
    const counts = (money: Money) =>
      money.seenAt <= this.order.watchUntil && (money.confirmed || !onlyConfirmed)
    return this.sumMinor(counts)
  }

  /** Of a credit that is in the sum already, and is not charged yet. */
  private feeOf(amountMinor: bigint): bigint {
    const { expectedMinor, feeMinor, feePayer, feeTerms } = this.order
    const total = this.paidMinor
    const counted = total < expectedMinor ? total : expectedMinor
    const whole =
      feePayer === "payer" ? divideHalfEven(feeMinor * counted, expectedMinor) : feeOn(total, feeTerms)
    const due = (whole < total ? whole : total) - this.feesMinor
    if (due < 0n) return 0n
    return due < amountMinor ? due : amountMinor
  }

  /** The sum of what the network moved, rounded down once. */
  private sumMinor(isPart: (money: Money) => boolean): bigint {
    return (
      [...this.live.values()].reduce((sum, money) => sum + (isPart(money) ? money.fine : 0n), 0n) / restScale
    )
  }
}
