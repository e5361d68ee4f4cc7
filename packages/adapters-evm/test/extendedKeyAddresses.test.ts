import { derivationPathOf } from "@quittance/core/adapter"
import { HDKey } from "@scure/bip32"
import fc from "fast-check"
import { privateKeyToAddress } from "viem/accounts"
import { toHex } from "viem/utils"
import { assert, it } from "vitest"
import { extendedKeyAddresses } from "../src/extendedKeyAddresses.ts"

/** Test vector 1 of BIP-32: the master key of this seed. */
const master = HDKey.fromMasterSeed(Uint8Array.from({ length: 16 }, (_, index) => index))
const extendedPublicKey =
  "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8"
const addressOf = extendedKeyAddresses(extendedPublicKey)

it("the address of a salt belongs to the private key on the same path", () => {
  assert.strictEqual(master.publicExtendedKey, extendedPublicKey)
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-f]{32}$/), (salt) => {
      const { privateKey } = master.derive(`m/${derivationPathOf(salt).join("/")}`)
      if (privateKey === null) return assert.fail("no private key")
      assert.strictEqual(addressOf(salt), privateKeyToAddress(toHex(privateKey)))
    }),
    { numRuns: 50 }
  )
})

it.each([
  ["0".repeat(32), "0x4B7115aD9623A528f1845eaf85D166dE1E869BFB"],
  ["00000001000000020000000000000000", "0x7103257a8ef421fF17244B9d4951c042FfDc7ab3"],
  ["f".repeat(32), "0xf2B59918f19825f7A16a812F254833753ec6f770"]
])("the address of the salt %s stays the same", (salt, address) =>
  assert.strictEqual(addressOf(salt), address)
)

it("a text that is no extended key is refused", () => {
  assert.throws(() => extendedKeyAddresses(`${extendedPublicKey.slice(0, -1)}9`))
})
