import ipaddr from "ipaddr.js"

/** Where an address of IPv6 carries one of IPv4 that it stands for: how many bytes come before it. */
const carriers: ReadonlyArray<readonly [ReturnType<typeof ipaddr.IPv6.parseCIDR>, number]> = [
  [ipaddr.IPv6.parseCIDR("::ffff:0:0/96"), 12], // IPv4-mapped: RFC 4291, 2.5.5.2
  [ipaddr.IPv6.parseCIDR("64:ff9b::/96"), 12], // NAT64: RFC 6052
  [ipaddr.IPv6.parseCIDR("2002::/16"), 2] // 6to4: RFC 3056
]

/**
 * The block of an address for counting whoever has it: an address of IPv4 by itself, also where IPv6 carries it, and one of IPv6
 * by its first bits, as most clients have 64 bits to choose from. In the usual short form. Text that is no address stays.
 */
export const addressBlock = (address: string, ipv6Bits: 48 | 64): string => {
  if (ipaddr.IPv4.isValidFourPartDecimal(address) || !ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  const bytes = parsed.toByteArray()
  const carrier = carriers.find(([block]) => parsed.match(block))
  if (carrier !== undefined) return bytes.slice(carrier[1], carrier[1] + 4).join(".")
  const first = bytes.map((byte, index) => (index < ipv6Bits / 8 ? byte : 0))
  return `${ipaddr.fromByteArray(first).toString()}/${ipv6Bits}`
}
