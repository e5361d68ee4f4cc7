import { Effect, Option } from "effect"
import { TransitReader } from "../transit/TransitReader.ts"
import type { TransitWallet, WalletStanding } from "../transit/TransitWallet.ts"
import { byCreation, find } from "./MemoryLookup.ts"
import type { MemoryState } from "./MemoryState.ts"

/** Transit wallets and deposits in memory. */
export const memoryTransitReader = (state: MemoryState): TransitReader["Service"] =>
  TransitReader.of({
    wallet: (partnerId, id) =>
      Effect.sync(() => {
        const wallet = state.aggregates.TransitWallet.get(id)?.state
        return wallet?.partnerId === partnerId ? Option.some(standingOf(state, wallet)) : Option.none()
      }),
    deposit: (partnerId, id) =>
      Effect.sync(() =>
        find(state.aggregates.TransitDeposit, ({ order }) => order.id === id && order.partnerId === partnerId)
      ),
    deposits: (partnerId, walletId) =>
      Effect.sync(() =>
        [...state.aggregates.TransitDeposit.values()]
          .filter(({ state: { order } }) => order.partnerId === partnerId && order.walletId === walletId)
          .sort((a, b) => byCreation(a.state.order, b.state.order))
      ),
    addresses: (network, after, limit) =>
      Effect.sync(() => {
        const issued = [...state.aggregates.TransitWallet.values()]
          .map((each) => each.state)
          .filter((wallet) => wallet.network === network)
          .sort(byCreation)
          .map((wallet) => wallet.address)
        const rest =
          after === "" ? issued : issued.includes(after) ? issued.slice(issued.indexOf(after) + 1) : []
        return rest.slice(0, limit)
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
