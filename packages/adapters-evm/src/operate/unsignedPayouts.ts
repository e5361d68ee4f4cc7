import type { StoreUnavailable } from "@quittance/core"
import {
  type ChainTransactionOrder,
  ChainWallets,
  lookOf,
  payout,
  payoutStatus,
  type RecordedPayout,
  StateReader
} from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import type { Deed } from "./Deed.ts"

/**
 * The payouts of a network that have no slot in the journal, the oldest first: a transaction that is read back may be
 * one of them. Payouts that were given up before they were signed are not among them, because that is final.
 */
export const unsignedPayouts = Effect.fnUntraced(function* (
  network: string
): Effect.fn.Return<ReadonlyArray<ChainTransactionOrder>, StoreUnavailable, ChainWallets | StateReader> {
  const wallets = yield* ChainWallets
  const states = yield* StateReader
  const found = (yield* wallets.queued(network, Number.MAX_SAFE_INTEGER))
    .map(({ order }) => order)
    .filter(({ purpose }) => purpose === "payout")
  yield* Stream.runForEach(
    Stream.filter(
      states.all(payout),
      (each) => each.order.network === network && payoutStatus(each) === "PENDING"
    ),
    Effect.fnUntraced(function* (each) {
      if (Option.isNone(yield* wallets.transaction(network, each.order.reference))) found.push(orderOf(each))
    })
  )
  return found.sort((a, b) => a.createdAt - b.createdAt)
})

/** As the payout is queued. */
export const orderOf = ({ order }: RecordedPayout): ChainTransactionOrder => ({
  id: order.reference,
  partnerId: order.network,
  purpose: "payout",
  payoutId: order.id,
  payoutPartnerId: order.partnerId,
  sendBefore: Option.map(order.approval, ({ expiresAt }) => expiresAt),
  recipient: order.address,
  amountMinor: order.amountMinor,
  contract: "",
  data: "",
  createdAt: order.createdAt
})

/**
 * Which payout each transaction was: the oldest waiting payout gets the oldest similar transaction. Whoever requested
 * them, the recipient got this amount once for each.
 */
export const payoutsOf = (
  deeds: ReadonlyArray<Deed>,
  unsigned: ReadonlyArray<ChainTransactionOrder>
): ReadonlyMap<Deed, ChainTransactionOrder> => {
  const waiting = Map.groupBy(unsigned, lookOf)
  const oldestFirst = deeds
    .filter(({ isPayment }) => isPayment)
    .toSorted(
      (a, b) => a.outcome.blockNumber - b.outcome.blockNumber || a.transactionIndex - b.transactionIndex
    )
  const found = new Map<Deed, ChainTransactionOrder>()
  for (const deed of oldestFirst) {
    const same = waiting.get(lookOf(deed.order))?.shift()
    if (same !== undefined) found.set(deed, same)
  }
  return found
}
