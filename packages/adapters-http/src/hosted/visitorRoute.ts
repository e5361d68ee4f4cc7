import { Effect } from "effect"
import type { Access } from "../access/Access.ts"
import { headerOf } from "../message/ApiRequest.ts"
import type { Route } from "../routing/Route.ts"
import { failurePage } from "./pageResponse.ts"

/** The route of a page, or a file of one, for everybody: as often as a client's network may ask for such. */
export const visitorRoute = (route: Route, access: Access): Route => ({
  ...route,
  handle: (request, parameters, requestId) => {
    const isForPeople = /\btext\/html\b/i.test(headerOf(request, "accept") ?? "")
    const page = route.handle(request, parameters, requestId)
    return Effect.matchCauseEffect(access.admitVisitor(request), {
      onSuccess: () => page,
      onFailure: (cause) => (isForPeople ? failurePage(request, requestId)(cause) : Effect.failCause(cause))
    })
  }
})
