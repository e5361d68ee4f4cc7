import { html } from "@quittance/adapters-http/pages"
import type { TransitWalletView } from "@quittance/core"
import { Effect } from "effect"
import { address, amount, id, instant, text, word } from "../../look/Cell.ts"
import { type Column, facts } from "../../look/parts.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { qrDetails } from "./invoicePage.ts"

/** Transit wallets: what arrives at their addresses is credited. */
export const walletScreens = (words: Words): ReadonlyArray<Screen> => {
  const { payments: said } = words
  const columns: ReadonlyArray<Column<TransitWalletView>> = [
    { title: said.wallet, cell: (each) => id(each.id) },
    { title: said.label, cell: (each) => text(each.label) },
    { title: said.walletBalance, cell: (each) => amount(each.balance, "USDT") },
    { title: said.currency, cell: (each) => text(each.coins.join(", ")) },
    { title: said.network, cell: (each) => word(each.network) },
    { title: said.address, cell: (each) => id(each.address) },
    { title: said.created, cell: (each) => instant(each.createdAt) }
  ]
  const all = listScreen<TransitWalletView>({
    ...{ scope: "partner", path: "/wallets", operation: "transit.wallets.list" },
    ...{ title: said.wallets, tab: said.walletsTab, columns, empty: said.noWallets },
    read: ({ operations, partner }, _, part) => operations.transit.wallets.list(partner.id, part),
    link: (each, { base }) => `${base}/wallets/${each.id}`
  })
  const one = pageScreen({
    ...{ scope: "partner", path: "/wallets/{id}", operation: "transit.wallets.get", title: said.wallet },
    show: (seen) => {
      const { operations, parameters, partner } = seen
      return Effect.map(operations.transit.wallets.get(partner.id, parameters.id ?? ""), (wallet) => ({
        title: `${said.wallet} ${wallet.label}`,
        body: html`${facts(
          columns.map(({ cell, title }) => {
            if (title === said.wallet) return [title, address(wallet.id)]
            return [title, title === said.address ? address(wallet.address) : cell(wallet)]
          }),
          seen
        )}${qrDetails(said.showAddressQr, wallet.address, said.address)}`
      }))
    }
  })
  return [all, one]
}
