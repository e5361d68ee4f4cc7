import { dueMinor } from "../../kernel/money/Tolerance.ts"
import type { IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"

/** Money in transit and confirmed. */
export const seenMinor = ({ tally }: IssuedCryptoInvoice): bigint => tally.liveMinor

/** Money confirmed and credited, before fees. */
export const paidMinor = ({ tally }: IssuedCryptoInvoice): bigint => tally.creditedMinor

/** Paid, and its money is confirmed still: a reorganisation can take it back after the payment. */
export const isSettled = (invoice: IssuedCryptoInvoice): boolean =>
  invoice._tag === "paid" && paidMinor(invoice) >= dueMinor(invoice.order)

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
