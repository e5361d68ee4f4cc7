import { assert, describe, it } from "@effect/vitest"
import { ForwarderFactory as EvmFactory, type Hex, Rpc, saltWord } from "@quittance/adapters-evm"
import { bytesOf } from "@quittance/adapters-evm/parts"
import { TestChain } from "@quittance/adapters-evm/testing"
import { Effect, Option } from "effect"
import { depositAddress } from "../src/address.ts"
import { ForwarderFactory } from "../src/contracts/ForwarderFactory.ts"
import { factoryCreation, provenFactory } from "../src/factory.ts"

const treasury: Hex = "0xabcdefabcdefabcdefabcdefabcdefabcdefabcd"
const otherTreasury: Hex = "0xabcdefabcdefabcdefabcdefabcdefabcdefabce"

/** The places at which the code has another byte. */
const differences = (one: Hex, other: Hex): ReadonlyArray<readonly [number, number]> => {
  const [bytes, others] = [bytesOf(one), bytesOf(other)]
  assert.strictEqual(bytes.length, others.length)
  return [...bytes].flatMap((byte, index) => {
    const there = others[index] ?? 0
    return byte === there ? [] : [[byte, there] as const]
  })
}

/** The operations of a code. What constants have in them is skipped. */
const operations = (code: Hex): ReadonlySet<number> => {
  const [bytes, found] = [bytesOf(code), new Set<number>()]
  for (let at = 0; at < bytes.length; at++) {
    const operation = bytes[at] ?? 0
    found.add(operation)
    if (operation >= 0x60 && operation <= 0x7f) at += operation - 0x5f
  }
  return found
}

describe("the factory of TRON", () => {
  it("differs from the one of EVM networks in the prefix of CREATE2 alone", () => {
    for (const name of ["bytecode", "runtimeCode"] as const)
      for (const [before, after] of differences(EvmFactory[name], ForwarderFactory[name]))
        assert.deepStrictEqual([before, after], [0xff, 0x41], name)
    assert.isNotEmpty(differences(EvmFactory.runtimeCode, ForwarderFactory.runtimeCode))
    assert.deepStrictEqual(ForwarderFactory.immutables as object, EvmFactory.immutables)
  })

  it("uses no operation that TRON introduced by a later vote", () => {
    // PUSH0, MCOPY, TLOAD, TSTORE, BLOBHASH, BLOBBASEFEE, BASEFEE
    for (const later of [0x5f, 0x5e, 0x5c, 0x5d, 0x49, 0x4a, 0x48])
      assert.isFalse(operations(ForwarderFactory.runtimeCode).has(later), later.toString(16))
  })

  it("cleans the address of what it creates, which has 21 bytes on the stack of TRON", () => {
    // CREATE, and then AND with 2^160 - 1 before it is written to memory.
    assert.include(ForwarderFactory.bytecode, "f08015610124576001600160a01b038116")
  })
})

describe("the factory of a treasury", () => {
  it.effect(
    "is proven where it is, gives the addresses of CREATE2 of TRON, and no other is taken for it",
    () =>
      Effect.gen(function* () {
        const chain = yield* Effect.promise(() => TestChain.start())
        const { chainId, url } = chain.anvil
        const rpc = yield* Rpc.make({ urls: [url], chainId })
        const create = (data: Hex) =>
          Effect.promise(async () => {
            const { contractAddress } = await chain.mined(await chain.send({ data }))
            return (contractAddress ?? assert.fail("nothing was created")).toLowerCase() as Hex
          })
        const factory = yield* create(factoryCreation(treasury))
        const found = Option.getOrThrow(yield* provenFactory(rpc, factory, treasury))
        for (const salt of ["0".repeat(32), "f".repeat(32), "00112233445566778899aabbccddeeff"]) {
          const answered = yield* Effect.promise(() =>
            chain.read({ abi: ForwarderFactory.abi, address: factory }, "addressOf", [saltWord(salt)])
          )
          assert.strictEqual(
            String(answered).toLowerCase(),
            depositAddress(factory, found.implementation.address, salt)
          )
        }
        const none = [
          ["another treasury", factory, otherTreasury],
          ["no contract", `0x${"12".repeat(20)}`, treasury],
          ["the implementation", found.implementation.address, treasury],
          ["the factory of EVM", yield* create(factoryCreationOfEvm), treasury],
          // It answers with a word that is no address: PUSH32, MSTORE, RETURN.
          ["nonsense", yield* create(`0x602980600a3d393df37f${"77".repeat(32)}60005260206000f3`), treasury]
        ] as const
        for (const [name, address, of] of none)
          assert.isTrue(Option.isNone(yield* provenFactory(rpc, address, of)), name)
      })
  )
})

const factoryCreationOfEvm: Hex = `${EvmFactory.bytecode}${treasury.slice(2).padStart(64, "0")}`
