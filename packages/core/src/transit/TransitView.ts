import { amountView, instantView } from "../money/View.ts"
import type { Network } from "../network/Network.ts"
import type { RecordedDeposit } from "./TransitDeposit.ts"
import type { WalletStanding } from "./TransitWallet.ts"

/** A network that wallets can be made on. */
export interface TransitNetworkView {
  readonly name: string
  readonly coins: ReadonlyArray<string>
}

export const transitNetworkView = ({ currency, name }: Network): TransitNetworkView => ({
  name,
  coins: [currency]
})

/** A transit wallet as the API shows it. */
export interface TransitWalletView {
  readonly id: string
  readonly label: string
  readonly network: string
  readonly balance: number
  readonly address: string
  readonly coins: ReadonlyArray<string>
  readonly createdAt: string
}

export const transitWalletView = ({ balanceMinor, wallet }: WalletStanding): TransitWalletView => ({
  id: wallet.id,
  label: wallet.label,
  network: wallet.network,
  balance: amountView(balanceMinor, wallet.currency),
  address: wallet.address,
  coins: [wallet.currency],
  createdAt: instantView(wallet.createdAt)
})

/** A deposit as webhooks show it. */
export interface TransitDepositView {
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly status: "received" | "success" | "failed"
  readonly walletId: string
  readonly network: string
  readonly address: string
  readonly txHash: string
  readonly logIndex: number
  readonly confirmations: number
  readonly requiredConfirmations: number
  readonly createdAt: string
  readonly updatedAt: string
}

const statusOf = (deposit: RecordedDeposit): TransitDepositView["status"] => {
  switch (deposit._tag) {
    case "seen":
      return "received"
    case "credited":
      return "success"
    case "dropped":
    case "reversed":
      return "failed"
  }
}

export const transitDepositView = (deposit: RecordedDeposit): TransitDepositView => {
  const { order } = deposit
  return {
    id: order.id,
    amount: amountView(deposit.amountMinor, order.currency),
    currency: order.currency,
    status: statusOf(deposit),
    walletId: order.walletId,
    network: order.network,
    address: order.address,
    txHash: order.txHash,
    logIndex: order.logIndex,
    confirmations: Math.min(deposit.confirmations, order.requiredConfirmations),
    requiredConfirmations: order.requiredConfirmations,
    createdAt: instantView(order.createdAt),
    updatedAt: instantView(deposit.updatedAt)
  }
}
