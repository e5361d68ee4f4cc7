import type { IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"
import { isCredited, isLive, sumMinor } from "../address/Transfer.ts"

/** Money in transit and confirmed. */
export const seenMinor = (invoice: IssuedCryptoInvoice): bigint => sumMinor(invoice.transfers.filter(isLive))

/** Money confirmed and credited, before fees. */
export const paidMinor = (invoice: IssuedCryptoInvoice): bigint =>
  sumMinor(invoice.transfers.filter(isCredited))

/** Confirmations of the least confirmed transfer in transit, at most the required number; 0 if there is none. */
export const confirmationsOf = (invoice: IssuedCryptoInvoice): number => {
  const live = invoice.transfers.filter(isLive)
  return live.length === 0
    ? 0
    : Math.min(invoice.order.requiredConfirmations, ...live.map((transfer) => transfer.confirmations))
}

/** Irregularities of the invoice, in addition to its status. */
export const cryptoInvoiceExceptions = ["none", "underpaid", "overpaid", "late", "reorganised"] as const
export type CryptoInvoiceException = (typeof cryptoInvoiceExceptions)[number]

/** A transfer that was not credited has vanished, none was seen since, and the rest does not reach the amount. */
const hasVanished = (invoice: IssuedCryptoInvoice): boolean =>
  invoice.transfers.at(-1)?.status === "dropped" && seenMinor(invoice) < invoice.order.expectedMinor

export const exceptionOf = (invoice: IssuedCryptoInvoice): CryptoInvoiceException => {
  const { order, transfers } = invoice
  if (hasVanished(invoice) || transfers.some(({ status }) => status === "reversed")) return "reorganised"
  if (invoice._tag === "underpaid") return "underpaid"
  const live = transfers.filter(isLive)
  if (live.length > 0 && invoice._tag === "cancelled") return "late"
  if (live.some((transfer) => transfer.seenAt >= order.expiresAt)) return "late"
  return paidMinor(invoice) > order.expectedMinor ? "overpaid" : "none"
}
