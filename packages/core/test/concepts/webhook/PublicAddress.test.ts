import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { isLoopbackAddress, isPublicAddress } from "../../../src/concepts/webhook/PublicAddress.ts"
import { holds } from "../../holds.ts"
import { ipv4Blocks, ipv6Blocks, type SpecialBlock, type Verdict, valueOf } from "./specialAddresses.ts"

const verdictOn = (address: string): Verdict => (isPublicAddress(address) ? "public" : "refused")

describe.each([
  ["IPv4", ipv4Blocks, 32],
  ["IPv6", ipv6Blocks, 128]
] as const)("%s", (_, blocks, bits) => {
  for (const { block, first, last, neighbours, verdict, what } of blocks) {
    it(`${block} (${what}) is ${verdict} from ${first} to ${last}`, () => {
      const [start = "", length] = block.split("/")
      assert.strictEqual(valueOf(first), valueOf(start))
      assert.strictEqual(valueOf(last), valueOf(first) + 2n ** BigInt(bits - Number(length)) - 1n)
      assert.strictEqual(verdictOn(first), verdict)
      assert.strictEqual(verdictOn(last), verdict)
    })

    for (const neighbour of neighbours)
      it(`${block} (${what}) ends there: ${neighbour.address} is ${neighbour.verdict}`, () => {
        assert.include([valueOf(first) - 1n, valueOf(last) + 1n], valueOf(neighbour.address))
        assert.strictEqual(verdictOn(neighbour.address), neighbour.verdict)
      })
  }
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
  const others = ["0.0.0.0", "10.0.0.1", "128.0.0.0", "::", "::2", "::7f00:1", "::ffff:10.0.0.1", "::1%lo"]
  for (const address of others)
    it(`is not meant by ${address}`, () => assert.isFalse(isLoopbackAddress(address)))
})

describe("any address", () => {
  /** The blocks of a family, the longest prefix first: the first that holds an address decides. */
  const verdictByTable = (
    address: string,
    blocks: ReadonlyArray<SpecialBlock>,
    otherwise: Verdict
  ): Verdict => {
    const value = valueOf(address)
    const holding = blocks
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
        assert.strictEqual(verdictOn(address), verdictByTable(address, ipv4Blocks, "public"))
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
        assert.strictEqual(verdictOn(address), verdictByTable(address, ipv6Blocks, "refused"))
      ),
      2_000
    ))
})
