import { extendedKeyAddresses as evmExtendedKeyAddresses, type Hex, saltWord } from "@quittance/adapters-evm"
import { cloneCode, hexOf } from "@quittance/adapters-evm/parts"
import fc from "fast-check"
import { TronWeb, utils } from "tronweb"
import { assert, describe, it } from "vitest"
import {
  addressOfHex,
  createdAddress,
  depositAddress,
  extendedKeyAddresses,
  hexOfAddress,
  innerCreatedAddress
} from "../src/address.ts"

const bytes = (length: number): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(hexOf)
const salts = fc.stringMatching(/^[0-9a-f]{32}$/)

describe("an address", () => {
  it("is written and read as tronweb does", () => {
    fc.assert(
      fc.property(bytes(20), (hex) => {
        const address = addressOfHex(hex)
        assert.strictEqual(address, TronWeb.address.fromHex(`41${hex.slice(2)}`))
        assert.strictEqual(hexOfAddress(address), hex)
        assert.strictEqual(`41${hexOfAddress(address).slice(2)}`, TronWeb.address.toHex(address))
      }),
      { numRuns: 1000 }
    )
  })

  it("of the token on the main network is the published one", () => {
    assert.strictEqual(
      hexOfAddress("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
      "0xa614f803b6fd780986a42c78ec9c7f77e6ded13c"
    )
  })

  it("of another network is refused", () => {
    // Of Bitcoin, of the prefix 0x42, and of EVM.
    for (const other of [
      "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
      "TxeQyGyJa63ho3Loe7KMVQEiAoGCbnaMqQ",
      "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
    ])
      assert.throws(() => hexOfAddress(other))
  })
})

it("the deposit address of a salt is where tronweb says that the factory creates the proxy", () => {
  fc.assert(
    fc.property(bytes(20), bytes(20), salts, (factory, implementation, salt) => {
      assert.strictEqual(
        addressOfHex(depositAddress(factory, implementation, salt)),
        utils.address.getCreate2Address({
          from: addressOfHex(factory),
          salt: saltWord(salt),
          initCode: cloneCode(implementation)
        })
      )
    }),
    { numRuns: 1000 }
  )
})

describe("the address of a contract", () => {
  const tronWeb = new TronWeb({ fullHost: "http://127.0.0.1:1" })
  const owner: Hex = "0xa614f803b6fd780986a42c78ec9c7f77e6ded13c"

  it("that a transaction creates is what tronweb says", async () => {
    for (const bytecode of ["00", "6000", "60006000"]) {
      const blockHeader = {
        ref_block_bytes: "0001",
        ref_block_hash: "0011223344556677",
        expiration: 1_700_000_060_000,
        timestamp: 1_700_000_000_000
      }
      const { contract_address, txID } = await tronWeb.transactionBuilder.createSmartContract(
        { abi: [], bytecode, name: "A", feeLimit: 1, originEnergyLimit: 1, blockHeader },
        addressOfHex(owner)
      )
      assert.strictEqual(`41${createdAddress(`0x${txID}`, owner).slice(2)}`, contract_address)
    }
  })

  it("that a contract creates is the hash of the transaction and eight bytes of a number", () => {
    fc.assert(
      fc.property(bytes(32), fc.maxSafeNat(), (id, nonce) => {
        const hashed = utils.ethersUtils.keccak256(`${id}${nonce.toString(16).padStart(16, "0")}`)
        assert.strictEqual(innerCreatedAddress(id, nonce), `0x${hashed.slice(-40)}`)
      })
    )
  })
})

it("addresses under an extended public key are those of the same keys on EVM networks", () => {
  const key =
    "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8"
  for (const salt of ["0".repeat(32), "f".repeat(32), "00112233445566778899aabbccddeeff"])
    assert.strictEqual(
      extendedKeyAddresses(key)(salt),
      TronWeb.address.fromHex(`41${evmExtendedKeyAddresses(key)(salt).slice(2)}`)
    )
})
