import { webOriginOf } from "@quittance/core"
import { Effect } from "effect"
import { emptyResponse } from "../message/ApiResponse.ts"
import { type ApiRequest, headerOf } from "../message/ApiRequest.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { Route } from "../routing/Route.ts"

/** Websites whose scripts may read what an operation answers: their origins, or `*` for all. */
type AllowedOrigins = ReadonlyArray<string>

/** As browsers name it, so that what is written otherwise is still found. */
const listed = (origin: string): string => {
  const found = origin === "*" ? origin : webOriginOf(origin)
  if (found === undefined) throw new Error(`"${origin}" must be an origin such as https://shop.example, or *`)
  return found
}

const preflightSeconds = 7200
/** Beyond those that every script may read. */
const exposed = "X-Request-Id, Retry-After, RateLimit, RateLimit-Policy"

const isAllowed = (origins: AllowedOrigins, origin: string): boolean =>
  origins.includes("*") || origins.includes(origin)

/** What every answer of the operation carries, refusals too, or a script would not learn why (Fetch, 3.3). */
const headersFor =
  (origins: AllowedOrigins) =>
  (request: ApiRequest): { readonly [name: string]: string } => {
    const origin = headerOf(request, "origin")
    if (origins.includes("*")) {
      return { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed }
    }
    return origin !== undefined && isAllowed(origins, origin)
      ? {
          "Access-Control-Allow-Origin": origin,
          "Access-Control-Expose-Headers": exposed,
          Vary: "Origin"
        }
      : { Vary: "Origin" }
  }

/** Answers a browser that asks before it sends (Fetch, 4.8). Nothing that the operation takes needs a list of headers. */
const preflight = (operation: Route, origins: AllowedOrigins): Route => ({
  method: "OPTIONS",
  path: operation.path,
  handle: Effect.fnUntraced(function* (request, _parameters, requestId) {
    const origin = headerOf(request, "origin")
    if (origin === undefined || headerOf(request, "access-control-request-method") === undefined) {
      const message = `this path takes ${operation.method}, and OPTIONS before it from a browser`
      return yield* new ApiRefusal({
        code: "method_not_allowed",
        message,
        headers: { Allow: `${operation.method}, OPTIONS` }
      })
    }
    if (!isAllowed(origins, origin)) {
      const message = "this origin may not call the operation from a browser: the server must list it"
      return yield* new ApiRefusal({ code: "forbidden", message })
    }
    const { headers, ...empty } = emptyResponse(requestId)
    return {
      ...empty,
      headers: {
        ...headers,
        "Access-Control-Allow-Methods": operation.method,
        "Access-Control-Allow-Headers": "*",
        "Access-Control-Max-Age": String(preflightSeconds)
      }
    }
  })
})

/** The routes of an operation that scripts of these origins may call. Without any it is as it was: browsers keep it to its own. */
export const crossOrigin = (operation: Route, origins: AllowedOrigins): ReadonlyArray<Route> => {
  if (origins.length === 0) return [operation]
  const allowed = origins.map(listed)
  const headers = headersFor(allowed)
  return [operation, preflight(operation, allowed)].map((route) => ({ ...route, headers }))
}
