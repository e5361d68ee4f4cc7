import { Effect } from "effect"
import type { Access } from "../access/Access.ts"
import type { ApiRequest } from "../message/ApiMessage.ts"
import { pageHeaders } from "../pages/pageHeaders.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { ServedPath } from "../routing/nearestPaths.ts"
import type { RouteHandler } from "../routing/Route.ts"
import { withinPageRate } from "../routing/SideRoute.ts"
import { failurePage, isForPeople, linkTo, pageResponse, pathWithin } from "./pageResponse.ts"

const referencePath = "/docs"

/** Paths of programs. Some programs say that they accept pages too. */
const isOfApi = (path: string): boolean => /^\/(?:api|v1|sandbox\/v1)(?:\/|$)/.test(path)

/** What people make of the address of a page of the documents: the first page lists what is below it. */
const isFolderOfDocs = (path: string): boolean => /^\/docs\/(?:(?:guides|reference)\/?)?$/.test(path)

/** What is known of the paths that are served. */
export interface Served {
  readonly nearest: (path: string) => ReadonlyArray<ServedPath>
  /** Whether the reference is served. */
  readonly docs: "on" | "off"
  /** What is at the server's own address. */
  readonly front: RouteHandler
}

/** Says what was probably meant. The path itself is not repeated: its end may be a secret. */
const nothingHere = (request: ApiRequest, { docs, nearest }: Served) =>
  Effect.suspend(() => {
    const near = nearest(pathWithin(request)).map(
      ({ methods, path }) => `${linkTo(request, path)} (${methods.join(", ")})`
    )
    const named = near.length === 0 ? [] : [`did you mean ${near.join(" or ")}?`]
    const listed = docs === "on" ? [`${linkTo(request, referencePath)} lists every path`] : []
    const message = ["there is nothing at this path", ...named, ...listed].join("; ").replace("?;", "?")
    return Effect.fail(new ApiRefusal({ code: "not_found", message }))
  })

const makePage =
  (served: Served): RouteHandler =>
  (request, parameters, requestId) => {
    const path = pathWithin(request)
    if (path === "/") return served.front(request, parameters, requestId)
    if (isFolderOfDocs(path) && served.docs === "on")
      return Effect.succeed(
        pageResponse(308, "", { ...pageHeaders, Location: linkTo(request, referencePath) })
      )
    return Effect.catchCause(nothingHere(request, served), failurePage(request, requestId))
  }

/**
 * The answer for the server's own address and for unknown paths: of those a page for browsers, and the envelope for all
 * other clients. A folder of the documents leads all of them to the first page.
 */
export const makeStrayVisit = (access: Access, served: Served): RouteHandler => {
  const shown = withinPageRate(makePage(served), access)
  return (request, parameters, requestId) => {
    const isLook = request.method === "GET" || request.method === "HEAD"
    const path = pathWithin(request)
    const isPage =
      path === "/" || (isForPeople(request) ? !isOfApi(path) : served.docs === "on" && isFolderOfDocs(path))
    return isLook && isPage ? shown(request, parameters, requestId) : nothingHere(request, served)
  }
}
