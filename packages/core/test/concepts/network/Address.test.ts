import { generators } from "@quittance/testing"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  type AddressFormat,
  addressOfBytes,
  bytesOfAddress,
  canonicalAddress,
  isAddress
} from "../../../src/concepts/network/Address.ts"
import { holds } from "../../holds.ts"

const formats: ReadonlyArray<AddressFormat> = ["tron", "evm"]
const twentyBytes = fc.uint8Array({ minLength: 20, maxLength: 20 })
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"))

/** EIP-55, "Test Cases". */
const eip55 = {
  allCaps: ["0x52908400098527886E0F7030069857D2E4169EE7", "0x8617E340B3D01FA5F11F306F4090FD50E238070D"],
  allLower: ["0xde709f2102306220921060314715629080e2fb77", "0x27b1fdb04752bbc536007a920d24acb045561c26"],
  mixed: [
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb"
  ]
}
const checksummed = [...eip55.allCaps, ...eip55.allLower, ...eip55.mixed]

/** The USDT contract and the zero address of Tron mainnet, with the 20 bytes they stand for. */
const tron = {
  TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: "a614f803b6fd780986a42c78ec9c7f77e6ded13c",
  T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb: "0000000000000000000000000000000000000000"
}

/** The text with another character at one place. */
const replaced = (text: string, index: number, character: string): string =>
  text.slice(0, index) + character + text.slice(index + 1)

describe("an EVM address (EIP-55)", () => {
  for (const address of checksummed) {
    it(`${address} is one, and its own canonical spelling`, () => {
      assert.isTrue(isAddress("evm", address))
      assert.strictEqual(canonicalAddress("evm", address), address)
      assert.strictEqual(addressOfBytes("evm", bytesOf(address.slice(2))), address)
    })

    it(`${address} is the spelling of the same address in one case`, () => {
      const digits = address.slice(2)
      for (const spelling of [`0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`]) {
        assert.isTrue(isAddress("evm", spelling))
        assert.strictEqual(canonicalAddress("evm", spelling), address)
      }
    })
  }

  it("of mixed case is refused when one letter has the wrong case", () =>
    holds(
      fc.property(twentyBytes, fc.nat(39), (bytes, place) => {
        const address = addressOfBytes("evm", bytes)
        const letter = address.charAt(place + 2)
        const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
        const digits = replaced(address, place + 2, other).slice(2)
        fc.pre(other !== letter && digits !== digits.toLowerCase() && digits !== digits.toUpperCase())
        assert.isFalse(isAddress("evm", `0x${digits}`))
      })
    ))

  it("of mixed case is refused when one digit of a published vector is another", () => {
    for (const address of eip55.mixed) {
      for (let place = 2; place < address.length; place++) {
        for (const digit of "0123456789abcdefABCDEF") {
          if (digit.toLowerCase() === address.charAt(place).toLowerCase()) continue
          assert.isFalse(isAddress("evm", replaced(address, place, digit)))
        }
      }
    }
  })

  const digits = "5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"
  const malformed = {
    "without 0x": digits,
    "with 0X": `0X${digits}`,
    "one digit short": `0x${digits.slice(1)}`,
    "one digit long": `0x${digits}0`,
    "with a letter beyond f": `0x${digits.slice(1)}g`,
    "with a full-width digit": `0x${digits.slice(1)}５`,
    "of Tron": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    "as an ENS name": "vitalik.eth"
  }
  for (const [name, address] of Object.entries(malformed)) {
    it(`is refused ${name}`, () => assert.isFalse(isAddress("evm", address)))
  }
})

describe("a Tron address (Base58Check)", () => {
  for (const [address, hex] of Object.entries(tron)) {
    it(`${address} is one, of ${hex}`, () => {
      assert.isTrue(isAddress("tron", address))
      assert.strictEqual(canonicalAddress("tron", address), address)
      assert.strictEqual(addressOfBytes("tron", bytesOf(hex)), address)
      assert.deepStrictEqual(bytesOfAddress("tron", address), bytesOf(hex))
    })
  }

  it("is refused when any one character is another", () => {
    const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    for (const address of Object.keys(tron)) {
      for (let place = 0; place < address.length; place++) {
        for (const character of alphabet) {
          if (character === address.charAt(place)) continue
          assert.isFalse(isAddress("tron", replaced(address, place, character)), `${place} ${character}`)
        }
      }
    }
  })

  it("is refused when two neighbours are swapped", () =>
    holds(
      fc.property(twentyBytes, fc.nat(32), (bytes, place) => {
        const address = addressOfBytes("tron", bytes)
        const [one, other] = [address.charAt(place), address.charAt(place + 1)]
        fc.pre(one !== other)
        assert.isFalse(isAddress("tron", replaced(replaced(address, place, other), place + 1, one)))
      })
    ))

  const address = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
  const malformed = {
    "in lower case": address.toLowerCase(),
    "one character short": address.slice(0, -1),
    "one character long": `${address}1`,
    "with a leading 1": `1${address}`,
    "with a letter that Base58 leaves out": `${address.slice(0, -1)}l`,
    "in hex": "41a614f803b6fd780986a42c78ec9c7f77e6ded13c",
    "with the prefix byte 0x42 instead of 0x41, and a checksum that is right":
      "TxeQyGyJa63ho3Loe7KMVQEiAoGCbnaMqQ",
    "of Bitcoin, with a checksum that is right": "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "of EVM": "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
  }
  for (const [name, text] of Object.entries(malformed)) {
    it(`is refused ${name}`, () => assert.isFalse(isAddress("tron", text)))
  }
})

describe("addresses of any format", () => {
  for (const format of formats) {
    it(`${format}: made of any 20 bytes are valid and canonical, and differ when the bytes do`, () =>
      holds(
        fc.property(twentyBytes, twentyBytes, (bytes, others) => {
          const address = addressOfBytes(format, bytes)
          assert.isTrue(isAddress(format, address))
          assert.strictEqual(canonicalAddress(format, address), address)
          assert.strictEqual(address === addressOfBytes(format, others), Buffer.compare(bytes, others) === 0)
          assert.deepStrictEqual(bytesOfAddress(format, address), bytes)
        })
      ))

    it(`${format}: have no bytes if they are none`, () => {
      for (const text of ["", "T", "0x", ...Object.keys(tron).map((each) => `${each}1`)])
        assert.throws(() => bytesOfAddress(format, text))
    })

    it(`${format}: with anything before or after are refused`, () => {
      const address = addressOfBytes(format, new Uint8Array(20).fill(7))
      for (const extra of [" ", "\n", "\t", "\u0000", "\u200b", "\ufeff", "\u202e", "0", "?amount=1", "#"]) {
        assert.isFalse(isAddress(format, address + extra), JSON.stringify(extra))
        assert.isFalse(isAddress(format, extra + address), JSON.stringify(extra))
      }
    })

    it(`${format}: are no text that people or machines make up`, () =>
      holds(
        fc.property(
          fc.string({ unit: generators.scalarValue, maxLength: 60 }),
          (text) => !isAddress(format, text)
        )
      ))

    it(`${format}: are refused at once when they are very long`, () => {
      for (const text of ["T".repeat(1_000_000), `0x${"a".repeat(1_000_000)}`, "1".repeat(1_000_000), ""]) {
        assert.isFalse(isAddress(format, text))
      }
    }, 1_000)
  }
})
