import type { IssuedCryptoInvoice } from "../concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import { payoutStatus, type RecordedPayout } from "../concepts/payout/PayoutRecord.ts"
import {
  addNetworkFigures,
  type CounterChange,
  type NetworkFigures,
  zeroNetworkFigures
} from "../kernel/counter/Counter.ts"
import type { AggregateWrite, Commit } from "../kernel/ports/Store.ts"

/**
 * The figures of networks follow from what is written, as the counts of lists do: a store adds them to the counters
 * that a commit names, so none of the commits of payouts and crypto invoices can forget them.
 */

const ofInvoice = ({ _tag, tally }: IssuedCryptoInvoice): NetworkFigures => ({
  created: 1,
  completed: _tag === "paid" ? 1 : 0,
  amountMinor: tally.creditedMinor,
  feeMinor: tally.chargedMinor
})

const ofPayout = (payout: RecordedPayout): NetworkFigures => {
  const isCompleted = payoutStatus(payout) === "COMPLETED"
  return {
    created: 1,
    completed: isCompleted ? 1 : 0,
    amountMinor: isCompleted ? payout.order.amountMinor : 0n,
    feeMinor: isCompleted ? payout.order.feeMinor : 0n
  }
}

const none: ReadonlyArray<CounterChange> = []

const changeBetween = (before: NetworkFigures, after: NetworkFigures): NetworkFigures | undefined => {
  const change = addNetworkFigures(after, before, -1n)
  return change.created === 0 && change.completed === 0 && change.amountMinor === 0n && change.feeMinor === 0n
    ? undefined
    : change
}

/** How a write changes the figures of networks. */
export const networkCounters = (
  write: Omit<AggregateWrite, "expectedVersion">
): ReadonlyArray<CounterChange> => {
  const { _tag, previous, state } = write as AggregateWrite
  if (_tag !== "CryptoInvoice" && _tag !== "Payout") return none
  const { createdAt, network, partnerId } = state.order
  const change =
    _tag === "Payout"
      ? changeBetween(previous === undefined ? zeroNetworkFigures : ofPayout(previous), ofPayout(state))
      : changeBetween(previous === undefined ? zeroNetworkFigures : ofInvoice(previous), ofInvoice(state))
  const of = _tag === "Payout" ? "payouts" : "cryptoInvoices"
  return change === undefined ? none : [{ _tag: "Network", partnerId, of, network, createdAt, change }]
}

/** All that a commit adds to roll-ups. */
export const countersOf = ({ aggregates, counters }: Commit): ReadonlyArray<CounterChange> => {
  const ofNetworks = aggregates.flatMap(networkCounters)
  return ofNetworks.length === 0 ? counters : [...counters, ...ofNetworks]
}
