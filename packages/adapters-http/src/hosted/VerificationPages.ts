import { KycSessions, KycUploads, Settings } from "@quittance/core"
import {
  type DocumentChoice,
  freePicturesLeft,
  freePicturesMax,
  isEnded,
  kycLink,
  kycStatus,
  nextStep,
  type OpenedKycSession
} from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import type { Access } from "../access/Access.ts"
import type { RateLimits } from "../access/RateLimits.ts"
import { type ApiRequest, type ApiResponse, headerOf, successResponse } from "../message/ApiMessage.ts"
import { refusedPictureText } from "../pages/documentChoice.ts"
import { chooseLocale, type Locale, languageTag } from "../pages/Locale.ts"
import { verificationMessagesOf } from "../pages/messages/messagesOf.ts"
import { renderOverPage } from "../pages/noticePages.ts"
import type { PageBrand } from "../pages/PageBrand.ts"
import { verificationPageHeaders } from "../pages/pageHeaders.ts"
import { problemText } from "../pages/VerificationMessages.ts"
import { renderVerificationPage } from "../pages/VerificationPage.ts"
import { overFacts, shownFacts, verificationFacts } from "../pages/VerificationView.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import { statusOfCode } from "../refusal/ErrorCode.ts"
import { type ApiFailure, refusalOf } from "../refusal/refusalOf.ts"
import type { SideRoute } from "../routing/SideRoute.ts"
import { refuseCrossSite } from "./crossSite.ts"
import { formRoutes } from "./formRoutes.ts"
import type { PageEvents } from "./PageEvents.ts"
import { makeBranded } from "./pageBrands.ts"
import { assetsPath, failurePage, linkTo, localeOf, pageResponse } from "./pageResponse.ts"
import { makeTakeUpload } from "./takeUpload.ts"
import { uploadProblemOf } from "./uploadProblem.ts"
import { isFormOf, verificationView } from "./VerificationStanding.ts"

const pathOf = (request: ApiRequest, token: string): string =>
  linkTo(request, `/verify/${encodeURIComponent(token)}`)

const langOf = (request: ApiRequest): string | null => new URLSearchParams(request.query).get("lang")

/** The page's language: as its link requests, otherwise the session's, because its creator knows the person. */
const localeFor = (request: ApiRequest, { order }: OpenedKycSession): Locale =>
  chooseLocale(langOf(request), languageTag(order.locale))

/** Redirects to the page, in the language of the form. */
const seePage = (request: ApiRequest, token: string): ApiResponse => {
  const lang = langOf(request)
  const query = lang === null ? "" : `?${new URLSearchParams({ lang: chooseLocale(lang, null) })}`
  return pageResponse(303, "", { ...verificationPageHeaders, Location: `${pathOf(request, token)}${query}` })
}

const isOfScript = (request: ApiRequest): boolean =>
  /\bapplication\/json\b/i.test(headerOf(request, "accept") ?? "")

/** The same refusal in the page's words. */
const inWords = (failure: ApiFailure, step: string, locale: Locale, freeLeft: number): ApiRefusal => {
  const { code, headers } = refusalOf(failure)
  const texts = verificationMessagesOf(locale)
  const worded = (message: string) =>
    new ApiRefusal(headers === undefined ? { code, message } : { code, message, headers })
  if (code === "forbidden") return worded(texts.refusedExplanation)
  if (code === "not_found") return worded(texts.notFoundExplanation)
  const problem = uploadProblemOf(failure)
  return worded(problemText(problem, step, freeLeft, texts) + refusedPictureText(problem, freeLeft, locale))
}

/** The hosted page of a KYC session, its forms, and its event stream. */
export const makeVerificationPages = Effect.fnUntraced(function* (
  events: PageEvents,
  rateLimits: RateLimits,
  access: Access
) {
  const settings = yield* Settings
  const sessions = yield* KycSessions
  const uploads = yield* KycUploads
  const branded = yield* makeBranded
  const takeUpload = yield* makeTakeUpload(rateLimits, access)

  const isOver = (session: OpenedKycSession, now: number): boolean =>
    kycLink(session, now, settings.kyc.resultMillis) === "over"

  const rendered = Effect.fnUntraced(function* (
    request: ApiRequest,
    session: OpenedKycSession,
    brand: PageBrand | null,
    refused: ApiFailure | undefined,
    said: DocumentChoice | undefined
  ) {
    const now = yield* Clock.currentTimeMillis
    const locale = localeFor(request, session)
    if (isOver(session, now))
      return pageResponse(
        410,
        renderOverPage(locale, {
          ...{ assetsPath: linkTo(request, assetsPath), brand },
          shown: shownFacts(overFacts)
        })
      )
    const view = verificationView(session, {
      settings,
      now,
      problem: refused === undefined ? null : uploadProblemOf(refused),
      said
    })
    const sandbox = settings.mode === "sandbox"
    const page = renderVerificationPage(view, {
      locale,
      path: pathOf(request, session.order.token),
      assetsPath: linkTo(request, assetsPath),
      sandbox,
      brand
    })
    if (refused === undefined)
      return pageResponse(session._tag === "expired" ? 410 : 200, page, verificationPageHeaders)
    const { code, headers } = refusalOf(refused)
    return pageResponse(statusOfCode(code), page, { ...verificationPageHeaders, ...headers })
  })

  const render = (
    request: ApiRequest,
    requestId: string,
    session: OpenedKycSession,
    refused?: ApiFailure,
    said?: DocumentChoice
  ) =>
    branded({ request, requestId, partnerId: session.order.partnerId, subject: "verification" }, (brand) =>
      rendered(request, session, brand, refused, said)
    )

  const show: SideRoute = {
    caller: "visitor",
    method: "GET",
    path: "/verify/{token}",
    handle: (request, { token = "" }, requestId) =>
      sessions.getByToken(token).pipe(
        Effect.flatMap((session) => render(request, requestId, session)),
        Effect.catchCause(failurePage(request, requestId, "verification"))
      )
  }

  const stream: SideRoute = {
    caller: "visitor",
    method: "GET",
    path: "/verify/{token}/events",
    handle: (request, { token = "" }) =>
      events(
        { ...access.visitorOf(request), link: token },
        Effect.gen(function* () {
          const session = yield* sessions.getByToken(token)
          const now = yield* Clock.currentTimeMillis
          return {
            facts: isOver(session, now)
              ? overFacts
              : verificationFacts(verificationView(session, { settings, now })),
            partnerId: session.order.partnerId,
            version: session.updatedAt,
            course: isEnded(session) ? "final" : "open"
          }
        })
      )
  }

  const takeStep = Effect.fnUntraced(function* (
    request: ApiRequest,
    token: string,
    step: string,
    said: (choice: DocumentChoice) => void = () => undefined
  ) {
    yield* refuseCrossSite(request, settings.publicUrl)
    return yield* takeUpload(request, yield* sessions.getByToken(token), step, said)
  })

  const freeLeft = (token: string) =>
    sessions.getByToken(token).pipe(
      Effect.map((session) => freePicturesLeft(session, freePicturesMax)),
      Effect.orElseSucceed(() => freePicturesMax)
    )

  /** Answers the page's own script, which shows the text in place and requests the page again. */
  const tellScript = (request: ApiRequest, token: string, step: string, requestId: string) =>
    takeStep(request, token, step).pipe(
      Effect.map((session) =>
        successResponse(requestId, { status: kycStatus(session), nextStep: nextStep(session) ?? null })
      ),
      Effect.catch((failure) =>
        Effect.flatMap(freeLeft(token), (left) =>
          Effect.fail(inWords(failure, step, localeOf(request), left))
        )
      )
    )

  /** Answers a form that a browser sent without the script: shows the current page. */
  const tellBrowser = (request: ApiRequest, token: string, step: string, requestId: string) => {
    let choice: DocumentChoice | undefined
    const said = (given: DocumentChoice) => {
      choice = given
    }
    return takeStep(request, token, step, said).pipe(
      Effect.as(seePage(request, token)),
      Effect.catch(
        Effect.fnUntraced(function* (failure) {
          if (refusalOf(failure).code === "forbidden") return yield* failure
          const session = yield* sessions.getByToken(token)
          // If no step is open any more, the page says so.
          return nextStep(session) === undefined
            ? seePage(request, token)
            : yield* render(request, requestId, session, failure, choice)
        })
      ),
      Effect.catchCause(failurePage(request, requestId, "verification"))
    )
  }

  const submitted = formRoutes(
    "/verify/{token}/steps/{step}",
    (request, { step = "", token = "" }, requestId) =>
      isOfScript(request)
        ? tellScript(request, token, step, requestId)
        : tellBrowser(request, token, step, requestId),
    seePage
  )

  /** What was taken back already, or is not asked for any more, is said by the page. */
  const takeBack = Effect.fnUntraced(function* (request: ApiRequest, token: string, step: string) {
    yield* refuseCrossSite(request, settings.publicUrl)
    const session = yield* sessions.getByToken(token)
    if (isFormOf(request, session, step))
      yield* Effect.catchTag(uploads.takeBack(token), "InvalidState", () => Effect.void)
    return seePage(request, token)
  })

  const changed = formRoutes(
    "/verify/{token}/steps/{step}/another",
    (request, { step = "", token = "" }, requestId) =>
      Effect.catchCause(takeBack(request, token, step), failurePage(request, requestId, "verification")),
    seePage
  )

  return [show, stream, ...submitted, ...changed]
})
