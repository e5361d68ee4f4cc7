import { BankPayments, Invoices, Sandbox, Settings } from "@quittance/core"
import { formatMinor, type IssuedInvoice, millisPerSecond, paymentUrlOf } from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import type { Access } from "../access/Access.ts"
import type { ApiRequest, ApiResponse } from "../message/ApiMessage.ts"
import { readForm } from "../message/FormBody.ts"
import { renderBankPaymentPage } from "../pages/BankPaymentPage.ts"
import {
  type BankPaymentProblem,
  type BankPaymentView,
  bankPaymentFacts,
  type OfferedBank
} from "../pages/BankPaymentView.ts"
import { bankSearchLengthMax } from "../pages/bankSearch.ts"
import type { PageBrand } from "../pages/PageBrand.ts"
import { formPageHeaders } from "../pages/pageHeaders.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import type { RouteHandler } from "../routing/Route.ts"
import type { SideRoute } from "../routing/SideRoute.ts"
import { type BankPaymentStanding, standingOf } from "./BankPaymentStanding.ts"
import { refuseCrossSite } from "./crossSite.ts"
import { formRoutes } from "./formRoutes.ts"
import type { PageEvents } from "./PageEvents.ts"
import { makeBranded } from "./pageBrands.ts"
import { assetsPath, failurePage, linkTo, localeOf, pageResponse, seeOther } from "./pageResponse.ts"
import { sandboxTransferPath } from "./SandboxTransferPages.ts"
import { settlementOf } from "./settlementOf.ts"

/** A page waits no longer for the rail's list of banks; then it says so and tries again. */
const banksWaitMillis = 3 * millisPerSecond

const pathOf = (request: ApiRequest, token: string): string =>
  linkTo(request, `/pay/bank/${encodeURIComponent(token)}`)

const selectedBankOf = (request: ApiRequest): string | null => new URLSearchParams(request.query).get("bank")

const seePage = (request: ApiRequest, token: string, selectedBank: string | null): ApiResponse =>
  seeOther(request, pathOf(request, token), selectedBank === null ? {} : { bank: selectedBank })

const named = (chosen: BankPaymentStanding["chosen"], banks: ReadonlyArray<OfferedBank>) =>
  chosen === null ? null : { ...chosen, bank: banks.find(({ id }) => id === chosen.bank.id) ?? chosen.bank }

/** The hosted payment page of a fiat invoice, its forms, and its event stream. */
export const makeBankPaymentPages = Effect.fnUntraced(function* (events: PageEvents, access: Access) {
  const settings = yield* Settings
  const invoices = yield* Invoices
  const payments = yield* BankPayments
  const branded = yield* makeBranded
  const sandbox = settings.mode === "sandbox" ? yield* Effect.serviceOption(Sandbox) : Option.none()

  const paymentsOf = ({ order }: IssuedInvoice) => payments.ofInvoice(order.partnerId, order.id)

  /** The banks to choose from; `null` if the rail does not list them now. */
  const banksFor = (invoice: IssuedInvoice): Effect.Effect<ReadonlyArray<OfferedBank> | null> =>
    invoice._tag !== "pending"
      ? Effect.succeed([])
      : payments.banksFor(invoice.order).pipe(
          Effect.timeout(banksWaitMillis),
          Effect.catch((failure) =>
            Effect.as(Effect.logWarning("the list of banks is not available", failure), null)
          )
        )

  const render = Effect.fnUntraced(function* (
    request: ApiRequest,
    invoice: IssuedInvoice,
    brand: PageBrand | null,
    outcome: { readonly status: number; readonly problem: BankPaymentProblem | null }
  ) {
    const { order } = invoice
    const selectedBank = selectedBankOf(request)
    const begun = yield* paymentsOf(invoice)
    const standing = standingOf(invoice, begun, selectedBank)
    const banks = yield* banksFor(invoice)
    const view: BankPaymentView = {
      ...standing,
      chosen: named(standing.chosen, banks ?? []),
      amount: formatMinor(order.amountMinor, order.currency),
      currency: order.currency,
      description: Option.getOrNull(order.description),
      payerBank: invoice._tag === "paid" ? invoice.receipt.payerBank : null,
      banks,
      settlement: settlementOf(settings.banks, order, begun, standing.chosen?.instructions ?? null),
      problem: outcome.problem,
      expiresAtMillis: order.expiresAt,
      nowMillis: yield* Clock.currentTimeMillis,
      redirectUrl: Option.getOrNull(order.redirectUrl),
      cancelUrl: Option.getOrNull(order.cancelUrl),
      pageUrl: paymentUrlOf(settings.publicUrl, order.token)
    }
    const options = {
      locale: localeOf(request),
      path: pathOf(request, order.token),
      selectedBank,
      search: (new URLSearchParams(request.query).get("q") ?? "").slice(0, bankSearchLengthMax),
      assetsPath: linkTo(request, assetsPath),
      sandbox: settings.mode === "sandbox",
      ...(Option.isSome(sandbox) ? { transferPath: sandboxTransferPath(request, order.token) } : {}),
      brand
    }
    return pageResponse(outcome.status, renderBankPaymentPage(view, options), formPageHeaders)
  })

  /** A form of the page. */
  const form =
    (
      act: (
        request: ApiRequest,
        invoice: IssuedInvoice,
        fields: URLSearchParams,
        brand: PageBrand | null
      ) => Effect.Effect<ApiResponse, ApiFailure>
    ): RouteHandler =>
    (request, { token = "" }, requestId) =>
      Effect.gen(function* () {
        yield* refuseCrossSite(request, settings.publicUrl)
        const invoice = yield* invoices.getByToken(token)
        return yield* branded(
          { request, requestId, partnerId: invoice.order.partnerId, frame: "listed" },
          (brand) => Effect.flatMap(readForm(request), (fields) => act(request, invoice, fields, brand))
        )
      }).pipe(Effect.catchCause(failurePage(request, requestId)))

  const choose = form((request, invoice, fields, brand) => {
    const { order } = invoice
    const bank = fields.get("bank") ?? ""
    return payments.begin(order.partnerId, order.id, bank).pipe(
      Effect.as(seePage(request, order.token, bank)),
      Effect.catchTags({
        InvalidInput: ({ issues }) => {
          const isTooMany = issues.some(({ code }) => code === "out_of_range")
          return render(request, invoice, brand, {
            status: 422,
            problem: isTooMany ? "tooManyPayments" : "unknownBank"
          })
        },
        // The page says why.
        InvalidState: () => Effect.succeed(seePage(request, order.token, null)),
        BankRailUnavailable: () => render(request, invoice, brand, { status: 503, problem: "banksAway" }),
        ProviderMissing: () => render(request, invoice, brand, { status: 503, problem: "banksAway" })
      })
    )
  })

  const show: SideRoute = {
    caller: "visitor",
    method: "GET",
    path: "/pay/bank/{token}",
    handle: (request, { token = "" }, requestId) =>
      invoices.getByToken(token).pipe(
        Effect.flatMap((invoice) =>
          branded({ request, requestId, partnerId: invoice.order.partnerId, frame: "listed" }, (brand) =>
            render(request, invoice, brand, { status: 200, problem: null })
          )
        ),
        Effect.catchCause(failurePage(request, requestId))
      )
  }

  const stream: SideRoute = {
    caller: "visitor",
    method: "GET",
    path: "/pay/bank/{token}/events",
    handle: (request, { token = "" }) =>
      events(
        { ...access.visitorOf(request), link: token },
        Effect.gen(function* () {
          const invoice = yield* invoices.getByToken(token)
          const begun = yield* paymentsOf(invoice)
          return {
            facts: bankPaymentFacts(standingOf(invoice, begun, selectedBankOf(request))),
            partnerId: invoice.order.partnerId,
            version: Math.max(invoice.updatedAt, ...begun.map(({ updatedAt }) => updatedAt)),
            course: invoice._tag === "paid" || invoice._tag === "cancelled" ? "final" : "open"
          }
        })
      )
  }

  const seeThere = (request: ApiRequest, token: string) => seePage(request, token, selectedBankOf(request))

  const simulate = Option.map(sandbox, (simulated) =>
    form((request, invoice, fields) => {
      const { id, partnerId, token } = invoice.order
      const back = seePage(request, token, selectedBankOf(request))
      // A form that was left open must not pay twice.
      if (invoice._tag !== "pending") return Effect.succeed(back)
      const bank = fields.get("bank")
      return Effect.as(simulated.pay(partnerId, id, bank === null || bank === "" ? {} : { bank }), back)
    })
  )

  return [
    show,
    stream,
    ...formRoutes("/pay/bank/{token}/payments", choose, seeThere),
    ...Option.match(simulate, {
      onNone: () => [],
      onSome: (handle) => formRoutes("/pay/bank/{token}/simulate", handle, seeThere)
    })
  ]
})
