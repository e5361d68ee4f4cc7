import { Effect } from "effect"
import type { Access } from "../access/Access.ts"
import type { Route, RouteHandler } from "../routing/Route.ts"
import { failurePage, isForPeople } from "./pageResponse.ts"

/** Admits any client within its network's rate. */
export const forVisitors =
  (handle: RouteHandler, access: Access): RouteHandler =>
  (request, parameters, requestId) => {
    const answer = handle(request, parameters, requestId)
    return Effect.matchCauseEffect(access.admitVisitor(request), {
      onSuccess: () => answer,
      onFailure: (cause) =>
        isForPeople(request) ? failurePage(request, requestId)(cause) : Effect.failCause(cause)
    })
  }

/** The route of a page or one of its files. */
export const visitorRoute = (route: Route, access: Access): Route => ({
  ...route,
  handle: forVisitors(route.handle, access)
})
