import { type Html, html } from "@quittance/adapters-http/pages"
import type { ChainStatusView, NetworkView } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { address, amount, type Cell, count, status, text } from "../../look/Cell.ts"
import {
  actLinks,
  type Column,
  empty,
  facts,
  notice,
  section,
  table,
  tableSection
} from "../../look/parts.ts"
import { itemScreens, namedIn } from "../../screen/itemScreens.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { sentence } from "../../screen/screenRefusal.ts"
import type { Words } from "../../words/Words.ts"

type Said = Words["operator"]
type Chain = NonNullable<NetworkView["chain"]>

/** What is late on a network, each in a sentence. */
const faultsOf = ({ chain }: NetworkView): ReadonlyArray<string> => {
  const { faults = [], waits = [] } = chain ?? {}
  return [...new Set([...faults, ...waits.map(({ message }) => message)].map(sentence))]
}

const statusOf = (network: NetworkView, said: Said): Cell => {
  if (network.chain === null) return text(said.provided)
  return status(network.chain.isPaused ? "paused" : faultsOf(network).length > 0 ? "late" : "active")
}

const place = (at: Chain["head"] | undefined): Cell =>
  text(
    at === undefined || Option.isNone(at)
      ? null
      : `${at.value.number} (${Math.round(at.value.ageMillis / 1_000)} s)`
  )

/** What its nodes and its wallets say now. */
const statusParts = (found: ChainStatusView, said: Said, seen: Seen): Html => {
  const told = [
    [said.chainId, text(String(found.chainId))],
    [said.head, count(found.head)],
    [said.readTo, count(found.readTo)],
    [said.factory, address(found.factory)],
    [said.treasury, address(found.treasury)],
    [said.queued, count(found.queued)],
    [said.notFinal, count(found.open)],
    [said.spent, amount(found.spent)]
  ] as const
  const wallets = tableSection(seen, {
    caption: said.wallets,
    columns: [
      { title: said.wallet, cell: (wallet) => address(wallet.address) },
      { title: said.gasCoin, cell: ({ coin }) => amount(coin) },
      { title: "USDT", cell: ({ token }) => amount(token, "USDT") },
      { title: said.mined, cell: ({ minedCount }) => count(minedCount) },
      { title: said.signed, cell: ({ signedCount }) => count(signedCount) }
    ],
    ...{ items: found.wallets, none: empty(said.noWallets) }
  })
  const nodes = table(seen, {
    caption: said.nodes,
    columns: [
      { title: said.node, cell: ({ host }) => text(host) },
      { title: said.block, cell: ({ head }) => count(head) },
      { title: said.fault, cell: ({ fault }) => text(fault) }
    ],
    items: found.nodes
  })
  return html`${facts(seen, told)}${wallets}${section(said.nodes, nodes)}`
}

/** All networks; and those on which the server acts by itself, where signing stops and goes on. */
export const networkScreens = screensOf("operator", (said) => {
  const networks = ({ operations }: Seen) => operations.networks.list()
  const columns: ReadonlyArray<Column<NetworkView>> = [
    { title: said.network, cell: ({ label }) => text(label) },
    { title: said.status, cell: (network) => statusOf(network, said) },
    { title: said.head, cell: ({ chain }) => place(chain?.head) },
    { title: said.readTo, cell: ({ chain }) => place(chain?.cursor) },
    { title: said.waits, cell: (network) => text(faultsOf(network).join(" ")) }
  ]
  return [
    listScreen<NetworkView>({
      ...{ scope: "operator", path: "/networks", operation: "networks.list", read: networks, columns },
      ...{ title: said.networks, tab: said.networks, empty: said.noNetworks },
      link: ({ chain, name }, { base }) => (chain === null ? null : `${base}/networks/${name}`)
    }),
    ...itemScreens<NetworkView>({
      ...{ scope: "operator", path: "/networks/{id}", operation: "networks.status", title: said.network },
      read: (seen) => {
        const own = Effect.map(networks(seen), (all) => all.filter(({ chain }) => chain !== null))
        return namedIn(own, seen, "network", ({ name }) => name)
      },
      columns,
      show: (network, { acts }, seen) =>
        seen.operations.networks.status(network.name).pipe(
          Effect.map((found) => statusParts(found, said, seen)),
          Effect.catchTag("ChainUnavailable", ({ reason }) => Effect.succeed(notice(said.nodesAway(reason)))),
          Effect.map((now) => ({
            title: network.label,
            body: html`<p>${statusOf(network, said).shown(seen)}</p>${faultsOf(network).map((fault) => notice(fault))}${actLinks(acts)}${now}`
          }))
        ),
      acts: (["pause", "resume"] as const).map((verb) => ({
        ...{ end: verb, operation: `networks.${verb}`, title: said[verb], verb: said[verb] },
        ...(verb === "pause"
          ? { warning: said.pausing, said: said.paused }
          : { warning: said.resuming, said: said.resumed }),
        isFor: ({ chain }) => chain?.isPaused === (verb === "resume"),
        call: ({ id, operations }) => operations.networks[verb](id),
        to: "/networks/{id}"
      }))
    })
  ]
})
