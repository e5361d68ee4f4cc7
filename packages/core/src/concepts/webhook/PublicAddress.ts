import ipaddr from "ipaddr.js"

/**
 * The addresses a partner may make us call: those that the IANA special-purpose address registries (IPv4 and
 * IPv6) do not list, and the listed ones that they mark globally reachable. Multicast is excluded, and so is
 * every IPv6 address that embeds an IPv4 address, because a translator decides where it leads.
 */

type Address = ReturnType<typeof ipaddr.parse>
type Block = ReturnType<typeof ipaddr.parseCIDR>

type Blocks = () => ReadonlyArray<Block>

/** Parsed with the first address. */
const blocks = (...texts: ReadonlyArray<string>): Blocks => {
  let parsed: ReadonlyArray<Block> | undefined
  return () => (parsed ??= texts.map((text) => ipaddr.parseCIDR(text)))
}

const isInSome = (address: Address, some: Blocks): boolean => some().some((block) => address.match(block))

const specialIpv4 = blocks(
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // shared by carriers
  "127.0.0.0/8", // loopback
  "169.254.0.0/16", // link-local
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments; two anycast addresses in it are reachable, and no receiver's
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // relays of 6to4
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4" // reserved, and the broadcast address
)

/** Everything that IANA assigns to networks; the registry lists exceptions within it. */
const globalUnicast = blocks("2000::/3")

const specialIpv6 = blocks(
  "2001::/23", // protocol assignments, among them Teredo, benchmarks and the old ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4
  "3fff::/20" // documentation
)

/** Parts of the protocol assignments that the registry marks globally reachable. */
const reachableAssignments = blocks(
  "2001:1::1/128", // port control
  "2001:1::2/128", // TURN
  "2001:1::3/128", // service registration
  "2001:3::/32", // AMT
  "2001:4:112::/48", // AS112
  "2001:20::/28", // ORCHIDv2
  "2001:30::/28" // remote identification of drones
)

/**
 * An address in canonical form; IPv4 as four decimal parts. Addresses with a zone are excluded, because they
 * are local to one machine.
 */
const parsed = (address: string): Address | undefined =>
  ipaddr.IPv4.isValidFourPartDecimal(address) || (ipaddr.IPv6.isValid(address) && !address.includes("%"))
    ? ipaddr.parse(address)
    : undefined

export const isPublicAddress = (text: string): boolean => {
  const address = parsed(text)
  if (address === undefined) return false
  if (address.kind() === "ipv4") return !isInSome(address, specialIpv4)
  if (!isInSome(address, globalUnicast)) return false
  return !isInSome(address, specialIpv6) || isInSome(address, reachableAssignments)
}

/** Whether the address is this machine. */
export const isLoopbackAddress = (text: string): boolean =>
  parsed(text) !== undefined && ipaddr.process(text).range() === "loopback"
