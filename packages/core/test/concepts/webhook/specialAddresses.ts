/** Whether a partner may make us call an address. */
export type Verdict = "public" | "refused"

interface Neighbour {
  readonly address: string
  readonly verdict: Verdict
}

/** A block of addresses, and what is next to its ends, where there is anything. */
export interface SpecialBlock {
  readonly block: string
  readonly verdict: Verdict
  readonly what: string
  readonly first: string
  readonly last: string
  readonly neighbours: ReadonlyArray<Neighbour>
}

/** block | verdict | what it is for | first | last | the address before | the address after */
const blocksOf = (table: string): ReadonlyArray<SpecialBlock> =>
  table
    .trim()
    .split("\n")
    .map((line) => {
      const [block = "", verdict = "", what = "", first = "", last = "", ...around] = line
        .split("|")
        .map((cell) => cell.trim())
      return {
        block,
        verdict: verdictOf(verdict),
        what,
        first,
        last,
        neighbours: around.flatMap(neighbourOf)
      }
    })

const neighbourOf = (cell: string): ReadonlyArray<Neighbour> => {
  const [address = "", verdict = ""] = cell.split(" ")
  return address === "-" ? [] : [{ address, verdict: verdictOf(verdict) }]
}

const verdictOf = (text: string): Verdict => {
  if (text !== "public" && text !== "refused") throw new Error(`no verdict: ${text}`)
  return text
}

/** https://www.iana.org/assignments/iana-ipv4-special-registry, then what is special without standing there. */
export const ipv4Blocks = blocksOf(`
  0.0.0.0/8 | refused | this network | 0.0.0.0 | 0.255.255.255 | - | 1.0.0.0 public
  0.0.0.0/32 | refused | this host | 0.0.0.0 | 0.0.0.0 | - | 0.0.0.1 refused
  10.0.0.0/8 | refused | private | 10.0.0.0 | 10.255.255.255 | 9.255.255.255 public | 11.0.0.0 public
  100.64.0.0/10 | refused | shared by carriers | 100.64.0.0 | 100.127.255.255 | 100.63.255.255 public | 100.128.0.0 public
  127.0.0.0/8 | refused | loopback | 127.0.0.0 | 127.255.255.255 | 126.255.255.255 public | 128.0.0.0 public
  169.254.0.0/16 | refused | link-local | 169.254.0.0 | 169.254.255.255 | 169.253.255.255 public | 169.255.0.0 public
  172.16.0.0/12 | refused | private | 172.16.0.0 | 172.31.255.255 | 172.15.255.255 public | 172.32.0.0 public
  192.0.0.0/24 | refused | protocol assignments | 192.0.0.0 | 192.0.0.255 | 191.255.255.255 public | 192.0.1.0 public
  192.0.0.0/29 | refused | continuity over IPv6 | 192.0.0.0 | 192.0.0.7 | 191.255.255.255 public | 192.0.0.8 refused
  192.0.0.8/32 | refused | dummy | 192.0.0.8 | 192.0.0.8 | - | -
  192.0.0.9/32 | refused | anycast of port control | 192.0.0.9 | 192.0.0.9 | - | -
  192.0.0.10/32 | refused | anycast of TURN | 192.0.0.10 | 192.0.0.10 | - | -
  192.0.0.170/32 | refused | discovery of NAT64 | 192.0.0.170 | 192.0.0.170 | - | -
  192.0.0.171/32 | refused | discovery of NAT64 | 192.0.0.171 | 192.0.0.171 | - | -
  192.0.2.0/24 | refused | documentation | 192.0.2.0 | 192.0.2.255 | 192.0.1.255 public | 192.0.3.0 public
  192.31.196.0/24 | public | AS112, reachable | 192.31.196.0 | 192.31.196.255 | 192.31.195.255 public | 192.31.197.0 public
  192.52.193.0/24 | public | AMT, reachable | 192.52.193.0 | 192.52.193.255 | 192.52.192.255 public | 192.52.194.0 public
  192.88.99.0/24 | refused | relays of 6to4 | 192.88.99.0 | 192.88.99.255 | 192.88.98.255 public | 192.88.100.0 public
  192.88.99.2/32 | refused | relays of 6a44 | 192.88.99.2 | 192.88.99.2 | - | -
  192.168.0.0/16 | refused | private | 192.168.0.0 | 192.168.255.255 | 192.167.255.255 public | 192.169.0.0 public
  192.175.48.0/24 | public | AS112, reachable | 192.175.48.0 | 192.175.48.255 | 192.175.47.255 public | 192.175.49.0 public
  198.18.0.0/15 | refused | benchmarks | 198.18.0.0 | 198.19.255.255 | 198.17.255.255 public | 198.20.0.0 public
  198.51.100.0/24 | refused | documentation | 198.51.100.0 | 198.51.100.255 | 198.51.99.255 public | 198.51.101.0 public
  203.0.113.0/24 | refused | documentation | 203.0.113.0 | 203.0.113.255 | 203.0.112.255 public | 203.0.114.0 public
  240.0.0.0/4 | refused | reserved | 240.0.0.0 | 255.255.255.255 | 239.255.255.255 refused | -
  255.255.255.255/32 | refused | broadcast | 255.255.255.255 | 255.255.255.255 | 255.255.255.254 refused | -
  224.0.0.0/4 | refused | multicast | 224.0.0.0 | 239.255.255.255 | 223.255.255.255 public | 240.0.0.0 refused
`)

/** https://www.iana.org/assignments/iana-ipv6-special-registry, then what is special without standing there. */
export const ipv6Blocks = blocksOf(`
  ::1/128 | refused | loopback | ::1 | ::1 | :: refused | ::2 refused
  ::/128 | refused | unspecified | :: | :: | - | -
  ::ffff:0:0/96 | refused | IPv4-mapped | ::ffff:0:0 | ::ffff:ffff:ffff | ::fffe:ffff:ffff refused | ::1:0:0:0 refused
  64:ff9b::/96 | refused | NAT64: reachable, and refused for what it leads to | 64:ff9b:: | 64:ff9b::ffff:ffff | 64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff refused | 64:ff9b::1:0:0 refused
  64:ff9b:1::/48 | refused | local NAT64 | 64:ff9b:1:: | 64:ff9b:1:ffff:ffff:ffff:ffff:ffff | 64:ff9b:0:ffff:ffff:ffff:ffff:ffff refused | 64:ff9b:2:: refused
  100::/64 | refused | discard only | 100:: | 100::ffff:ffff:ffff:ffff | ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff refused | 100:0:0:1:: refused
  100:0:0:1::/64 | refused | dummy | 100:0:0:1:: | 100:0:0:1:ffff:ffff:ffff:ffff | 100::ffff:ffff:ffff:ffff refused | 100:0:0:2:: refused
  2001::/23 | refused | protocol assignments | 2001:: | 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff | 2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff public | 2001:200:: public
  2001::/32 | refused | Teredo | 2001:: | 2001:0:ffff:ffff:ffff:ffff:ffff:ffff | 2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff public | 2001:1:: refused
  2001:1::1/128 | public | anycast of port control, reachable | 2001:1::1 | 2001:1::1 | 2001:1:: refused | 2001:1::2 public
  2001:1::2/128 | public | anycast of TURN, reachable | 2001:1::2 | 2001:1::2 | 2001:1::1 public | 2001:1::3 public
  2001:1::3/128 | public | anycast of service registration, reachable | 2001:1::3 | 2001:1::3 | 2001:1::2 public | 2001:1::4 refused
  2001:2::/48 | refused | benchmarks | 2001:2:: | 2001:2:0:ffff:ffff:ffff:ffff:ffff | 2001:1:ffff:ffff:ffff:ffff:ffff:ffff refused | 2001:2:1:: refused
  2001:3::/32 | public | AMT, reachable | 2001:3:: | 2001:3:ffff:ffff:ffff:ffff:ffff:ffff | 2001:2:ffff:ffff:ffff:ffff:ffff:ffff refused | 2001:4:: refused
  2001:4:112::/48 | public | AS112, reachable | 2001:4:112:: | 2001:4:112:ffff:ffff:ffff:ffff:ffff | 2001:4:111:ffff:ffff:ffff:ffff:ffff refused | 2001:4:113:: refused
  2001:10::/28 | refused | ORCHID, deprecated | 2001:10:: | 2001:1f:ffff:ffff:ffff:ffff:ffff:ffff | 2001:f:ffff:ffff:ffff:ffff:ffff:ffff refused | 2001:20:: public
  2001:20::/28 | public | ORCHIDv2, reachable | 2001:20:: | 2001:2f:ffff:ffff:ffff:ffff:ffff:ffff | 2001:1f:ffff:ffff:ffff:ffff:ffff:ffff refused | 2001:30:: public
  2001:30::/28 | public | remote identification of drones, reachable | 2001:30:: | 2001:3f:ffff:ffff:ffff:ffff:ffff:ffff | 2001:2f:ffff:ffff:ffff:ffff:ffff:ffff public | 2001:40:: refused
  2001:db8::/32 | refused | documentation | 2001:db8:: | 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff | 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff public | 2001:db9:: public
  2002::/16 | refused | 6to4 | 2002:: | 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff | 2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff public | 2003:: public
  2620:4f:8000::/48 | public | AS112, reachable | 2620:4f:8000:: | 2620:4f:8000:ffff:ffff:ffff:ffff:ffff | 2620:4f:7fff:ffff:ffff:ffff:ffff:ffff public | 2620:4f:8001:: public
  3fff::/20 | refused | documentation | 3fff:: | 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff | 3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff public | 3fff:1000:: public
  5f00::/16 | refused | segment routing | 5f00:: | 5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff | 5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff refused | 5f01:: refused
  fc00::/7 | refused | unique local | fc00:: | fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff | fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff refused | fe00:: refused
  fe80::/10 | refused | link-local | fe80:: | febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff | fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff refused | fec0:: refused
  fec0::/10 | refused | site-local, deprecated | fec0:: | feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff | febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff refused | ff00:: refused
  ff00::/8 | refused | multicast | ff00:: | ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff | feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff refused | -
  ::/96 | refused | IPv4-compatible, deprecated | :: | ::ffff:ffff | - | ::1:0:0 refused
  ::ffff:0:0:0/96 | refused | IPv4-translated | ::ffff:0:0:0 | ::ffff:0:ffff:ffff | ::fffe:ffff:ffff:ffff refused | ::ffff:1:0:0 refused
  2000::/3 | public | all that is given to networks | 2000:: | 3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff | 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff refused | 4000:: refused
`)

/** An address as a number. */
export const valueOf = (address: string): bigint => {
  if (!address.includes(":"))
    return address.split(".").reduce((sum, part) => sum * 256n + BigInt(Number.parseInt(part, 10)), 0n)
  const [head = "", tail] = address.split("::")
  const groups = (text: string) => (text === "" ? [] : text.split(":"))
  const [left, right] = [groups(head), groups(tail ?? "")]
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => "0")
  return [...left, ...zeros, ...right].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}
