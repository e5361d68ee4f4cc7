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
