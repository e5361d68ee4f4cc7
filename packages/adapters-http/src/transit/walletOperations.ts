import { Networks, Operations, TransitNetworkView, TransitWalletView } from "@quittance/core"
import { component, transitWalletRequestOn } from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import { oncePerKey, type PartnerOperation, unchecked } from "../routing/ApiOperation.ts"
import { Pagination, pageParameters, paginationOf, readPage } from "../routing/Pagination.ts"
import { prefixedId, prefixedIdParameter, walletResource } from "../routing/prefixedId.ts"
import { readQuery } from "../routing/QueryParameters.ts"

const path = "/v1/transit/wallets"
const common = {
  group: "Transit wallets",
  caller: "partner",
  proof: "pair",
  request: undefined,
  recordStatus: 200
} as const
const reads = { ...common, method: "GET", scope: "transit:read" } as const

const WalletResponse = Schema.Struct({ wallet: TransitWalletView }).annotate(
  component("TransitWalletResponse", "A wallet.")
)

/** Wallets of the transit group and the networks that they can be on. */
export const makeWalletOperations = Effect.gen(function* () {
  const { transit } = yield* Operations
  const { offeredFor } = yield* Networks

  const networks: PartnerOperation = {
    ...reads,
    id: "listTransitNetworks",
    path: "/v1/transit/networks",
    summary: "List the networks for wallets",
    parameters: [],
    success: Schema.Struct({ networks: Schema.Array(TransitNetworkView) }).annotate(
      component("TransitNetworkList", "The networks for wallets.")
    ),
    errors: [],
    handle: () => Effect.map(transit.networks(), (networks) => ({ fields: { networks } }))
  }

  const create: PartnerOperation = {
    ...common,
    id: "createTransitWallet",
    method: "POST",
    path,
    summary: "Create a wallet with its own deposit address",
    scope: "transit:write",
    ...oncePerKey,
    parameters: [],
    request: transitWalletRequestOn(offeredFor("wallets")),
    recordStatus: 201,
    success: WalletResponse,
    errors: ["unsupported_network", "store_on_hold"],
    handle: ({ body, caller, idempotencyKey }) =>
      Effect.map(
        transit.wallets.create(caller.partnerId, unchecked(body), idempotencyKey),
        ({ replayed, ...wallet }) => ({ fields: { wallet }, replayed })
      )
  }

  const list: PartnerOperation = {
    ...reads,
    id: "listTransitWallets",
    path,
    summary: "List wallets, newest first",
    parameters: pageParameters,
    success: Schema.Struct({ wallets: Schema.Array(TransitWalletView), pagination: Pagination }).annotate(
      component("TransitWalletList", "A page of wallets, newest first.")
    ),
    errors: ["invalid_cursor"],
    handle: Effect.fnUntraced(function* ({ caller, request }) {
      const page = yield* readQuery(request.query, readPage)
      const found = yield* transit.wallets.list(caller.partnerId, page)
      return { fields: { wallets: found.items, pagination: paginationOf(page, found) } }
    })
  }

  const get: PartnerOperation = {
    ...reads,
    id: "getTransitWallet",
    path: `${path}/{id}`,
    summary: "Read a wallet",
    parameters: [prefixedIdParameter(walletResource)],
    success: WalletResponse,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, walletResource)
      return { fields: { wallet: yield* transit.wallets.get(call.caller.partnerId, id) } }
    })
  }

  return [networks, create, list, get]
})
