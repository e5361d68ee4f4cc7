import type { IssuedCryptoInvoice } from "../../src/cryptoInvoice/CryptoInvoiceRecord.ts"
import type { CryptoInvoiceException } from "../../src/cryptoInvoice/CryptoInvoiceFigures.ts"
import type { CryptoInvoiceOrder } from "../../src/cryptoInvoice/CryptoInvoiceRecord.ts"
import { feeOn } from "../../src/money/Fee.ts"
import { divideHalfEven } from "../../src/money/Rounding.ts"
import type { LaterCommand } from "./histories.ts"

type Status = IssuedCryptoInvoice["_tag"]

interface Money {
  readonly amountMinor: bigint
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
    const { expectedMinor, expiresAt, requiredConfirmations } = this.order
    switch (command._tag) {
      case "Expire":
        return true
      case "Cancel": {
        if (this.cancelled || this.paid || this.live.size > 0 || command.at >= expiresAt) return false
        return this.reversedBefore ? undefined : true
      }
      case "Redact": {
        if (this.redacted) return true
        const allowed = this.statuses(command.at)
        return allowed.includes("confirming") ? (allowed.length === 1 ? false : undefined) : true
      }
      case "Drop": {
        const money = this.live.get(command.txHash)
        this.live.delete(command.txHash)
        if (money?.confirmed === false) this.vanished = true
        if (money?.confirmed) {
          this.writtenOffMinor += money.amountMinor - money.feeMinor
          this.reversed.add(command.txHash)
          this.reversedBefore = true
        }
        return this.everSeen.has(command.txHash)
      }
      case "Observe": {
        const { amountMinor, confirmations, seenAt, txHash } = command.transfer
        if (amountMinor <= 0n) return true
        const known = this.live.get(txHash)
        if (known?.confirmed) return true
        this.everSeen.add(txHash)
        this.reversed.delete(txHash)
        if (known?.amountMinor !== amountMinor) this.vanished = false
        const first = known?.amountMinor === amountMinor ? known.seenAt : seenAt
        const confirmed = confirmations >= requiredConfirmations
        const feeMinor = confirmed ? this.feeOf(amountMinor) : 0n
        if (confirmed) this.receivedMinor += amountMinor - feeMinor
        this.live.set(txHash, { amountMinor, seenAt: first, confirmed, feeMinor })
        if (!this.cancelled && this.completing(true) >= expectedMinor) this.paid = true
        return true
      }
    }
  }

  /** The statuses that the contract allows at an instant. */
  statuses(at: number): ReadonlyArray<Status> {
    if (this.cancelled) return ["cancelled"]
    if (this.paid) return ["paid"]
    if (this.completing(false) >= this.order.expectedMinor) return ["confirming"]
    if (at >= this.order.expiresAt) return this.everSeen.size === 0 ? ["expired"] : ["expired", "underpaid"]
    if (this.live.size > 0) return ["confirming"]
    return this.reversedBefore ? ["pending", "confirming"] : ["pending"]
  }

  exception(status: Status): CryptoInvoiceException {
    const late = [...this.live.values()].some(({ seenAt }) => seenAt >= this.order.expiresAt)
    const isMissing = this.sum(({ amountMinor }) => amountMinor) < this.order.expectedMinor
    if (this.reversed.size > 0 || (this.vanished && isMissing)) return "reorganised"
    if (status === "underpaid") return "underpaid"
    if (late || (status === "cancelled" && this.live.size > 0)) return "late"
    return this.paidMinor > this.order.expectedMinor ? "overpaid" : "none"
  }

  get paidMinor(): bigint {
    return this.sum((money) => (money.confirmed ? money.amountMinor : 0n))
  }

  get feesMinor(): bigint {
    return this.sum((money) => money.feeMinor)
  }

  /** Money of before the end of the watch period: only confirmed, or all of it. */
  private completing(onlyConfirmed: boolean): bigint {
    const counts = (money: Money) =>
      money.seenAt <= this.order.watchUntil && (money.confirmed || !onlyConfirmed)
    return this.sum((money) => (counts(money) ? money.amountMinor : 0n))
  }

  private feeOf(amountMinor: bigint): bigint {
    const { expectedMinor, feeMinor, feePayer, feeTerms } = this.order
    const total = this.paidMinor + amountMinor
    const counted = total < expectedMinor ? total : expectedMinor
    const whole =
      feePayer === "payer" ? divideHalfEven(feeMinor * counted, expectedMinor) : feeOn(total, feeTerms)
    const due = (whole < total ? whole : total) - this.feesMinor
    if (due < 0n) return 0n
    return due < amountMinor ? due : amountMinor
  }

  private sum(part: (money: Money) => bigint): bigint {
    return [...this.live.values()].reduce((sum, money) => sum + part(money), 0n)
  }
}
