import { invoiceList } from "../invoice/invoiceList.ts"
import { type ListCountChange, listCountChangesOf } from "../list/ListCount.ts"
import { payoutList } from "../payout/payoutList.ts"
import type { AggregateWrite } from "../ports/Store.ts"
import type { TransitWallet, WalletStanding } from "../transit/TransitWallet.ts"
import { walletList } from "../transit/walletList.ts"
import { deliveryList } from "../webhook/deliveryList.ts"

/** How a write changes the counts of the list to which its states belong; nothing if there is none. */
export const listCountChanges = (write: AggregateWrite): ReadonlyArray<ListCountChange> => {
  switch (write._tag) {
    case "Payout":
      return listCountChangesOf(payoutList, write.previous, write.state)
    case "Invoice":
      return listCountChangesOf(invoiceList, write.previous, write.state)
    case "WebhookDelivery":
      return listCountChangesOf(deliveryList, write.previous, write.state)
    case "TransitWallet":
      return listCountChangesOf(walletList, write.previous && opened(write.previous), opened(write.state))
    default:
      return []
  }
}

/** A wallet is counted when it is opened, while it is empty. */
const opened = (wallet: TransitWallet): WalletStanding => ({ _tag: "wallet", wallet, balanceMinor: 0n })
