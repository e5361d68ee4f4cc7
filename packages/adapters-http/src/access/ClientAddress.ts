import { isInBlocks } from "@quittance/core"
import { type ApiRequest, headerOf } from "../message/ApiRequest.ts"

/** `1.2.3.4:5678` and `[::1]:5678` are what some proxies write; the address is what counts. */
const withoutPort = (hop: string): string => {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(hop)
  if (bracketed !== null) return bracketed[1] ?? hop
  const dotted = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)
  return dotted?.[1] ?? hop
}

/**
 * The address of who sent the request: the socket's other end, unless that is a trusted proxy. Then `X-Forwarded-For` is
 * walked from the right, because each proxy appends whom it saw, up to the first address that is no trusted proxy; what
 * stands left of it was written by the client and proves nothing.
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
