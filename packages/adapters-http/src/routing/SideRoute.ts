import { actingAs } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Access } from "../access/Access.ts"
import { failurePage, isForPeople } from "../hosted/pageResponse.ts"
import type { Route, RouteHandler } from "./Route.ts"

/** What is served beside the operations of the API, with its caller. */
export type SideRoute = Route & {
  readonly method: "GET" | "POST"
} & (
    | {
        /** Who was given a link to a page, and what that page loads. No such path is ever suggested. */
        readonly caller: "visitor"
      }
    | {
        readonly caller: "public"
        /** Whether it is counted with the pages of the client's address. */
        readonly rate: "pages" | "none"
      }
    | {
        /** Who may read the metrics. */
        readonly caller: "operator"
      }
  )

/** Admits any client within the rate of its network. */
export const withinPageRate =
  (handle: RouteHandler, access: Access): RouteHandler =>
  (request, parameters, requestId) => {
    const answer = handle(request, parameters, requestId)
    return Effect.matchCauseEffect(access.admitVisitor(request), {
      onSuccess: () => answer,
      onFailure: (cause) =>
        isForPeople(request) ? failurePage(request, requestId)(cause) : Effect.failCause(cause)
    })
  }

const admitting = (route: SideRoute, access: Access): RouteHandler => {
  const { handle } = route
  switch (route.caller) {
    case "visitor":
      return withinPageRate(
        (request, parameters, requestId) => actingAs("customer", handle(request, parameters, requestId)),
        access
      )
    case "public":
      return route.rate === "none" ? handle : withinPageRate(handle, access)
    case "operator":
      return (request, parameters, requestId) =>
        Effect.flatMap(access.admitReader(request), () => handle(request, parameters, requestId))
  }
}

/**
 * The routes that let the caller in. They answer `HEAD` like `GET` without the body; operations take only the methods
 * they name.
 */
export const sideRoutes = (route: SideRoute, access: Access): ReadonlyArray<Route> => {
  const admitted: Route = { ...route, handle: admitting(route, access) }
  return route.method === "GET" ? [admitted, { ...admitted, method: "HEAD" }] : [admitted]
}
