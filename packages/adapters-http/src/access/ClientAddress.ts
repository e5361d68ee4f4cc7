import { isIPv6 } from "node:net"
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

/** The eight groups of an IPv6 address as numbers; none when the text is no such address. */
const groupsOf = (address: string): ReadonlyArray<number> | undefined => {
  if (!isIPv6(address)) return undefined
  const hex = address
    .replace(/%.*$/, "")
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, a, b, c, d) =>
      [256 * a + Number(b), 256 * c + Number(d)].map((group) => group.toString(16)).join(":")
    )
  const [before = [], after = []] = hex
    .split("::")
    .map((half) => half.split(":").flatMap((group) => (group === "" ? [] : [Number.parseInt(group, 16)])))
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

/**
 * Who counts as one client: an IPv4 address, also when IPv6 carries it, or the /64 that an IPv6 address lies in, for
 * that is what one line is given. What is no address stands for itself.
 */
export const clientNetwork = (address: string): string => {
  const groups = groupsOf(address)
  if (groups === undefined) return address
  const [, , , , , marker = 0, high = 0, low = 0] = groups
  if (marker === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join(".")
  const prefix = groups.slice(0, 4).map((group) => group.toString(16))
  return `${prefix.join(":")}::/64`
}
