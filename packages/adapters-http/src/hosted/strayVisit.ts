import { Effect } from "effect"
import type { Access } from "../access/Access.ts"
import { renderHomePage } from "../pages/noticePages.ts"
import { pageHeaders } from "../pages/pageHeaders.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { RouteHandler } from "../routing/Route.ts"
import {
  assetsPath,
  failurePage,
  isForPeople,
  linkTo,
  localeOf,
  pageResponse,
  pathWithin
} from "./pageResponse.ts"
import { forVisitors } from "./visitorRoute.ts"

const referencePath = "/docs"

/** Paths of programs. Some programs say that they accept pages too. */
const isOfApi = (path: string): boolean => /^\/(?:api|v1|sandbox\/v1)(?:\/|$)/.test(path)

const nothingHere = Effect.suspend(() =>
  Effect.fail(new ApiRefusal({ code: "not_found", message: "there is nothing at this path" }))
)

const makePage =
  (docs: "on" | "off"): RouteHandler =>
  (request, _parameters, requestId) => {
    const path = pathWithin(request)
    const toReference = linkTo(request, referencePath)
    const links = {
      assetsPath: linkTo(request, assetsPath),
      referencePath: docs === "on" ? toReference : null
    }
    if (path === "/") return Effect.succeed(pageResponse(200, renderHomePage(localeOf(request), links)))
    if (path === `${referencePath}/` && docs === "on")
      return Effect.succeed(pageResponse(308, "", { ...pageHeaders, Location: toReference }))
    return Effect.catchCause(nothingHere, failurePage(request, requestId))
  }

/** The answer for unknown paths: a page for browsers, and the envelope for all other clients. */
export const makeStrayVisit = (access: Access, docs: "on" | "off"): RouteHandler => {
  const shown = forVisitors(makePage(docs), access)
  return (request, parameters, requestId) => {
    const isLook = request.method === "GET" || request.method === "HEAD"
    return isLook && isForPeople(request) && !isOfApi(pathWithin(request))
      ? shown(request, parameters, requestId)
      : nothingHere
  }
}
