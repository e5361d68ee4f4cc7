import ipaddr from "ipaddr.js"

type Address = ReturnType<typeof ipaddr.process>

/** An address or block as `[address, prefix length]`; IPv4-mapped IPv6 addresses count as the IPv4 they carry. */
const parseBlock = (text: string): readonly [Address, number] | undefined => {
  const [address = "", length, ...rest] = text.split("/")
  // Only the dotted four-part form: `10.1` and octal spellings mean different things to different parsers.
  if (rest.length > 0 || !(ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)))
    return undefined
  const parsed = ipaddr.process(address)
  const bits = parsed.kind() === "ipv4" ? 32 : 128
  if (length === undefined) return [parsed, bits]
  const prefix = /^\d{1,3}$/.test(length) ? Number.parseInt(length, 10) : bits + 1
  return prefix <= bits ? [parsed, prefix] : undefined
}

/** Whether the text is an IPv4 or IPv6 address or CIDR block (RFC 4632, RFC 4291). */
export const isCidr = (text: string): boolean => parseBlock(text) !== undefined

/** Whether an address lies in one of the blocks. Text that is no address lies in none. */
export const isInBlocks = (address: string, blocks: ReadonlyArray<string>): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return blocks.some((text) => {
    const block = parseBlock(text)
    return block !== undefined && block[0].kind() === parsed.kind() && parsed.match(block[0], block[1])
  })
}
