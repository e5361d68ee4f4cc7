import { CryptoInvoices, networkLabel, Sandbox, Settings, type SettingsShape } from "@quittance/core"
import {
  ChainNetworks,
  confirmationsOf,
  exceptionOf,
  formatMinor,
  type Instant,
  type IssuedCryptoInvoice,
  remainingMinor,
  type ShownTransfers,
  seenMinor
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import type { Access } from "../access/Access.ts"
import type { ApiRequest, ApiResponse } from "../message/ApiMessage.ts"
import { renderCryptoPaymentPage } from "../pages/CryptoPaymentPage.ts"
import type { CryptoPaymentView } from "../pages/CryptoPaymentView.ts"
import { type Explorers, explorerLink } from "../pages/explorer.ts"
import { formPageHeaders, pageHeaders } from "../pages/pageHeaders.ts"
import type { RouteHandler } from "../routing/Route.ts"
import type { SideRoute } from "../routing/SideRoute.ts"
import { refuseCrossSite } from "./crossSite.ts"
import { formRoutes } from "./formRoutes.ts"
import type { PageEvents, PageSnapshot } from "./PageEvents.ts"
import { makeBranded } from "./pageBrands.ts"
import { assetsPath, failurePage, linkTo, localeOf, pageResponse, seeOther } from "./pageResponse.ts"
import { walletRequest } from "./walletRequest.ts"

/** What is read beside the invoice. */
interface Beside {
  readonly explorers: Explorers
  readonly chains: Option.Option<ChainNetworks["Service"]>
  readonly transfers: ShownTransfers
  readonly now: Instant
}

const paymentView = (
  invoice: IssuedCryptoInvoice,
  settings: SettingsShape,
  { chains, explorers, now, transfers }: Beside
): CryptoPaymentView => {
  const { order } = invoice
  const amount = (minor: bigint) => formatMinor(minor, order.currency)
  return {
    status: invoice._tag,
    exception: exceptionOf(invoice),
    expectedAmount: amount(order.expectedMinor),
    paidAmount: amount(seenMinor(invoice)),
    remainingAmount: amount(remainingMinor(invoice)),
    currency: order.currency,
    network: order.network,
    networkLabel: networkLabel(settings, order.network),
    address: order.address,
    walletRequest: Option.getOrNull(Option.map(chains, (known) => walletRequest(invoice, known))),
    transfers: transfers.newest
      .map(({ _tag, amountMinor, confirmations, order: { network, txHash } }) => ({
        hash: txHash,
        amount: amount(amountMinor),
        state: _tag,
        confirmations,
        explorer: explorerLink(txHash, network, explorers)
      }))
      .reverse(),
    transfersOmitted: transfers.omittedCount,
    confirmations: confirmationsOf(invoice),
    requiredConfirmations: order.requiredConfirmations,
    expiresAtMillis: order.expiresAt,
    nowMillis: now,
    description: Option.getOrNull(order.description),
    successUrl: Option.getOrNull(order.successUrl),
    cancelUrl: Option.getOrNull(order.cancelUrl)
  }
}

const sightingOf = (invoice: IssuedCryptoInvoice): PageSnapshot => ({
  facts: {
    status: invoice._tag,
    exception: exceptionOf(invoice),
    confirmations: confirmationsOf(invoice)
  },
  partnerId: invoice.order.partnerId,
  version: invoice.updatedAt,
  course: invoice._tag === "paid" || invoice._tag === "cancelled" ? "final" : "open"
})

const pathOf = (request: ApiRequest, token: string): string =>
  linkTo(request, `/pay/crypto/${encodeURIComponent(token)}`)

const seePage = (request: ApiRequest, token: string): ApiResponse => seeOther(request, pathOf(request, token))

/** The hosted payment page of a crypto invoice, its event stream, and in a sandbox its form. */
export const makeCryptoPaymentPages = Effect.fnUntraced(function* (
  events: PageEvents,
  access: Access,
  explorers: Explorers
) {
  const settings = yield* Settings
  const invoices = yield* CryptoInvoices
  const branded = yield* makeBranded
  const chains = yield* Effect.serviceOption(ChainNetworks)
  const isSandbox = settings.mode === "sandbox"
  const sandbox = isSandbox ? yield* Effect.serviceOption(Sandbox) : Option.none()
  const isSimulated = (network: string): boolean =>
    Option.isSome(sandbox) && !Option.exists(chains, ({ networks }) => networks.includes(network))

  const payment: SideRoute = {
    caller: "visitor",
    method: "GET",
    path: "/pay/crypto/{token}",
    handle: (request, { token = "" }, requestId) =>
      Effect.gen(function* () {
        const invoice = yield* invoices.getByToken(token)
        const transfers = yield* invoices.transfersOf(invoice)
        const now = yield* Clock.currentTimeMillis
        const view = paymentView(invoice, settings, { chains, explorers, transfers, now })
        const options = {
          locale: localeOf(request),
          path: pathOf(request, token),
          assetsPath: linkTo(request, assetsPath),
          sandbox: isSandbox,
          canSimulate: isSimulated(invoice.order.network)
        }
        const headers = isSandbox ? formPageHeaders : pageHeaders
        const { partnerId } = invoice.order
        return yield* branded({ request, requestId, partnerId, frame: "listed" }, (brand) =>
          Effect.sync(() => pageResponse(200, renderCryptoPaymentPage(view, { ...options, brand }), headers))
        )
      }).pipe(Effect.catchCause(failurePage(request, requestId)))
  }

  const stream: SideRoute = {
    caller: "visitor",
    method: "GET",
    path: "/pay/crypto/{token}/events",
    handle: (request, { token = "" }) =>
      events(
        { ...access.visitorOf(request), link: token },
        Effect.map(invoices.getByToken(token), sightingOf)
      )
  }

  const simulate = Option.map(
    sandbox,
    (simulated): RouteHandler =>
      (request, { token = "" }, requestId) =>
        Effect.gen(function* () {
          yield* refuseCrossSite(request, settings.publicUrl)
          const invoice = yield* invoices.getByToken(token)
          const { address, currency, network, partnerId } = invoice.order
          const remaining = remainingMinor(invoice)
          const isOpen = invoice._tag === "pending" || invoice._tag === "confirming"
          // A form that was left open must not pay twice.
          if (isOpen && remaining > 0n && isSimulated(network)) {
            const amount = Number(formatMinor(remaining, currency))
            yield* simulated.deposit(partnerId, { address, network, amount })
          }
          return seePage(request, token)
        }).pipe(Effect.catchCause(failurePage(request, requestId)))
  )

  return [
    payment,
    stream,
    ...Option.match(simulate, {
      onNone: () => [],
      onSome: (handle) => formRoutes("/pay/crypto/{token}/simulate", handle, seePage)
    })
  ]
})
