import type { Hex } from "viem"
import { encodeDeployData, encodeFunctionData } from "viem/utils"
import { assert, describe, it } from "vitest"
import { ForwarderFactory } from "../src/contracts/ForwarderFactory.ts"
import { depositAddress, saltWord } from "../src/depositAddress.ts"
import { deterministicDeployment, type FactoryDeployment, factoryContracts } from "../src/factoryContracts.ts"
import { word } from "../src/hex.ts"
import { sweepCall } from "../src/sweepCall.ts"
import { accountOf } from "./anvil/Anvil.ts"
import { TestChain } from "./anvil/TestChain.ts"

const treasury = "0xabcdefabcdefabcdefabcdefabcdefabcdefabcd"
const otherTreasury = "0xabcdefabcdefabcdefabcdefabcdefabcdefabce"
const wallet = accountOf(3).address

/** Sends the transaction and compares the code at both addresses with what must be there. */
const deployAs = async (chain: TestChain, { address, data, to }: FactoryDeployment) => {
  const { status } = await chain.mined(await chain.send({ from: wallet, data, to }))
  assert.strictEqual(status, "0x1")
  const { factory, implementation } = factoryContracts(address, treasury)
  const codeAt = (at: Hex) => chain.anvil.rpc("eth_getCode", [at, "latest"])
  assert.strictEqual(await codeAt(factory.address), factory.code)
  assert.strictEqual(await codeAt(implementation.address), implementation.code)
  const other = factoryContracts(address, otherTreasury)
  assert.notStrictEqual(other.factory.code, factory.code)
  assert.notStrictEqual(other.implementation.code, implementation.code)
}

describe("a deployment puts the expected code at the expected addresses", () => {
  it("by the deterministic deployer, on every chain alike", async () => {
    const deployment = deterministicDeployment(treasury)
    await deployAs(await TestChain.start(), deployment)
    await deployAs(await TestChain.start({ chainId: 1 }), deployment)
    assert.notStrictEqual(deterministicDeployment(otherTreasury).address, deployment.address)
  })
})

it("calls are encoded as viem does", () => {
  assert.strictEqual(
    deterministicDeployment(treasury).data,
    `0x${word(0n)}${encodeDeployData({ ...ForwarderFactory, args: [treasury] }).slice(2)}`
  )
  const salts = ["00112233445566778899aabbccddeeff", "f".repeat(32)]
  for (const some of [[], salts])
    assert.strictEqual(
      sweepCall(treasury, some),
      encodeFunctionData({ ...ForwarderFactory, functionName: "sweep", args: [treasury, some.map(saltWord)] })
    )
})

// Addresses that were given out belong to the factory of their time: whoever changes the contracts changes this on
// purpose.
it("the factory of a treasury and its deposit addresses stay the same", () => {
  const { address } = deterministicDeployment(treasury)
  const { implementation } = factoryContracts(address, treasury)
  assert.deepStrictEqual(
    [address, implementation.address, depositAddress(address, implementation.address, "f".repeat(32))],
    [
      "0x59E1F4f68107726B7983d3f83C46F2e0BF9Cf307",
      "0x3CA9E5C9F9473e9852F11cbAc0276cdd9CBDE935",
      "0xE300646610eA92CF51F5d96639e8171663fd2E21"
    ]
  )
})
