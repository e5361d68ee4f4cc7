import { dueMinor } from "../../kernel/money/Tolerance.ts"
import type { IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"

/** Money in transit and confirmed. */
export const seenMinor = ({ tally }: IssuedCryptoInvoice): bigint => tally.liveMinor

/** Money confirmed and credited, before fees. */
export const paidMinor = ({ tally }: IssuedCryptoInvoice): bigint => tally.creditedMinor

/** What is still to be sent: nothing from where the money that was seen pays the invoice. */
export const remainingMinor = (invoice: IssuedCryptoInvoice): bigint => {
  const seen = seenMinor(invoice)
  return seen >= dueMinor(invoice.order) ? 0n : invoice.order.expectedMinor - seen
}

/** Whether a transfer is in transit. */
export const isAwaiting = ({ tally }: IssuedCryptoInvoice): boolean => tally.inTransit.length > 0

/**
 * Confirmations of the least confirmed transfer in transit, at most the required number, which all credited
 * ones have; 0 if there is no transfer.
 */
export const confirmationsOf = ({ order, tally }: IssuedCryptoInvoice): number => {
  if (tally.liveMinor === 0n) return 0
  const [least] = tally.inTransit
  return Math.min(order.requiredConfirmations, least?.confirmations ?? order.requiredConfirmations)
}

/** Irregularities of the invoice, in addition to its status. */
export const cryptoInvoiceExceptions = ["none", "underpaid", "overpaid", "late", "reorganised"] as const
export type CryptoInvoiceException = (typeof cryptoInvoiceExceptions)[number]

export const exceptionOf = (invoice: IssuedCryptoInvoice): CryptoInvoiceException => {
  const { order, tally } = invoice
  // What is gone is not missed where the rest reaches the amount.
  const isMissed = tally.hasVanished && tally.liveMinor < dueMinor(order)
  if (isMissed || tally.reversedCount > 0) return "reorganised"
  if (invoice._tag === "underpaid") return "underpaid"
  if (tally.liveMinor > 0n && invoice._tag === "cancelled") return "late"
  if (tally.lateMinor > 0n) return "late"
  return tally.creditedMinor > order.expectedMinor ? "overpaid" : "none"
}
