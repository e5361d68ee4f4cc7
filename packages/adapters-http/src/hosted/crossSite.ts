import { Effect } from "effect"
import { type ApiRequest, headerOf } from "../message/ApiMessage.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined)

/**
 * Whether a browser reports that another website sent this form (Fetch Metadata, and `Origin` for browsers
 * without it). Clients that are not browsers send neither and are admitted: they cannot be made to act for
 * someone else.
 */
export const isCrossSite = (request: ApiRequest, publicUrl: string): boolean => {
  const site = headerOf(request, "sec-fetch-site")
  if (site === "cross-site") return true
  const origin = headerOf(request, "origin")
  if (origin === undefined) return false
  // A hidden origin could be any website's, unless the browser vouches for it.
  if (origin === "null") return site !== "same-origin"
  const host = hostOf(origin)
  return (
    host === undefined || (host !== headerOf(request, "host")?.toLowerCase() && host !== hostOf(publicUrl))
  )
}

/** Accepts a form only if the page itself can have sent it. */
export const refuseCrossSite = (request: ApiRequest, publicUrl: string): Effect.Effect<void, ApiRefusal> =>
  isCrossSite(request, publicUrl)
    ? Effect.fail(new ApiRefusal({ code: "forbidden", message: "another website sent this form" }))
    : Effect.void
