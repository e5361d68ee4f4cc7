import { type Commit, type Instant, millisPerDay } from "@quittance/core/adapter"
import type { SimulatedMailServer } from "../outside/SimulatedMailServer.ts"
import { refusal } from "../outside/SimulatedMailServer.ts"
import type { SimulatedRail } from "../outside/SimulatedRail.ts"

/**
 * What must be true at the moment when a commit says it. A bank took the money, and it is recorded once. An invoice is
 * paid once and expires when it is due. Only the rail declines a payment. An e-mail was accepted or refused, or tried
 * for days, and ends once.
 */
export class FiatLaws {
  readonly #rail: SimulatedRail
  readonly #mail: SimulatedMailServer
  readonly #said = new Set<string>()
  readonly #paidAt = new Map<string, Instant>()

  constructor(rail: SimulatedRail, mail: SimulatedMailServer) {
    this.#rail = rail
    this.#mail = mail
  }

  /** A sentence for each law that this commit, which landed, breaks. */
  brokenBy({ aggregates, events }: Commit): ReadonlyArray<string> {
    const broken: Array<string> = []
    const once = (what: string): void => {
      if (this.#said.has(what)) broken.push(`${what} a second time`)
      this.#said.add(what)
    }
    for (const { at, event, subjectId } of events) {
      switch (event._tag) {
        case "BankPaymentSettled":
        case "BankPaymentUnresolved": {
          const { receipt } = event
          const taken = this.#rail.operationOf(receipt.operationId)?.receipt
          once(`money of ${receipt.operationId} was recorded`)
          if (
            taken?.amountMinor !== receipt.amountMinor ||
            taken.currency !== receipt.currency ||
            taken.bankTime !== receipt.bankTime
          )
            broken.push(`${receipt.operationId} of ${subjectId} was recorded and no bank took it`)
          break
        }
        case "BankPaymentDeclined":
          if (!this.#rail.isDeclined(subjectId)) broken.push(`${subjectId} was declined by nobody`)
          break
        case "InvoicePaid":
          once(`invoice ${subjectId} was paid`)
          this.#paidAt.set(subjectId, at)
          break
        case "CryptoInvoicePaid":
          this.#paidAt.set(subjectId, at)
          break
        case "InvoiceExpired": {
          once(`invoice ${subjectId} expired`)
          const written = aggregates.find(
            (write) => write._tag === "Invoice" && write.state.order.id === subjectId
          )
          if (written?._tag === "Invoice" && event.at < written.state.order.expiresAt)
            broken.push(`invoice ${subjectId} expired too early`)
          break
        }
        case "InvoiceMailSent":
          once(`the e-mail of ${subjectId} ended`)
          if (!this.#mail.hasTaken(subjectId)) broken.push(`nobody took the e-mail of ${subjectId}`)
          break
        case "InvoiceMailFailed":
          once(`the e-mail of ${subjectId} ended`)
          if (event.reason !== refusal && !event.reason.startsWith("the invoice is "))
            broken.push(`the e-mail of ${subjectId} was given up: ${event.reason}`)
          break
        case "ReceiptMailSent":
          once(`the receipt of ${subjectId} ended`)
          if (!this.#mail.hasTaken(`${subjectId}-receipt`))
            broken.push(`nobody took the receipt of ${subjectId}`)
          break
        case "ReceiptMailFailed":
          once(`the receipt of ${subjectId} ended`)
          if (
            event.reason !== refusal &&
            event.reason !== "the invoice is redacted" &&
            !this.#isTried(subjectId, at)
          )
            broken.push(`the receipt of ${subjectId} was given up: ${event.reason}`)
          break
      }
    }
    return broken
  }

  /** Whether a receipt was tried for so long that it may be given up: five days, less the last pause between tries. */
  #isTried(invoiceId: string, at: Instant): boolean {
    const paidAt = this.#paidAt.get(invoiceId)
    return paidAt !== undefined && at >= paidAt + 4 * millisPerDay
  }
}
