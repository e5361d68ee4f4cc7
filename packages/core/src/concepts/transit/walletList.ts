import type { List, ListFilter, ListOwner } from "../../kernel/list/List.ts"
import { statesWith } from "../../kernel/list/List.ts"
import { transitWallet, type WalletStanding, walletStanding } from "./TransitWallet.ts"

/** The transit wallets of a partner, with their balances. */
export const walletList: List<WalletStanding, ListOwner, Pick<ListFilter, "from" | "to">> = {
  name: "transitWallets",
  items: statesWith(transitWallet, "Wallet", walletStanding),
  orderOf: ({ wallet }) => wallet,
  owner: ["partnerId"],
  index: "listed"
}
