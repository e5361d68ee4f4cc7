import type { List, ListFilter, ListOwner } from "../list/List.ts"
import type { WalletStanding } from "./TransitWallet.ts"

/** The transit wallets of a partner, with their balances. */
export const walletList: List<WalletStanding, ListOwner, Pick<ListFilter, "from" | "to">> = {
  name: "transitWallets",
  orderOf: ({ wallet }) => wallet,
  owner: ["partnerId"]
}
