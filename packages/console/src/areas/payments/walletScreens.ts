import { html } from "@quittance/adapters-http/pages"
import type { TransitWalletView } from "@quittance/core"
import { Effect } from "effect"
import { amount, id, instant, text, word } from "../../look/Cell.ts"
import { type Column, factsOf } from "../../look/parts.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { pageScreen, screensOf } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { qrDetails } from "./invoicePage.ts"

const columnsOf = (said: Words["payments"]): ReadonlyArray<Column<TransitWalletView>> => [
  { title: said.wallet, cell: (each) => id(each.id) },
  { title: said.label, cell: (each) => text(each.label) },
  { title: said.walletBalance, cell: (each) => amount(each.balance, "USDT") },
  { title: said.currency, cell: (each) => text(each.coins.join(", ")) },
  { title: said.network, cell: (each) => word(each.network) },
  { title: said.address, cell: (each) => id(each.address) },
  { title: said.created, cell: (each) => instant(each.createdAt) }
]

/** Transit wallets: what arrives at their addresses is credited. */
export const walletScreens = screensOf("payments", (said) => [
  listScreen<TransitWalletView>({
    ...{ path: "/wallets", operation: "transit.wallets.list", ...said.lists.wallets },
    columns: columnsOf(said),
    read: ({ operations, partner }, _, part) => operations.transit.wallets.list(partner.id, part),
    link: (each, { base }) => `${base}/wallets/${each.id}`
  }),
  pageScreen({
    ...{ path: "/wallets/{id}", operation: "transit.wallets.get", title: said.wallet },
    show: (seen) =>
      Effect.map(seen.operations.transit.wallets.get(seen.partner.id, seen.id), (wallet) => ({
        title: `${said.wallet} ${wallet.label}`,
        body: html`${factsOf(seen, columnsOf(said), wallet)}${qrDetails(said.showAddressQr, wallet.address, said.address)}`
      }))
  })
])
