import { Cause, Effect } from "effect"
import { type ApiRequest, type ApiResponse, headerOf } from "../message/ApiMessage.ts"
import { chooseLocale, type Locale } from "../pages/Locale.ts"
import {
  type NoticeSubject,
  renderErrorPage,
  renderNotFoundPage,
  renderRefusedPage
} from "../pages/noticePages.ts"
import type { PageBrand } from "../pages/PageBrand.ts"
import { formPageHeaders, pageHeaders } from "../pages/pageHeaders.ts"
import { statusOfCode } from "../refusal/ErrorCode.ts"
import { type ApiFailure, refusalOf } from "../refusal/refusalOf.ts"

/** Where the pages' files are served. */
export const assetsPath = "/pay/assets"

/** One of our paths, for a browser. */
export const linkTo = ({ mountPath = "" }: ApiRequest, path: string): string => `${mountPath}${path}`

/** The requested path, as the router knows it. */
export const pathWithin = ({ path, pathWithin = path }: ApiRequest): string => pathWithin

export const localeOf = (request: ApiRequest): Locale =>
  chooseLocale(new URLSearchParams(request.query).get("lang"), headerOf(request, "accept-language") ?? null)

/** Whether a browser shows the answer to a person. */
export const isForPeople = (request: ApiRequest): boolean =>
  /\btext\/html\b/i.test(headerOf(request, "accept") ?? "")

/** A page that says that something is away also says when to try again. */
export const pageResponse = (
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = pageHeaders
): ApiResponse => ({
  status,
  headers: status === 503 ? { "Retry-After": "5", ...headers } : headers,
  body
})

/** Leads to a page of ours, in the language of the request, with what else its address has. */
export const seeOther = (
  request: ApiRequest,
  path: string,
  more: Readonly<Record<string, string>> = {}
): ApiResponse => {
  const query = new URLSearchParams({ lang: localeOf(request), ...more })
  return pageResponse(303, "", { ...formPageHeaders, Location: `${path}?${query}` })
}

interface Failed {
  readonly assetsPath: string
  readonly subject: NoticeSubject
  readonly locale: Locale
  readonly requestId: string
  readonly brand: PageBrand | null
}

const failed = (failure: ApiFailure, { locale, requestId, ...shown }: Failed): ApiResponse => {
  const { code, headers } = refusalOf(failure)
  const status = statusOfCode(code)
  if (status === 404) return { ...pageResponse(404, renderNotFoundPage(locale, shown)), code }
  if (status === 403) return { ...pageResponse(403, renderRefusedPage(locale, shown)), code }
  const page = renderErrorPage(locale, { ...shown, requestId })
  return { ...pageResponse(status, page, { ...pageHeaders, ...headers }), code }
}

/**
 * A page for people for every failure: unknown link, unavailable storage, another website's form, defect. It says whose
 * payment or verification it is once that is known.
 */
export const failurePage =
  (
    request: ApiRequest,
    requestId: string,
    subject: NoticeSubject = "payment",
    brand: PageBrand | null = null
  ) =>
  (cause: Cause.Cause<ApiFailure>): Effect.Effect<ApiResponse> => {
    const locale = localeOf(request)
    const shown = { assetsPath: linkTo(request, assetsPath), subject, requestId, brand }
    const failure = cause.reasons.find(Cause.isFailReason)?.error
    if (failure !== undefined) return Effect.succeed(failed(failure, { ...shown, locale }))
    if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
    return Effect.logError(`a ${subject} page could not be rendered`, cause).pipe(
      Effect.annotateLogs({ requestId }),
      Effect.as({ ...pageResponse(500, renderErrorPage(locale, shown)), code: "internal_error" as const })
    )
  }
