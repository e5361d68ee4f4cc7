import { Schema } from "effect"
import { DateTime, exampleTexts, NetworkName, prefixedIdField } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import type { Network } from "../network/Network.ts"
import type { RecordedDeposit } from "./TransitDeposit.ts"
import type { WalletStanding } from "./TransitWallet.ts"
import { transitDepositPrefix, transitWalletPrefix } from "./transitNames.ts"

/** A network that wallets can be made on. */
export const TransitNetworkView = Schema.Struct({
  name: NetworkName,
  coins: Schema.Array(Schema.String).annotate({ examples: [["USDT"]] })
}).annotate(component("TransitNetwork", "A network on which wallets can be made."))
export interface TransitNetworkView extends Schema.Schema.Type<typeof TransitNetworkView> {}

export const transitNetworkView = ({ currency, name }: Network): TransitNetworkView => ({
  name,
  coins: [currency]
})

/** A transit wallet as the API shows it. */
export const TransitWalletView = Schema.Struct({
  id: prefixedIdField(transitWalletPrefix),
  label: Schema.String.annotate({ examples: ["Shop in Almaty"] }),
  network: NetworkName,
  balance: Schema.Finite.annotate({ description: "The sum of its deposits.", examples: [0] }),
  address: Schema.String.annotate({ examples: [exampleTexts.address] }),
  coins: Schema.Array(Schema.String).annotate({ examples: [["USDT"]] }),
  createdAt: DateTime
}).annotate(
  component(
    "TransitWallet",
    "A wallet with an address of its own. What arrives there is credited to the balance."
  )
)
export interface TransitWalletView extends Schema.Schema.Type<typeof TransitWalletView> {}

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
export const TransitDepositView = Schema.Struct({
  id: prefixedIdField(transitDepositPrefix),
  amount: Schema.Finite.annotate({ examples: [50] }),
  currency: Schema.String.annotate({ examples: ["USDT"] }),
  status: Schema.Literals(["received", "success", "failed"]).annotate(
    component(
      "TransitDepositStatus",
      "`received`: seen on the network. `success`: credited. `failed`: the network took it back."
    )
  ),
  walletId: prefixedIdField(transitWalletPrefix),
  network: NetworkName,
  address: Schema.String,
  txHash: Schema.String,
  logIndex: Schema.Int,
  confirmations: Schema.Int,
  requiredConfirmations: Schema.Int,
  createdAt: DateTime,
  updatedAt: DateTime
}).annotate(component("TransitDeposit", "A deposit to a wallet."))
export interface TransitDepositView extends Schema.Schema.Type<typeof TransitDepositView> {}

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
