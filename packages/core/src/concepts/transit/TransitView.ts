import { Schema } from "effect"
import {
  amount,
  CreatedAt,
  CurrencyCode,
  count,
  exampleTexts,
  NetworkName,
  prefixedIdField,
  UpdatedAt
} from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { amountView, instantView } from "../../kernel/money/Money.ts"
import type { Network } from "../network/Network.ts"
import type { RecordedDeposit } from "./TransitDeposit.ts"
import type { WalletStanding } from "./TransitWallet.ts"
import { transitDepositPrefix, transitWalletPrefix } from "./transitNames.ts"

const Coins = Schema.Array(Schema.String).annotate({
  description: "What can be sent to its address.",
  examples: [["USDT"]]
})

/** A network that wallets can be made on. */
export const TransitNetworkView = Schema.Struct({
  name: NetworkName,
  coins: Coins
}).annotate(component("TransitNetwork", "A network on which wallets can be made."))
export interface TransitNetworkView extends Schema.Schema.Type<typeof TransitNetworkView> {}

export const transitNetworkView = ({ currency, name }: Network): TransitNetworkView => ({
  name,
  coins: [currency]
})

/** A transit wallet as the API shows it. */
export const TransitWalletView = Schema.Struct({
  id: prefixedIdField(transitWalletPrefix),
  label: Schema.String.annotate({ description: "Your own name of it.", examples: ["Shop in Almaty"] }),
  network: NetworkName,
  balance: amount("The sum of its deposits.", 0),
  address: Schema.String.annotate({
    description: "Where its money is sent.",
    examples: [exampleTexts.address]
  }),
  coins: Coins,
  createdAt: CreatedAt
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
  amount: amount("What arrives.", 50),
  currency: CurrencyCode,
  status: Schema.Literals(["received", "success", "failed"]).annotate(
    component(
      "TransitDepositStatus",
      "`received`: seen on the network. `success`: credited. `failed`: the network took it back."
    )
  ),
  walletId: prefixedIdField(transitWalletPrefix, "The id of its wallet."),
  network: NetworkName,
  address: Schema.String.annotate({ description: "The address of its wallet." }),
  txHash: Schema.String.annotate({ description: "The hash of its transaction." }),
  logIndex: count("Its place among the transfers of its transaction."),
  confirmations: count("The confirmations that it has, at most `requiredConfirmations`."),
  requiredConfirmations: count("How many credit it.", undefined, 1),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt
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
