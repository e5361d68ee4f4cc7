import { Effect } from "effect"
import type { ApiRequest, ApiResponse } from "../message/ApiMessage.ts"
import type { RouteHandler } from "../routing/Route.ts"
import type { SideRoute } from "../routing/SideRoute.ts"

/**
 * The routes of a form of a page. Reloading the answer to a form shows the page: browsers and the page's script request
 * that address again.
 */
export const formRoutes = (
  path: SideRoute["path"],
  handle: RouteHandler,
  seePage: (request: ApiRequest, token: string) => ApiResponse
): ReadonlyArray<SideRoute> => [
  { caller: "visitor", method: "POST", path, handle },
  {
    caller: "visitor",
    method: "GET",
    path,
    handle: (request, { token = "" }) => Effect.succeed(seePage(request, token))
  }
]
