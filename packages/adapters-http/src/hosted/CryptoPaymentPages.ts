import { CryptoInvoices, networkLabel, Settings, type SettingsShape } from "@quittance/core"
import {
  confirmationsOf,
  exceptionOf,
  formatMinor,
  type Instant,
  type IssuedCryptoInvoice,
  remainingMinor,
  seenMinor
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import type { Access } from "../access/Access.ts"
import { renderCryptoPaymentPage } from "../pages/CryptoPaymentPage.ts"
import type { CryptoPaymentView } from "../pages/CryptoPaymentView.ts"
import type { SideRoute } from "../routing/SideRoute.ts"
import type { PageEvents, PageSnapshot } from "./PageEvents.ts"
import { makeBranded } from "./pageBrands.ts"
import { assetsPath, failurePage, linkTo, localeOf, pageResponse } from "./pageResponse.ts"

const paymentView = (
  invoice: IssuedCryptoInvoice,
  settings: SettingsShape,
  now: Instant
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
    confirmations: confirmationsOf(invoice),
    requiredConfirmations: order.requiredConfirmations,
    expiresAtMillis: order.expiresAt,
    nowMillis: now,
    description: Option.getOrNull(order.description),
    successUrl: Option.getOrNull(order.successUrl)
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

/** The hosted payment page of a crypto invoice, and its event stream. */
export const makeCryptoPaymentPages = Effect.fnUntraced(function* (events: PageEvents, access: Access) {
  const settings = yield* Settings
  const invoices = yield* CryptoInvoices
  const branded = yield* makeBranded

  const payment: SideRoute = {
    caller: "visitor",
    method: "GET",
    path: "/pay/crypto/{token}",
    handle: (request, { token = "" }, requestId) =>
      Effect.gen(function* () {
        const invoice = yield* invoices.getByToken(token)
        const view = paymentView(invoice, settings, yield* Clock.currentTimeMillis)
        const options = {
          locale: localeOf(request),
          path: linkTo(request, `/pay/crypto/${encodeURIComponent(token)}`),
          assetsPath: linkTo(request, assetsPath),
          sandbox: settings.mode === "sandbox"
        }
        const { partnerId } = invoice.order
        return yield* branded({ request, requestId, partnerId }, (brand) =>
          Effect.sync(() => pageResponse(200, renderCryptoPaymentPage(view, { ...options, brand })))
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

  return [payment, stream]
})
