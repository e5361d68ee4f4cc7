import { type Html, html } from "@quittance/adapters-http/pages"
import { NotFound } from "@quittance/core"
import type { ChainStatusView, NetworkView } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { address, amount, type Cell, count, status, text } from "../../look/Cell.ts"
import { actLink, actLinks, empty, facts, notice, section, table } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { sentence } from "../../screen/screenRefusal.ts"
import type { Words } from "../../words/Words.ts"

type Chain = NonNullable<NetworkView["chain"]>

/** What is late on a network, each in a sentence. */
const faultsOf = ({ faults, waits = [] }: Chain): ReadonlyArray<string> => [
  ...new Set([...faults, ...waits.map(({ message }) => message)].map(sentence))
]

const statusOf = ({ chain }: NetworkView): Cell | undefined =>
  chain === null
    ? undefined
    : status(chain.isPaused ? "paused" : faultsOf(chain).length > 0 ? "late" : "active")

const place = (at: Chain["head"] | undefined): Cell =>
  text(
    at === undefined || Option.isNone(at)
      ? null
      : `${at.value.number} (${Math.round(at.value.ageMillis / 1_000)} s)`
  )

const statusParts = (found: ChainStatusView, seen: Seen): Html => {
  const { operator } = seen.words
  const nodes = table(
    {
      caption: operator.nodes,
      columns: [
        { title: operator.node, cell: ({ host }) => text(host) },
        { title: operator.block, cell: ({ head }) => count(head) },
        { title: operator.fault, cell: ({ fault }) => text(fault) }
      ],
      items: found.nodes
    },
    seen
  )
  const wallets = table(
    {
      caption: operator.wallets,
      columns: [
        { title: operator.wallet, cell: (wallet) => address(wallet.address) },
        { title: operator.gasCoin, cell: ({ coin }) => amount(coin) },
        { title: "USDT", cell: ({ token }) => amount(token, "USDT") },
        { title: operator.mined, cell: ({ minedCount }) => count(minedCount) },
        { title: operator.signed, cell: ({ signedCount }) => count(signedCount) }
      ],
      items: found.wallets
    },
    seen
  )
  return html`${facts(
    [
      [operator.chainId, text(String(found.chainId))],
      [operator.head, count(found.head)],
      [operator.readTo, count(found.readTo)],
      [operator.factory, address(found.factory)],
      [operator.treasury, address(found.treasury)],
      [operator.queued, count(found.queued)],
      [operator.notFinal, count(found.open)],
      [operator.spent, amount(found.spent)]
    ],
    seen
  )}${section(operator.wallets, found.wallets.length === 0 ? empty(operator.noWallets) : wallets)}${section(operator.nodes, nodes)}`
}

const named = (seen: Seen) =>
  Effect.flatMap(seen.operations.networks.list(), (all) => {
    const name = seen.parameters.id ?? ""
    const found = all.find((each) => each.name === name && each.chain !== null)
    return found?.chain == null
      ? Effect.fail(new NotFound({ what: "network", id: name }))
      : Effect.succeed({ ...found, chain: found.chain })
  })

/** Signing stops or goes on. */
const switching = (words: Words, verb: "pause" | "resume"): Screen => {
  const { operator } = words
  const [about, said] =
    verb === "pause" ? [operator.pausing, operator.paused] : [operator.resuming, operator.resumed]
  return actScreen({
    ...{ scope: "operator", path: `/networks/{id}/${verb}`, operation: `networks.${verb}` },
    ...{ title: operator[verb], verb: operator[verb], said },
    about: (seen) => Effect.map(named(seen), ({ label }) => html`<p><bdi>${label}</bdi></p>${notice(about)}`),
    act: ({ operations, parameters: { id = "" } }) =>
      Effect.as(operations.networks[verb](id), { to: `/networks/${id}` })
  })
}

export const networkScreens = (words: Words): ReadonlyArray<Screen> => {
  const { operator } = words
  return [
    pageScreen({
      ...{ scope: "operator", path: "/networks", operation: "networks.list" },
      ...{ title: operator.networks, tab: operator.networks },
      show: (seen) =>
        Effect.map(seen.operations.networks.list(), (items) => ({
          body:
            items.length === 0
              ? empty(operator.noNetworks)
              : table(
                  {
                    caption: operator.networks,
                    columns: [
                      { title: operator.network, cell: ({ label }) => text(label) },
                      {
                        title: operator.status,
                        cell: (network) => statusOf(network) ?? text(operator.provided)
                      },
                      { title: operator.head, cell: ({ chain }) => place(chain?.head) },
                      { title: operator.readTo, cell: ({ chain }) => place(chain?.cursor) },
                      {
                        title: operator.waits,
                        cell: ({ chain }) => text(chain && faultsOf(chain).join(" "))
                      }
                    ],
                    items,
                    link: ({ chain, name }) => (chain === null ? null : `${seen.base}/networks/${name}`)
                  },
                  seen
                )
        }))
    }),
    pageScreen({
      ...{ scope: "operator", path: "/networks/{id}", operation: "networks.status", title: operator.network },
      show: Effect.fnUntraced(function* (seen) {
        const network = yield* named(seen)
        const { chain, label, name } = network
        const now = yield* Effect.map(seen.operations.networks.status(name), (found) =>
          statusParts(found, seen)
        ).pipe(
          Effect.catchTag("ChainUnavailable", ({ reason }) =>
            Effect.succeed(notice(operator.nodesAway(reason)))
          )
        )
        const verb = chain.isPaused ? "resume" : "pause"
        return {
          title: label,
          body: html`<p>${statusOf(network)?.shown(seen) ?? null}</p>${faultsOf(chain).map((fault) => notice(fault))}${actLinks(
            [actLink(`${seen.base}/networks/${name}/${verb}`, operator[verb])]
          )}${now}`
        }
      })
    }),
    switching(words, "pause"),
    switching(words, "resume")
  ]
}
