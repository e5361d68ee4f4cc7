import ipaddr from "ipaddr.js"

/** Where an IPv6 address embeds the IPv4 address that it stands for: the number of bytes before it. */
const carriers: ReadonlyArray<readonly [ReturnType<typeof ipaddr.IPv6.parseCIDR>, number]> = [
  [ipaddr.IPv6.parseCIDR("::ffff:0:0/96"), 12], // IPv4-mapped: RFC 4291, 2.5.5.2
  [ipaddr.IPv6.parseCIDR("64:ff9b::/96"), 12], // NAT64: RFC 6052
  [ipaddr.IPv6.parseCIDR("2002::/16"), 2] // 6to4: RFC 3056
]

/**
 * The block of an address, for counting clients: an IPv4 address by itself, also if embedded in IPv6, and the
 * first bits of an IPv6 address, because most clients can choose 64 bits. In short form. A text that is not
 * an address stays unchanged.
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
