import { ChainWallets, formatMinor, lookOf } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { ReadBack } from "../ChainOperators.ts"

/** What operators read about transactions that were read back, one sentence each. */

export const forgottenText = ({ blockNumber, did, nonce, payoutId, txHash, wallet }: ReadBack): string =>
  `transaction ${txHash} in slot ${nonce} of wallet ${wallet}, block ${blockNumber}, ${did}: this store does not know it${payoutId === "" ? "" : `, and it fits payout ${payoutId}`}`

/** Payments without a payout, and payouts that wait because they look like a payment that was read back. */
export const doubts = Effect.fnUntraced(function* (network: string) {
  const wallets = yield* ChainWallets
  const doubtful = yield* wallets.doubtful(network)
  const unclaimed = doubtful.filter(({ _tag }) => _tag === "unclaimed")
  const byLook = Map.groupBy(doubtful, ({ order }) => lookOf(order))
  const amountOf = (minor: bigint) => `${formatMinor(minor, "USDT")} USDT`
  return [
    ...unclaimed.map(
      ({ hash, order: { amountMinor, recipient } }) =>
        `transaction ${hash} moved ${amountOf(amountMinor)} to ${recipient}, and no known payout of this store asked for it`
    ),
    ...(yield* wallets.heldBack(network)).map(({ order }) => {
      const same = byLook.get(lookOf(order))?.map(({ hash }) => hash) ?? []
      return `payout ${order.payoutId} of ${amountOf(order.amountMinor)} to ${order.recipient} waits for an operator: ${same.join(", ")} moved the same amount, and may have been this payout`
    })
  ] satisfies ReadonlyArray<string>
})
