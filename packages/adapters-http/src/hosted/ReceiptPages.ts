import { CryptoInvoices, Invoices, networkLabel, Settings } from "@quittance/core"
import {
  exceptionOf,
  formatMinor,
  type IssuedCryptoInvoice,
  type IssuedInvoice,
  isSettled,
  paidMinor
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { ApiRequest } from "../message/ApiMessage.ts"
import { type Explorers, explorerLink } from "../pages/explorer.ts"
import { pageHeaders } from "../pages/pageHeaders.ts"
import { type ReceiptView, renderReceiptPage } from "../pages/ReceiptPage.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import type { SideRoute } from "../routing/SideRoute.ts"
import { makeBranded } from "./pageBrands.ts"
import { assetsPath, failurePage, linkTo, localeOf, pageResponse, seeOther } from "./pageResponse.ts"

/** The receipts of both groups. Who asks for one of an invoice that is not paid is led to where it is paid. */
export const makeReceiptPages = Effect.fnUntraced(function* (explorers: Explorers) {
  const settings = yield* Settings
  const invoices = yield* Invoices
  const cryptoInvoices = yield* CryptoInvoices
  const branded = yield* makeBranded
  const sandbox = settings.mode === "sandbox"

  const ofBank = (invoice: IssuedInvoice): ReceiptView | null => {
    // Money that the bank took back leaves nothing to confirm.
    if (invoice._tag !== "paid" || Option.isSome(invoice.reversedAt)) return null
    const { late, order, paidAt, receipt } = invoice
    const amount = formatMinor(receipt.amountMinor, order.currency)
    return {
      number: order.id,
      description: Option.getOrNull(order.description),
      ...{ paidAtMillis: paidAt, late, total: amount, price: amount, currency: order.currency },
      paidThrough: { bank: receipt.payerBank }
    }
  }

  const ofNetwork = Effect.fnUntraced(function* (invoice: IssuedCryptoInvoice) {
    const { order } = invoice
    // Money that the network took back leaves nothing to confirm.
    if (invoice._tag !== "paid" || !isSettled(invoice)) return null
    const amount = (minor: bigint) => formatMinor(minor, order.currency)
    const { newest } = yield* cryptoInvoices.transfersOf(invoice)
    const transfers = newest
      .filter(({ _tag }) => _tag === "credited")
      .map(({ order: { network, txHash: hash } }) => ({
        hash,
        explorer: explorerLink(hash, network, explorers)
      }))
    const view: ReceiptView = {
      number: order.id,
      description: Option.getOrNull(order.description),
      ...{ paidAtMillis: invoice.paidAt, late: exceptionOf(invoice) === "late" },
      ...{ total: amount(paidMinor(invoice)), price: amount(order.amountMinor), currency: order.currency },
      ...(order.feeMinor > 0n && { fee: order.feePayer === "payer" ? amount(order.feeMinor) : null }),
      paidThrough: { networkLabel: networkLabel(settings, order.network), transfers }
    }
    return view
  })

  const route = <Invoice extends { readonly order: { readonly partnerId: string } }>(
    place: "/pay/bank" | "/pay/crypto",
    invoiceAt: (token: string) => Effect.Effect<Invoice, ApiFailure>,
    viewOf: (invoice: Invoice) => Effect.Effect<ReceiptView | null, ApiFailure>
  ): SideRoute => ({
    caller: "visitor",
    method: "GET",
    path: `${place}/{token}/receipt`,
    handle: (request: ApiRequest, { token = "" }, requestId) =>
      Effect.gen(function* () {
        const invoice = yield* invoiceAt(token)
        const view = yield* viewOf(invoice)
        const paymentPath = linkTo(request, `${place}/${encodeURIComponent(token)}`)
        if (view === null) return seeOther(request, paymentPath)
        const options = {
          ...{ locale: localeOf(request), sandbox, paymentPath, path: `${paymentPath}/receipt` },
          assetsPath: linkTo(request, assetsPath)
        }
        const { partnerId } = invoice.order
        return yield* branded({ request, requestId, partnerId, frame: "listed" }, (brand) =>
          Effect.sync(() => pageResponse(200, renderReceiptPage(view, { ...options, brand }), pageHeaders))
        )
      }).pipe(Effect.catchCause(failurePage(request, requestId)))
  })

  return [
    route("/pay/bank", invoices.getByToken, (invoice) => Effect.sync(() => ofBank(invoice))),
    route("/pay/crypto", cryptoInvoices.getByToken, ofNetwork)
  ]
})
