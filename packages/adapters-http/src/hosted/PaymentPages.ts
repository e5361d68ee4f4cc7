import {
  confirmationsOf,
  CryptoInvoices,
  exceptionOf,
  formatMinor,
  type Instant,
  type IssuedCryptoInvoice,
  networkLabel,
  seenMinor,
  Settings,
  type SettingsShape
} from "@quittance/core"
import { Cause, Clock, Effect, Option } from "effect"
import { type ApiRequest, headerOf } from "../message/ApiRequest.ts"
import type { ApiResponse } from "../message/ApiResponse.ts"
import { assets } from "../pages/assets.ts"
import { renderCryptoPaymentPage } from "../pages/CryptoPaymentPage.ts"
import type { CryptoPaymentView } from "../pages/CryptoPaymentView.ts"
import { chooseLocale, type Locale } from "../pages/Locale.ts"
import { renderErrorPage, renderNotFoundPage } from "../pages/noticePages.ts"
import { pageHeaders } from "../pages/pageHeaders.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { Route } from "../routing/Route.ts"
import { makePaymentEvents } from "./PaymentEvents.ts"

const assetsPath = "/pay/assets"

const paymentView = (
  invoice: IssuedCryptoInvoice,
  settings: SettingsShape,
  now: Instant
): CryptoPaymentView => {
  const { order } = invoice
  const seen = seenMinor(invoice)
  const remaining = seen >= order.expectedMinor ? 0n : order.expectedMinor - seen
  const amount = (minor: bigint) => formatMinor(minor, order.currency)
  return {
    status: invoice._tag,
    exception: exceptionOf(invoice),
    expectedAmount: amount(order.expectedMinor),
    paidAmount: amount(seen),
    remainingAmount: amount(remaining),
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

const localeOf = (request: ApiRequest): Locale =>
  chooseLocale(new URLSearchParams(request.query).get("lang"), headerOf(request, "accept-language") ?? null)

const page = (status: number, body: string): ApiResponse => ({ status, headers: pageHeaders, body })

/** The hosted payment page of an invoice, its event stream, and the files that it loads. */
export const makePaymentPages = Effect.gen(function* () {
  const settings = yield* Settings
  const invoices = yield* CryptoInvoices
  const events = yield* makePaymentEvents

  /** A page for people, also when something is wrong: unknown link, storage away, defect. */
  const failurePage =
    (request: ApiRequest, requestId: string) => (cause: Cause.Cause<{ readonly _tag: string }>) => {
      const locale = localeOf(request)
      const failure = cause.reasons.find(Cause.isFailReason)?.error
      if (failure?._tag === "NotFound")
        return Effect.succeed(page(404, renderNotFoundPage(locale, { assetsPath })))
      if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
      const shown = renderErrorPage(locale, { assetsPath, requestId })
      if (failure !== undefined) {
        const unavailable = page(503, shown)
        return Effect.succeed({ ...unavailable, headers: { ...unavailable.headers, "Retry-After": "5" } })
      }
      return Effect.logError("a payment page could not be rendered", cause).pipe(
        Effect.annotateLogs({ requestId }),
        Effect.as(page(500, shown))
      )
    }

  const payment: Route = {
    method: "GET",
    path: "/pay/crypto/{token}",
    handle: (request, { token = "" }, requestId) =>
      Effect.gen(function* () {
        const invoice = yield* invoices.getByToken(token)
        const view = paymentView(invoice, settings, yield* Clock.currentTimeMillis)
        const options = {
          locale: localeOf(request),
          path: request.path,
          assetsPath,
          sandbox: settings.mode === "sandbox"
        }
        return page(200, renderCryptoPaymentPage(view, options))
      }).pipe(Effect.catchCause(failurePage(request, requestId)))
  }

  const stream: Route = {
    method: "GET",
    path: "/pay/crypto/{token}/events",
    handle: (_request, { token = "" }) => events(token)
  }

  const asset: Route = {
    method: "GET",
    path: `${assetsPath}/{name}`,
    handle: (_request, { name = "" }) => {
      const file = assets.get(name)
      return file === undefined
        ? Effect.fail(new ApiRefusal({ code: "not_found", message: "there is no such file" }))
        : Effect.succeed({ status: 200, headers: file.headers, body: file.body })
    }
  }

  return [payment, stream, asset]
})
