import { Invoices, Sandbox, Settings } from "@quittance/core"
import { formatMinor, type IssuedInvoice } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { ApiRequest } from "../message/ApiMessage.ts"
import { readForm } from "../message/FormBody.ts"
import { formPageHeaders } from "../pages/pageHeaders.ts"
import { renderSandboxTransferPage, type SandboxTransferView } from "../pages/SandboxTransferPage.ts"
import type { SideRoute } from "../routing/SideRoute.ts"
import { refuseCrossSite } from "./crossSite.ts"
import { makeBranded } from "./pageBrands.ts"
import {
  assetsPath,
  failurePage,
  linkTo,
  localeOf,
  pageResponse,
  pathWithin,
  seeOther
} from "./pageResponse.ts"

const path = "/sandbox/transfer/{token}"

/** The path of the page for the invoice with this token. */
export const sandboxTransferPath = (request: ApiRequest, token: string): string =>
  linkTo(request, path.replace("{token}", encodeURIComponent(token)))

/**
 * Where somebody with the link of an invoice transfers money for it at the simulated bank: as the invoice's page says,
 * or otherwise. Only in a sandbox.
 */
export const makeSandboxTransferPages = Effect.gen(function* () {
  const { mode, publicUrl } = yield* Settings
  const invoices = yield* Invoices
  const branded = yield* makeBranded
  const sandbox = mode === "sandbox" ? yield* Effect.serviceOption(Sandbox) : Option.none()
  if (Option.isNone(sandbox)) return []
  const { bankTransfer } = sandbox.value

  const ownPath = (request: ApiRequest): string => linkTo(request, pathWithin(request))

  const render = (
    request: ApiRequest,
    requestId: string,
    { order }: IssuedInvoice,
    given: Pick<SandboxTransferView, "course"> & Partial<SandboxTransferView>
  ) =>
    branded({ request, requestId, partnerId: order.partnerId }, (brand) =>
      Effect.sync(() => {
        const view: SandboxTransferView = {
          amount: formatMinor(order.amountMinor, order.currency),
          currency: order.currency,
          reference: Option.getOrElse(order.creditorReference, () => ""),
          invoicePath: linkTo(request, `/pay/bank/${order.token}?lang=${localeOf(request)}`),
          ...given
        }
        const page = renderSandboxTransferPage(view, {
          ...{ locale: localeOf(request), path: ownPath(request) },
          ...{ assetsPath: linkTo(request, assetsPath), brand }
        })
        return pageResponse(given.course === "wrong" ? 422 : 200, page, formPageHeaders)
      })
    )

  const transfer = Effect.fnUntraced(function* (request: ApiRequest, token: string, requestId: string) {
    yield* refuseCrossSite(request, publicUrl)
    const invoice = yield* invoices.getByToken(token)
    const fields = yield* readForm(request)
    const amount = fields.get("amount") ?? ""
    const reference = fields.get("reference") ?? ""
    const { id, partnerId } = invoice.order
    return yield* bankTransfer(partnerId, id, { amount: Number(amount.replace(",", ".")), reference }).pipe(
      // Reloading the answer makes no second transfer.
      Effect.as(seeOther(request, ownPath(request), { made: "1" })),
      Effect.catchTag("InvalidInput", () =>
        render(request, requestId, invoice, { course: "wrong", amount, reference })
      )
    )
  })

  const routes: ReadonlyArray<SideRoute> = [
    {
      caller: "visitor",
      method: "GET",
      path,
      handle: (request, { token = "" }, requestId) =>
        invoices.getByToken(token).pipe(
          Effect.flatMap((invoice) => {
            const course = new URLSearchParams(request.query).has("made") ? "made" : "form"
            return render(request, requestId, invoice, { course })
          }),
          Effect.catchCause(failurePage(request, requestId))
        )
    },
    {
      caller: "visitor",
      method: "POST",
      path,
      handle: (request, { token = "" }, requestId) =>
        Effect.catchCause(transfer(request, token, requestId), failurePage(request, requestId))
    }
  ]
  return routes
})
