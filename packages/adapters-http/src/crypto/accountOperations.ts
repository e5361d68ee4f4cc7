import { Networks, Operations, Partners, Settings } from "@quittance/core"
import {
  type BalanceEntry,
  type BalanceEntryFilter,
  BalanceEntryView,
  BalanceRecord,
  balanceRecord,
  component,
  type ListOwner,
  lists,
  NetworkName
} from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import type { PartnerOperation } from "../routing/ApiOperation.ts"
import { listOperation } from "../routing/listOperation.ts"
import { NetworkView, networkView } from "./NetworkView.ts"

const common = { group: "Crypto account", caller: "partner", proof: "signed" } as const

/** Networks and balance, both with the terms of the caller, and the statement of the balance. */
export const makeAccountOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const partners = yield* Partners
  const { balanceEntries, balances } = yield* Operations
  const { offered, offeredFor } = yield* Networks
  const invoiceNetworks = offeredFor("invoices").map(({ name }) => name)

  const networks: PartnerOperation = {
    ...common,
    id: "listCryptoNetworks",
    method: "GET",
    path: "/api/v2/crypto/networks",
    summary: "List the networks that are offered",
    scope: "crypto:read",
    parameters: [],
    request: undefined,
    success: Schema.Struct({
      networks: Schema.Array(NetworkView),
      invoiceNetworks: Schema.Array(NetworkName).annotate({
        description: "The names of those on which invoices can be issued.",
        examples: [["tron", "ethereum", "bsc"]]
      })
    }).annotate(component("CryptoNetworkList", "The networks, with the terms of the caller.")),
    errors: [],
    handle: ({ caller }) =>
      Effect.map(partners.termsOf(caller.partnerId), (terms) => ({
        fields: { networks: offered.map((each) => networkView(each, terms)), invoiceNetworks }
      }))
  }

  const balance: PartnerOperation = {
    ...common,
    id: "getCryptoBalance",
    method: "GET",
    path: "/api/v2/crypto/balance",
    summary: "Read the balance",
    scope: "crypto:read",
    parameters: [],
    request: undefined,
    success: Schema.Struct({ balance: BalanceRecord }).annotate(
      component("CryptoBalanceResponse", "The balance.")
    ),
    errors: [],
    handle: Effect.fnUntraced(function* ({ caller }) {
      const terms = yield* partners.termsOf(caller.partnerId)
      return {
        fields: { balance: balanceRecord(yield* balances.get(caller.partnerId), settings, offered, terms) }
      }
    })
  }

  const entries = listOperation<BalanceEntry, ListOwner, BalanceEntryFilter>({
    ...common,
    id: "listBalanceEntries",
    path: "/api/v2/crypto/balance/entries",
    summary: "List what changed the available balance, newest first",
    scope: "crypto:read",
    list: lists.balanceEntries,
    named: "entries",
    item: BalanceEntryView,
    read: ({ caller }, filter, page) => balanceEntries.list(caller.partnerId, filter, page)
  })

  return [networks, balance, entries]
})
