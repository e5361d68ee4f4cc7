import { ChainWallets } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RaiseOnce } from "./repeatedAlert.ts"

/** Tells operators about payouts that wait for them. Returns whether others wait too, for a wallet. */
export const raiseHeldBack = Effect.fnUntraced(function* (network: string, raise: RaiseOnce) {
  const wallets = yield* ChainWallets
  const heldBack = (yield* wallets.heldBack(network)).length
  if (heldBack > 0)
    yield* raise(
      "chain.doubtful",
      `${heldBack === 1 ? "a payout waits" : `${heldBack} payouts wait`} on ${network} for an operator: transfers of the same amount to the same recipient were read back. quittance chain reconcile --network ${network} names them`
    )
  return (yield* wallets.queued(network, heldBack + 1)).length > heldBack
})
