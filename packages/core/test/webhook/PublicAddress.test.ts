import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { isLoopbackAddress, isPublicAddress } from "../../src/webhook/PublicAddress.ts"
import { holds } from "../holds.ts"

type Verdict = "public" | "refused"

/** A block, what it is for, the verdict on its first and last address, and on the neighbours of both, where there are any. */
interface Row {
  readonly block: string
  readonly what: string
  readonly verdict: Verdict
  readonly first: string
  readonly last: string
  readonly before?: readonly [string, Verdict]
  readonly after?: readonly [string, Verdict]
}

const row = (
  block: string,
  what: string,
  verdict: Verdict,
  [first, last]: readonly [string, string],
  before?: readonly [string, Verdict],
  after?: readonly [string, Verdict]
): Row => ({ block, what, verdict, first, last, ...(before && { before }), ...(after && { after }) })

/** https://www.iana.org/assignments/iana-ipv4-special-registry, then what is multicast. */
const ipv4Rows: ReadonlyArray<Row> = [
  row("0.0.0.0/8", "this network", "refused", ["0.0.0.0", "0.255.255.255"], undefined, ["1.0.0.0", "public"]),
  row("0.0.0.0/32", "this host", "refused", ["0.0.0.0", "0.0.0.0"], undefined, ["0.0.0.1", "refused"]),
  row(
    "10.0.0.0/8",
    "private",
    "refused",
    ["10.0.0.0", "10.255.255.255"],
    ["9.255.255.255", "public"],
    ["11.0.0.0", "public"]
  ),
  row(
    "100.64.0.0/10",
    "shared by carriers",
    "refused",
    ["100.64.0.0", "100.127.255.255"],
    ["100.63.255.255", "public"],
    ["100.128.0.0", "public"]
  ),
  row(
    "127.0.0.0/8",
    "loopback",
    "refused",
    ["127.0.0.0", "127.255.255.255"],
    ["126.255.255.255", "public"],
    ["128.0.0.0", "public"]
  ),
  row(
    "169.254.0.0/16",
    "link-local",
    "refused",
    ["169.254.0.0", "169.254.255.255"],
    ["169.253.255.255", "public"],
    ["169.255.0.0", "public"]
  ),
  row(
    "172.16.0.0/12",
    "private",
    "refused",
    ["172.16.0.0", "172.31.255.255"],
    ["172.15.255.255", "public"],
    ["172.32.0.0", "public"]
  ),
  row(
    "192.0.0.0/24",
    "protocol assignments",
    "refused",
    ["192.0.0.0", "192.0.0.255"],
    ["191.255.255.255", "public"],
    ["192.0.1.0", "public"]
  ),
  row(
    "192.0.0.0/29",
    "continuity over IPv6",
    "refused",
    ["192.0.0.0", "192.0.0.7"],
    ["191.255.255.255", "public"],
    ["192.0.0.8", "refused"]
  ),
  row("192.0.0.8/32", "dummy", "refused", ["192.0.0.8", "192.0.0.8"]),
  row("192.0.0.9/32", "anycast of port control", "refused", ["192.0.0.9", "192.0.0.9"]),
  row("192.0.0.10/32", "anycast of TURN", "refused", ["192.0.0.10", "192.0.0.10"]),
  row("192.0.0.170/32", "discovery of NAT64", "refused", ["192.0.0.170", "192.0.0.170"]),
  row("192.0.0.171/32", "discovery of NAT64", "refused", ["192.0.0.171", "192.0.0.171"]),
  row(
    "192.0.2.0/24",
    "documentation",
    "refused",
    ["192.0.2.0", "192.0.2.255"],
    ["192.0.1.255", "public"],
    ["192.0.3.0", "public"]
  ),
  row(
    "192.31.196.0/24",
    "AS112, reachable",
    "public",
    ["192.31.196.0", "192.31.196.255"],
    ["192.31.195.255", "public"],
    ["192.31.197.0", "public"]
  ),
  row(
    "192.52.193.0/24",
    "AMT, reachable",
    "public",
    ["192.52.193.0", "192.52.193.255"],
    ["192.52.192.255", "public"],
    ["192.52.194.0", "public"]
  ),
  row(
    "192.88.99.0/24",
    "relays of 6to4",
    "refused",
    ["192.88.99.0", "192.88.99.255"],
    ["192.88.98.255", "public"],
    ["192.88.100.0", "public"]
  ),
  row("192.88.99.2/32", "relays of 6a44", "refused", ["192.88.99.2", "192.88.99.2"]),
  row(
    "192.168.0.0/16",
    "private",
    "refused",
    ["192.168.0.0", "192.168.255.255"],
    ["192.167.255.255", "public"],
    ["192.169.0.0", "public"]
  ),
  row(
    "192.175.48.0/24",
    "AS112, reachable",
    "public",
    ["192.175.48.0", "192.175.48.255"],
    ["192.175.47.255", "public"],
    ["192.175.49.0", "public"]
  ),
  row(
    "198.18.0.0/15",
    "benchmarks",
    "refused",
    ["198.18.0.0", "198.19.255.255"],
    ["198.17.255.255", "public"],
    ["198.20.0.0", "public"]
  ),
  row(
    "198.51.100.0/24",
    "documentation",
    "refused",
    ["198.51.100.0", "198.51.100.255"],
    ["198.51.99.255", "public"],
    ["198.51.101.0", "public"]
  ),
  row(
    "203.0.113.0/24",
    "documentation",
    "refused",
    ["203.0.113.0", "203.0.113.255"],
    ["203.0.112.255", "public"],
    ["203.0.114.0", "public"]
  ),
  row("240.0.0.0/4", "reserved", "refused", ["240.0.0.0", "255.255.255.255"], ["239.255.255.255", "refused"]),
  row(
    "255.255.255.255/32",
    "broadcast",
    "refused",
    ["255.255.255.255", "255.255.255.255"],
    ["255.255.255.254", "refused"]
  ),
  row(
    "224.0.0.0/4",
    "multicast",
    "refused",
    ["224.0.0.0", "239.255.255.255"],
    ["223.255.255.255", "public"],
    ["240.0.0.0", "refused"]
  )
]

const ones = "ffff:ffff:ffff"

/** https://www.iana.org/assignments/iana-ipv6-special-registry, then what is special without standing there. */
const ipv6Rows: ReadonlyArray<Row> = [
  row("::1/128", "loopback", "refused", ["::1", "::1"], ["::", "refused"], ["::2", "refused"]),
  row("::/128", "unspecified", "refused", ["::", "::"]),
  row(
    "::ffff:0:0/96",
    "IPv4-mapped",
    "refused",
    ["::ffff:0:0", "::ffff:ffff:ffff"],
    ["::fffe:ffff:ffff", "refused"],
    ["::1:0:0:0", "refused"]
  ),
  row(
    "64:ff9b::/96",
    "NAT64: reachable, and refused for what it leads to",
    "refused",
    ["64:ff9b::", "64:ff9b::ffff:ffff"],
    [`64:ff9a:${ones}:${ones}`, "refused"],
    ["64:ff9b::1:0:0", "refused"]
  ),
  row(
    "64:ff9b:1::/48",
    "local NAT64",
    "refused",
    ["64:ff9b:1::", `64:ff9b:1:ffff:ffff:${ones}`],
    [`64:ff9b:0:ffff:ffff:${ones}`, "refused"],
    ["64:ff9b:2::", "refused"]
  ),
  row(
    "100::/64",
    "discard only",
    "refused",
    ["100::", `100::ffff:${ones}`],
    [`ff:ffff:${ones}:${ones}`, "refused"],
    ["100:0:0:1::", "refused"]
  ),
  row(
    "100:0:0:1::/64",
    "dummy",
    "refused",
    ["100:0:0:1::", `100:0:0:1:ffff:${ones}`],
    [`100::ffff:${ones}`, "refused"],
    ["100:0:0:2::", "refused"]
  ),
  row(
    "2001::/23",
    "protocol assignments",
    "refused",
    ["2001::", `2001:1ff:${ones}:${ones}`],
    [`2000:ffff:${ones}:${ones}`, "public"],
    ["2001:200::", "public"]
  ),
  row(
    "2001::/32",
    "Teredo",
    "refused",
    ["2001::", `2001:0:${ones}:${ones}`],
    [`2000:ffff:${ones}:${ones}`, "public"],
    ["2001:1::", "refused"]
  ),
  row(
    "2001:1::1/128",
    "anycast of port control, reachable",
    "public",
    ["2001:1::1", "2001:1::1"],
    ["2001:1::", "refused"],
    ["2001:1::2", "public"]
  ),
  row(
    "2001:1::2/128",
    "anycast of TURN, reachable",
    "public",
    ["2001:1::2", "2001:1::2"],
    ["2001:1::1", "public"],
    ["2001:1::3", "public"]
  ),
  row(
    "2001:1::3/128",
    "anycast of service registration, reachable",
    "public",
    ["2001:1::3", "2001:1::3"],
    ["2001:1::2", "public"],
    ["2001:1::4", "refused"]
  ),
  row(
    "2001:2::/48",
    "benchmarks",
    "refused",
    ["2001:2::", `2001:2:0:ffff:ffff:${ones}`],
    [`2001:1:${ones}:${ones}`, "refused"],
    ["2001:2:1::", "refused"]
  ),
  row(
    "2001:3::/32",
    "AMT, reachable",
    "public",
    ["2001:3::", `2001:3:${ones}:${ones}`],
    [`2001:2:${ones}:${ones}`, "refused"],
    ["2001:4::", "refused"]
  ),
  row(
    "2001:4:112::/48",
    "AS112, reachable",
    "public",
    ["2001:4:112::", `2001:4:112:ffff:ffff:${ones}`],
    [`2001:4:111:ffff:ffff:${ones}`, "refused"],
    ["2001:4:113::", "refused"]
  ),
  row(
    "2001:10::/28",
    "ORCHID, deprecated",
    "refused",
    ["2001:10::", `2001:1f:${ones}:${ones}`],
    [`2001:f:${ones}:${ones}`, "refused"],
    ["2001:20::", "public"]
  ),
  row(
    "2001:20::/28",
    "ORCHIDv2, reachable",
    "public",
    ["2001:20::", `2001:2f:${ones}:${ones}`],
    [`2001:1f:${ones}:${ones}`, "refused"],
    ["2001:30::", "public"]
  ),
  row(
    "2001:30::/28",
    "remote identification of drones, reachable",
    "public",
    ["2001:30::", `2001:3f:${ones}:${ones}`],
    [`2001:2f:${ones}:${ones}`, "public"],
    ["2001:40::", "refused"]
  ),
  row(
    "2001:db8::/32",
    "documentation",
    "refused",
    ["2001:db8::", `2001:db8:${ones}:${ones}`],
    [`2001:db7:${ones}:${ones}`, "public"],
    ["2001:db9::", "public"]
  ),
  row(
    "2002::/16",
    "6to4",
    "refused",
    ["2002::", `2002:ffff:${ones}:${ones}`],
    [`2001:ffff:${ones}:${ones}`, "public"],
    ["2003::", "public"]
  ),
  row(
    "2620:4f:8000::/48",
    "AS112, reachable",
    "public",
    ["2620:4f:8000::", `2620:4f:8000:ffff:ffff:${ones}`],
    [`2620:4f:7fff:ffff:ffff:${ones}`, "public"],
    ["2620:4f:8001::", "public"]
  ),
  row(
    "3fff::/20",
    "documentation",
    "refused",
    ["3fff::", `3fff:fff:${ones}:${ones}`],
    [`3ffe:ffff:${ones}:${ones}`, "public"],
    ["3fff:1000::", "public"]
  ),
  row(
    "5f00::/16",
    "segment routing",
    "refused",
    ["5f00::", `5f00:ffff:${ones}:${ones}`],
    [`5eff:ffff:${ones}:${ones}`, "refused"],
    ["5f01::", "refused"]
  ),
  row(
    "fc00::/7",
    "unique local",
    "refused",
    ["fc00::", `fdff:ffff:${ones}:${ones}`],
    [`fbff:ffff:${ones}:${ones}`, "refused"],
    ["fe00::", "refused"]
  ),
  row(
    "fe80::/10",
    "link-local",
    "refused",
    ["fe80::", `febf:ffff:${ones}:${ones}`],
    [`fe7f:ffff:${ones}:${ones}`, "refused"],
    ["fec0::", "refused"]
  ),
  row(
    "fec0::/10",
    "site-local, deprecated",
    "refused",
    ["fec0::", `feff:ffff:${ones}:${ones}`],
    [`febf:ffff:${ones}:${ones}`, "refused"],
    ["ff00::", "refused"]
  ),
  row(
    "ff00::/8",
    "multicast",
    "refused",
    ["ff00::", `ffff:ffff:${ones}:${ones}`],
    [`feff:ffff:${ones}:${ones}`, "refused"]
  ),
  row("::/96", "IPv4-compatible, deprecated", "refused", ["::", "::ffff:ffff"], undefined, [
    "::1:0:0",
    "refused"
  ]),
  row(
    "::ffff:0:0:0/96",
    "IPv4-translated",
    "refused",
    ["::ffff:0:0:0", "::ffff:0:ffff:ffff"],
    ["::fffe:ffff:ffff:ffff", "refused"],
    ["::ffff:1:0:0", "refused"]
  ),
  row(
    "2000::/3",
    "all that is given to networks",
    "public",
    ["2000::", `3fff:ffff:${ones}:${ones}`],
    [`1fff:ffff:${ones}:${ones}`, "refused"],
    ["4000::", "refused"]
  )
]

const verdictOn = (address: string): Verdict => (isPublicAddress(address) ? "public" : "refused")

const valueOf = (address: string): bigint => {
  if (!address.includes(":"))
    return address.split(".").reduce((sum, part) => sum * 256n + BigInt(Number.parseInt(part, 10)), 0n)
  const [head = "", tail] = address.split("::")
  const groups = (text: string) => (text === "" ? [] : text.split(":"))
  const [left, right] = [groups(head), groups(tail ?? "")]
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => "0")
  return [...left, ...zeros, ...right].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

describe.each([
  ["IPv4", ipv4Rows, 32],
  ["IPv6", ipv6Rows, 128]
] as const)("%s", (_, rows, bits) => {
  describe.each(rows)("$block: $what", ({ after, before, block, first, last, verdict }) => {
    it("has these ends and neighbours", () => {
      const length = Number(block.split("/")[1])
      assert.strictEqual(valueOf(first), valueOf(block.split("/")[0] ?? ""))
      assert.strictEqual(valueOf(last), valueOf(first) + 2n ** BigInt(bits - length) - 1n)
      if (before !== undefined) assert.strictEqual(valueOf(before[0]), valueOf(first) - 1n)
      if (after !== undefined) assert.strictEqual(valueOf(after[0]), valueOf(last) + 1n)
    })

    it(`is ${verdict} from ${first} to ${last}`, () => {
      assert.strictEqual(verdictOn(first), verdict)
      assert.strictEqual(verdictOn(last), verdict)
    })

    for (const [neighbour, expected] of [before, after].filter((each) => each !== undefined))
      it(`ends there: ${neighbour} is ${expected}`, () => assert.strictEqual(verdictOn(neighbour), expected))
  })
})

describe("ordinary addresses", () => {
  const ordinary = [
    "1.1.1.1",
    "8.8.8.8",
    "93.184.215.14",
    "151.101.1.69",
    "223.5.5.5",
    "2606:4700:4700::1111",
    "2001:4860:4860::8888",
    "2a00:1450:4001:82a::200e",
    "2400:3200::1",
    "2C0F:FB50:0000:0000:0000:0000:0000:0001"
  ]
  for (const address of ordinary) it(`${address} is public`, () => assert.isTrue(isPublicAddress(address)))
})

describe("what carries an address that is not public", () => {
  const carriers = [
    "::ffff:127.0.0.1",
    "::FFFF:127.0.0.1",
    "::ffff:7f00:1",
    "0:0:0:0:0:ffff:10.0.0.1",
    "::127.0.0.1",
    "::7f00:1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::10.0.0.1",
    "2002:7f00:1::",
    "2002:a9fe:a9fe::1",
    "2001:0:7f00:1::",
    "::ffff:0:127.0.0.1"
  ]
  for (const address of carriers) it(`${address} is refused`, () => assert.isFalse(isPublicAddress(address)))

  it("is refused with a public address in it as well", () => {
    for (const address of ["::ffff:8.8.8.8", "::8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1"])
      assert.isFalse(isPublicAddress(address), address)
  })
})

describe("what is no address of the usual form is refused", () => {
  const others = [
    "",
    "example.com",
    "fe80::1%eth0",
    "2606:4700::1%1",
    "8.8.8",
    "134744072",
    "0x08080808",
    "010.8.8.8",
    "8.8.8.8.",
    "8.8.8.8/32",
    "[2606:4700::1]",
    " 8.8.8.8",
    "256.8.8.8",
    "2606:4700::1::1",
    "2606:4700:1",
    "8.8.8.8\n"
  ]
  for (const text of others)
    it(JSON.stringify(text), () => {
      assert.isFalse(isPublicAddress(text))
      assert.isFalse(isLoopbackAddress(text))
    })
})

describe("this machine", () => {
  for (const address of ["127.0.0.1", "127.255.255.255", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1"])
    it(`is meant by ${address}`, () => assert.isTrue(isLoopbackAddress(address)))
  const others = ["0.0.0.0", "10.0.0.1", "128.0.0.0", "::", "::2", "::127.0.0.1", "::ffff:10.0.0.1", "::1%lo"]
  for (const address of others)
    it(`is not meant by ${address}`, () => assert.isFalse(isLoopbackAddress(address)))
})

describe("any address", () => {
  /** The blocks of a family, the longest prefix first: the first that holds an address decides. */
  const verdictByTable = (address: string, rows: ReadonlyArray<Row>, otherwise: Verdict): Verdict => {
    const value = valueOf(address)
    const holding = rows
      .filter(({ first, last }) => valueOf(first) <= value && value <= valueOf(last))
      .toSorted((one, other) => Number(other.block.split("/")[1]) - Number(one.block.split("/")[1]))
    return holding[0]?.verdict ?? otherwise
  }

  const ipv4 = fc.oneof(
    fc.ipV4(),
    fc
      .tuple(fc.constantFrom("10", "100", "127", "169", "172", "192", "198", "203", "224"), fc.ipV4())
      .map(([head, any]) => `${head}.${any.split(".").slice(1).join(".")}`)
  )

  it("of IPv4 is judged as the longest block that holds it says, and is public outside of all", () =>
    holds(
      fc.property(ipv4, (address) =>
        assert.strictEqual(verdictOn(address), verdictByTable(address, ipv4Rows, "public"))
      ),
      2_000
    ))

  const group = fc.nat(0xffff).map((value) => value.toString(16))
  const ipv6 = fc
    .tuple(
      fc.oneof(
        group,
        fc.constantFrom("2001", "2002", "2600", "2a00", "3fff", "0", "64", "100", "5f00", "fe80", "fd00")
      ),
      fc.oneof(group, fc.constantFrom("0", "1", "2", "3", "4", "10", "20", "30", "db8", "ff9b")),
      fc.array(group, { minLength: 6, maxLength: 6 })
    )
    .map(([first, second, others]) => [first, second, ...others].join(":"))

  it("of IPv6 is judged as the longest block that holds it says, and is refused outside of all", () =>
    holds(
      fc.property(ipv6, (address) =>
        assert.strictEqual(verdictOn(address), verdictByTable(address, ipv6Rows, "refused"))
      ),
      2_000
    ))
})
