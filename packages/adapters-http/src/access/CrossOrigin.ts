import { webOriginOf } from "@quittance/core/adapter"
import { Effect } from "effect"
import { type ApiRequest, emptyResponse, headerOf } from "../message/ApiMessage.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { Route } from "../routing/Route.ts"

/** Websites whose scripts may read an operation's answers: their origins, or `*` for all. */
type AllowedOrigins = ReadonlyArray<string>

/** In the browser's spelling, so that other spellings are found too. */
const listed = (origin: string): string => {
  const found = origin === "*" ? origin : webOriginOf(origin)
  if (found === undefined) throw new Error(`"${origin}" must be an origin such as https://shop.example, or *`)
  return found
}

const preflightSeconds = 7200
/** In addition to those that every script may read. */
const exposed = "X-Request-Id, Retry-After, RateLimit, RateLimit-Policy"

const isAllowed = (origins: AllowedOrigins, origin: string): boolean =>
  origins.includes("*") || origins.includes(origin)

/**
 * Headers of every answer of the operation, including refusals, so that a script can read the reason (Fetch,
 * 3.3).
 */
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

/** Answers a browser's preflight request (Fetch, 4.8). The operation's requests need no list of headers. */
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

/**
 * The routes of an operation that scripts of these origins may call. Without origins nothing changes:
 * browsers allow only the same origin.
 */
export const crossOrigin = (operation: Route, origins: AllowedOrigins): ReadonlyArray<Route> => {
  if (origins.length === 0) return [operation]
  const allowed = origins.map(listed)
  const headers = headersFor(allowed)
  return [operation, preflight(operation, allowed)].map((route) => ({ ...route, headers }))
}
