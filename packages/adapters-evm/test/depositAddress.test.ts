import fc from "fast-check"
import type { Hex } from "viem"
import { getContractAddress, getCreate2Address } from "viem/utils"
import { assert, describe, it } from "vitest"
import { ForwarderFactory } from "../src/contracts/ForwarderFactory.ts"
import { cloneCode, createAddress, depositAddress, saltWord } from "../src/depositAddress.ts"
import { TestChain } from "./anvil/TestChain.ts"

const salt = fc.stringMatching(/^[0-9a-f]{32}$/)
const address = fc.stringMatching(/^0x[0-9a-f]{40}$/) as fc.Arbitrary<Hex>

describe("the address of a salt", () => {
  it("is what viem computes", () => {
    fc.assert(
      fc.property(address, address, salt, (factory, implementation, salt) => {
        assert.strictEqual(
          depositAddress(factory, implementation, salt),
          getCreate2Address({ from: factory, salt: saltWord(salt), bytecode: cloneCode(implementation) })
        )
      }),
      { numRuns: 1000 }
    )
  })

  it("is what the factory answers", async () => {
    const chain = await TestChain.start()
    const factory = await chain.deploy(ForwarderFactory, ["0x00000000000000000000000000000000000000aa"])
    const implementation = createAddress(factory.address, 1)
    assert.strictEqual(await chain.read(factory, "implementation", []), implementation)
    const edges = ["0".repeat(32), `${"0".repeat(31)}1`, "f".repeat(32)]
    for (const each of [...edges, ...fc.sample(salt, 5)])
      assert.strictEqual(
        await chain.read(factory, "addressOf", [saltWord(each)]),
        depositAddress(factory.address, implementation, each),
        each
      )
  })
})

it("the address of a creation is what viem computes, for numbers of every length", () => {
  const nonces = [0, 1, 0x7f, 0x80, 0xff, 0x100, 0xffff, 0x10000, Number.MAX_SAFE_INTEGER]
  fc.assert(
    fc.property(address, fc.oneof(fc.constantFrom(...nonces), fc.maxSafeNat()), (from, nonce) => {
      assert.strictEqual(createAddress(from, nonce), getContractAddress({ from, nonce: BigInt(nonce) }))
    }),
    { numRuns: 1000 }
  )
})
