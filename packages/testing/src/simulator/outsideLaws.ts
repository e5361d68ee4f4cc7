import { type Commit, type EventRecord, type IssuedCryptoInvoice, sameTransfer } from "@quittance/core"
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
  return events.flatMap(({ event, subjectId }) => {
    switch (event._tag) {
      case "PayoutConfirmed":
      case "PayoutSettledLate":
        return processor.transfersOf(subjectId).length === 1
          ? []
          : [`${event._tag} of ${subjectId}, of which no transfer was made`]
      case "PayoutRejected":
      case "PayoutGivenUp":
        return processor.isProvenUnsent(subjectId)
          ? []
          : [`${event._tag} of ${subjectId} without proof that nothing was sent`]
      case "TransferCredited":
        return invoices.flatMap((invoice) => brokenCredit(invoice, event, chain))
      default:
        return []
    }
  })
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
