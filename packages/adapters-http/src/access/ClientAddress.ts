import { isInBlocks } from "@quittance/core/adapter"
import { type ApiRequest, headerOf } from "../message/ApiMessage.ts"

/** Some proxies write `1.2.3.4:5678` and `[::1]:5678`; only the address counts. */
const withoutPort = (hop: string): string => {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(hop)
  if (bracketed !== null) return bracketed[1] ?? hop
  const dotted = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)
  return dotted?.[1] ?? hop
}

/**
 * The client's address: the socket's remote address, unless that is a trusted proxy. Then `X-Forwarded-For`
 * is walked from the right, because each proxy appends the address it saw, up to the first address that is
 * not a trusted proxy. Everything left of it was written by the client and proves nothing.
 */
export const clientAddress = (request: ApiRequest, trustedProxies: ReadonlyArray<string>): string => {
  if (trustedProxies.length === 0 || !isInBlocks(request.remoteAddress, trustedProxies)) {
    return request.remoteAddress
  }
  const forwarded = headerOf(request, "x-forwarded-for") ?? ""
  const hops = forwarded
    .split(",")
    .map((hop) => withoutPort(hop.trim()))
    .filter((hop) => hop !== "")
  return hops.findLast((hop) => !isInBlocks(hop, trustedProxies)) ?? hops[0] ?? request.remoteAddress
}
