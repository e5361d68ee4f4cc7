import { NotFound, Sandbox, Settings } from "@quittance/core"
import { type BankVisit, formatMinor } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { isSameSecret } from "../access/StringToSign.ts"
import type { ApiRequest, ApiResponse } from "../message/ApiMessage.ts"
import { readForm } from "../message/FormBody.ts"
import type { PageBrand } from "../pages/PageBrand.ts"
import { formPageHeaders } from "../pages/pageHeaders.ts"
import { renderSandboxBankPage } from "../pages/SandboxBankPage.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import type { PathParameters } from "../routing/Route.ts"
import type { SideRoute } from "../routing/SideRoute.ts"
import { refuseCrossSite } from "./crossSite.ts"
import { makeBranded } from "./pageBrands.ts"
import { assetsPath, failurePage, linkTo, localeOf, pageResponse, pathWithin } from "./pageResponse.ts"

const path = "/sandbox/bank/{payment}/{token}"

/** This page's path for a browser. */
const ownPath = (request: ApiRequest): string => linkTo(request, pathWithin(request))

/** The invoice's page, in the language of this one. */
const invoicePathOf = (request: ApiRequest, { invoice, payment }: BankVisit): string => {
  const query = new URLSearchParams({ lang: localeOf(request), bank: payment.order.bank })
  return linkTo(request, `/pay/bank/${invoice.order.token}?${query}`)
}

/** The target of the simulated bank's links: a person approves or declines a payment there. Only in a sandbox. */
export const makeSandboxBankPages = Effect.gen(function* () {
  const { mode, publicUrl } = yield* Settings
  const branded = yield* makeBranded
  const sandbox = mode === "sandbox" ? yield* Effect.serviceOption(Sandbox) : Option.none()
  if (Option.isNone(sandbox)) return []
  const { bankVisit, decideAtBank } = sandbox.value

  /** A payment, for anyone who has its link. */
  const visited = Effect.fnUntraced(function* ({ payment = "", token = "" }: PathParameters) {
    const visit = yield* bankVisit(payment)
    return isSameSecret(token, visit.token)
      ? visit
      : yield* new NotFound({ what: "bank payment", id: payment })
  })

  const render = (request: ApiRequest, visit: BankVisit, brand: PageBrand | null) => {
    const { amountMinor, currency } = visit.payment.order
    const page = renderSandboxBankPage(
      {
        course: visit.course,
        bank: visit.bankName,
        amount: formatMinor(amountMinor, currency),
        currency,
        description: Option.getOrNull(visit.invoice.order.description),
        invoicePath: invoicePathOf(request, visit)
      },
      { locale: localeOf(request), path: ownPath(request), assetsPath: linkTo(request, assetsPath), brand }
    )
    return pageResponse(200, page, formPageHeaders)
  }

  const decide = Effect.fnUntraced(function* (
    request: ApiRequest,
    parameters: PathParameters
  ): Effect.fn.Return<ApiResponse, ApiFailure> {
    yield* refuseCrossSite(request, publicUrl)
    const { payment } = yield* visited(parameters)
    const decision = (yield* readForm(request)).get("decision")
    if (decision !== "approve" && decision !== "decline")
      return yield* new ApiRefusal({
        code: "invalid_request",
        message: "decision must be approve or decline"
      })
    const visit = yield* decideAtBank(payment.order.id, decision)
    // A form left open until the payment was decided is answered here with the result.
    const address = visit.course === "closed" ? ownPath(request) : invoicePathOf(request, visit)
    return pageResponse(303, "", { ...formPageHeaders, Location: address })
  })

  const routes: ReadonlyArray<SideRoute> = [
    {
      caller: "visitor",
      method: "GET",
      path,
      handle: (request, parameters, requestId) =>
        visited(parameters).pipe(
          Effect.flatMap((visit) =>
            branded({ request, requestId, partnerId: visit.payment.order.partnerId }, (brand) =>
              Effect.sync(() => render(request, visit, brand))
            )
          ),
          Effect.catchCause(failurePage(request, requestId))
        )
    },
    {
      caller: "visitor",
      method: "POST",
      path,
      handle: (request, parameters, requestId) =>
        Effect.catchCause(decide(request, parameters), failurePage(request, requestId))
    }
  ]
  return routes
})
