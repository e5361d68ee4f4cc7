import { Settings } from "@quittance/core"
import { consoleUrlOf } from "@quittance/core/adapter"
import { Effect } from "effect"
import { successResponse } from "../message/ApiMessage.ts"
import { ownVersion } from "../ownVersion.ts"
import { renderHomePage } from "../pages/noticePages.ts"
import type { RouteHandler } from "../routing/Route.ts"
import { assetsPath, isForPeople, linkTo, localeOf, pageResponse } from "./pageResponse.ts"

/** What else is served on this server. */
export interface BesideFront {
  readonly docs: "on" | "off"
  readonly console: "on" | "off"
}

/** `GET /`: what this server is and where the rest is, as a page for browsers and as JSON for programs. */
export const makeFrontPage = Effect.fnUntraced(function* ({ console, docs }: BesideFront) {
  const settings = yield* Settings
  const { mode } = settings
  const consoleUrl = console === "off" ? undefined : consoleUrlOf(settings)
  const version = ownVersion()
  const handle: RouteHandler = (request, _parameters, requestId) => {
    const links = {
      docs: docs === "off" ? null : linkTo(request, "/docs"),
      console: consoleUrl === undefined ? null : `${consoleUrl}/console`,
      health: linkTo(request, "/readyz")
    }
    return Effect.succeed(
      isForPeople(request)
        ? pageResponse(
            200,
            renderHomePage(localeOf(request), {
              assetsPath: linkTo(request, assetsPath),
              ...{ links, mode, version }
            })
          )
        : successResponse(requestId, { name: "Quittance", version, mode, ...links })
    )
  }
  return handle
})
