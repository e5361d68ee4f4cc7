import { Effect, Option } from "effect"
import { TransitReader } from "../transit/TransitReader.ts"
import type { TransitWallet, WalletStanding } from "../transit/TransitWallet.ts"
import type { MemoryState } from "./MemoryState.ts"

/** Transit wallets and deposits in memory. */
export const memoryTransitReader = (state: MemoryState): TransitReader["Service"] =>
  TransitReader.of({
    wallet: (partnerId, id) =>
      Effect.sync(() => {
        const wallet = state.aggregates.TransitWallet.get(id)?.state
        return wallet?.partnerId === partnerId ? Option.some(standingOf(state, wallet)) : Option.none()
      })
  })

/** The balance is added up from the deposits themselves: the truth that stores with roll-ups are held to. */
export const standingOf = (state: MemoryState, wallet: TransitWallet): WalletStanding => {
  const credited = [...state.aggregates.TransitDeposit.values()]
    .map((deposit) => deposit.state)
    .filter((deposit) => deposit._tag === "credited" && deposit.order.walletId === wallet.id)
  return {
    _tag: "wallet",
    wallet,
    balanceMinor: credited.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  }
}
