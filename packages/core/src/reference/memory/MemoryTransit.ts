import { Effect, Option } from "effect"
import { TransitReader } from "../../concepts/transit/TransitReader.ts"
import {
  type TransitWallet,
  type WalletStanding,
  walletStanding
} from "../../concepts/transit/TransitWallet.ts"
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

export const standingOf = (state: MemoryState, wallet: TransitWallet): WalletStanding =>
  walletStanding(wallet, { balance_minor: balanceOf(state, wallet.id) })

/** The balance is added up from the deposits themselves: the truth that stores with roll-ups are held to. */
export const balanceOf = (state: MemoryState, walletId: string): bigint =>
  [...state.aggregates.TransitDeposit.values()]
    .map((deposit) => deposit.state)
    .filter((deposit) => deposit._tag === "credited" && deposit.order.walletId === walletId)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
