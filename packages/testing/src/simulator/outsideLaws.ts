import {
  type Commit,
  type EventRecord,
  type IssuedCryptoInvoice,
  type RecordedDeposit,
  sameTransfer
} from "@quittance/core"
import type { SimulatedChain } from "./SimulatedChain.ts"
import type { SimulatedProcessor } from "./SimulatedProcessor.ts"

/**
 * What must be true outside at the moment when the books say it: completed means that a transfer was made, failed that it is
 * proven that none was, credited that the money is there for good. Answers with a sentence for each broken law.
 */
export const brokenOutside = (
  { aggregates, events }: Commit,
  processor: SimulatedProcessor,
  chain: SimulatedChain
): ReadonlyArray<string> => {
  const invoices = aggregates.flatMap((write) => (write._tag === "CryptoInvoice" ? [write.state] : []))
  const payouts = aggregates.flatMap((write) => (write._tag === "Payout" ? [write.state.order] : []))
  const referenceOf = (id: string): string => payouts.find((order) => order.id === id)?.reference ?? ""
  const deposits = aggregates.flatMap((write) => (write._tag === "TransitDeposit" ? [write.state] : []))
  return events.flatMap(({ event, subjectId }) => {
    switch (event._tag) {
      case "PayoutConfirmed":
      case "PayoutSettledLate":
        return processor.transfersOf(referenceOf(subjectId)).length === 1
          ? []
          : [`${event._tag} of ${subjectId}, of which no transfer was made`]
      case "PayoutRejected":
      case "PayoutGivenUp":
        return processor.isProvenUnsent(referenceOf(subjectId))
          ? []
          : [`${event._tag} of ${subjectId} without proof that nothing was sent`]
      case "DepositCredited":
      case "DepositReversed":
      case "DepositDropped":
        return deposits
          .filter(({ order }) => order.id === subjectId)
          .flatMap((deposit) => brokenDeposit(deposit, event._tag, chain))
      case "TransferCredited":
        return invoices.flatMap((invoice) => brokenCredit(invoice, event, chain))
      default:
        return []
    }
  })
}

/** A deposit is credited when its money is there for good, and is gone when the network says so. */
const brokenDeposit = (
  { amountMinor, order }: RecordedDeposit,
  what: "DepositCredited" | "DepositReversed" | "DepositDropped",
  chain: SimulatedChain
): ReadonlyArray<string> => {
  const transfer = chain.at(order.network, order.address).find((each) => sameTransfer(each, order))
  const name = `${what} of ${order.txHash}/${order.logIndex} to ${order.walletId}`
  if (transfer === undefined) return [`${name}, which is not on the network`]
  if (what !== "DepositCredited") return transfer.dropped ? [] : [`${name}, which stands`]
  const isFinal = chain.confirmationsOf(transfer) >= order.requiredConfirmations && !transfer.dropped
  return isFinal && transfer.amountMinor === amountMinor ? [] : [`${name}, which is not so`]
}

type Credited = Extract<EventRecord["event"], { readonly _tag: "TransferCredited" }>

const brokenCredit = (
  { order }: IssuedCryptoInvoice,
  event: Credited,
  chain: SimulatedChain
): ReadonlyArray<string> => {
  const transfer = chain.at(order.network, order.address).find((each) => sameTransfer(each, event))
  const name = `${event.txHash}/${event.logIndex} of ${order.id}`
  if (transfer === undefined || transfer.dropped) return [`${name} was credited and is not on the network`]
  const confirmations = chain.confirmationsOf(transfer)
  return confirmations >= order.requiredConfirmations && transfer.amountMinor === event.amountMinor
    ? []
    : [`${name} was credited with ${event.amountMinor} and ${confirmations} confirmations`]
}
