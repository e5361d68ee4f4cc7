import ipaddr from "ipaddr.js"

/**
 * Which addresses a partner may make us call: those that the IANA special-purpose address registries (IPv4 and IPv6) mark
 * globally reachable. What embeds an IPv4 address in IPv6 counts as special too.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === "unicast"
}

/** This machine itself. */
export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback"
