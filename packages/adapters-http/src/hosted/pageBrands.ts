import { type Brand, Brandings, logoFileName, type PartnerId, type ShownLogo } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { ApiRequest, ApiResponse } from "../message/ApiMessage.ts"
import type { NoticeSubject } from "../pages/noticePages.ts"
import type { PageBrand, PageLogo } from "../pages/PageBrand.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import type { SideRoute } from "../routing/SideRoute.ts"
import { framedResponse } from "./framedResponse.ts"
import { failurePage, linkTo } from "./pageResponse.ts"

/** Where logos are served. */
const logosPath = "/pay/logos"

const pageLogo = (request: ApiRequest, logo: ShownLogo | undefined): PageLogo | null =>
  logo === undefined
    ? null
    : {
        path: linkTo(request, `${logosPath}/${logoFileName(logo)}`),
        width: logo.width,
        height: logo.height
      }

const pageBrand = (request: ApiRequest, { isExample, look, name }: Brand): PageBrand => ({
  ...{ name, isExample, colour: look.colour ?? null },
  logo: pageLogo(request, look.logo),
  logoDark: pageLogo(request, look.logoDark),
  support: look.support ?? null,
  termsUrl: look.termsUrl ?? null,
  privacyUrl: look.privacyUrl ?? null,
  siteUrl: look.siteUrl ?? null
})

/** What a page of a partner is made from. */
interface Asked {
  readonly request: ApiRequest
  readonly requestId: string
  readonly partnerId: PartnerId
  readonly subject?: NoticeSubject
  /** `listed`: pages of the origins that the partner lists may show it in a frame; otherwise nobody may. */
  readonly frame?: "listed"
}

/**
 * A page that says who is paid, or asks, if that is shown; so does the page for its failure, which may be shown in a
 * frame where the page may.
 */
export type Branded = (
  asked: Asked,
  page: (brand: PageBrand | null) => Effect.Effect<ApiResponse, ApiFailure>
) => Effect.Effect<ApiResponse, ApiFailure>

export const makeBranded: Effect.Effect<Branded, never, Brandings> = Effect.map(
  Brandings,
  ({ brandOf, embedOrigins }): Branded =>
    ({ frame, partnerId, request, requestId, subject }, page) =>
      Effect.gen(function* () {
        const found = yield* brandOf(partnerId)
        const origins = frame === "listed" ? yield* embedOrigins(partnerId) : []
        const brand = Option.isNone(found) ? null : pageBrand(request, found.value)
        const answer = yield* Effect.catchCause(page(brand), failurePage(request, requestId, subject, brand))
        return origins.length === 0 ? answer : framedResponse(request, origins, answer)
      })
)

const headers = {
  "Cache-Control": "public, max-age=31536000, immutable",
  "Content-Security-Policy": "default-src 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff"
}

/** The pictures of partners, by the hash of their content; only those that are shown now. */
export const makeLogoRoute = Effect.map(
  Brandings,
  ({ logo }): SideRoute => ({
    caller: "visitor",
    method: "GET",
    path: `${logosPath}/{file}`,
    handle: (_request, { file = "" }) =>
      Effect.flatMap(
        logo(file),
        Option.match({
          onNone: () =>
            Effect.fail(new ApiRefusal({ code: "not_found", message: "there is no such picture" })),
          onSome: ({ bytes, type }) =>
            Effect.succeed({ status: 200, headers: { ...headers, "Content-Type": type }, body: bytes })
        })
      )
  })
)
