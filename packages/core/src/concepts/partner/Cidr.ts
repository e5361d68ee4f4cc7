import ipaddr from "ipaddr.js"

/** ::ffff:0:0/96 holds the IPv4-mapped addresses (RFC 4291, 2.5.5.2). */
const mappedPrefix = 96

type Address = ReturnType<typeof ipaddr.process>

/**
 * An address or block as `[address, prefix length]`; IPv4-mapped IPv6 addresses and blocks count as the IPv4 they
 * carry.
 */
const parseBlock = (text: string): readonly [Address, number] | undefined => {
  const [address = "", length, ...rest] = text.split("/")
  // Only the dotted four-part form: `10.1` and octal spellings mean different things to different parsers.
  if (rest.length > 0 || !(ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)))
    return undefined
  const written = ipaddr.parse(address)
  const bits = written.kind() === "ipv4" ? 32 : 128
  const prefix =
    length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number.parseInt(length, 10) : bits + 1
  if (prefix > bits) return undefined
  const carried = ipaddr.process(address)
  if (carried.kind() === written.kind()) return [written, prefix]
  return prefix >= mappedPrefix ? [carried, prefix - mappedPrefix] : [written, prefix]
}

/** Whether the text is an IPv4 or IPv6 address or CIDR block (RFC 4632, RFC 4291). */
export const isCidr = (text: string): boolean => parseBlock(text) !== undefined

/** Whether an address is in one of the blocks. A text that is not an address is in none. */
export const isInBlocks = (address: string, blocks: ReadonlyArray<string>): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return blocks.some((text) => {
    const block = parseBlock(text)
    return block !== undefined && block[0].kind() === parsed.kind() && parsed.match(block[0], block[1])
  })
}

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
