import type { Hex } from "viem"
import { encodeFunctionData, getAddress, parseEventLogs } from "viem/utils"
import { assert, describe, it } from "vitest"
import { Forwarder } from "../src/contracts/Forwarder.ts"
import { ForwarderFactory } from "../src/contracts/ForwarderFactory.ts"
import { createAddress, depositAddress, saltWord } from "../src/depositAddress.ts"
import { nativeCoin, sweepCall } from "../src/sweepCall.ts"
import { accountOf } from "./anvil/Anvil.ts"
import { type Deployed, TestChain } from "./anvil/TestChain.ts"
import { BlockingToken } from "./contracts/BlockingToken.ts"
import { BoolToken } from "./contracts/BoolToken.ts"
import { FalseToken } from "./contracts/FalseToken.ts"
import { FeeToken } from "./contracts/FeeToken.ts"
import { LyingToken } from "./contracts/LyingToken.ts"
import { ReentrantToken } from "./contracts/ReentrantToken.ts"
import { RefusingTreasury } from "./contracts/RefusingTreasury.ts"
import { SilentToken } from "./contracts/SilentToken.ts"

const treasury = "0x00000000000000000000000000000000000000aa"
const stranger = accountOf(9).address

/** Distinct salts whose digits are as varied as those of random ones. */
const saltsOf = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) =>
    (BigInt(index + 1) * 0x9e3779b97f4a7c15f39cc0605cedc835n).toString(16).slice(-32).padStart(32, "1")
  )

/** A factory on a chain of its own, and what tests do with it. */
const setUp = async ({ to = treasury as Hex, count = 3 } = {}) => {
  const chain = await TestChain.start()
  const factory = await chain.deploy(ForwarderFactory, [to])
  const salts = saltsOf(count)
  const implementation = createAddress(factory.address, 1)
  const deposits = salts.map((salt) => depositAddress(factory.address, implementation, salt))
  return {
    chain,
    factory,
    salts,
    deposits,
    /** Mints to every deposit address. */
    fund: async (token: Deployed, amount = 5_000_000n) => {
      await chain.mined(await chain.mintToAll(token, deposits, amount))
    },
    /** Sweeps with the gas that the node estimates, and answers the receipt and whom it skipped. */
    sweep: async (token: Hex, gas?: bigint) => {
      const hash = await chain.write(factory, "sweep", [token, salts.map(saltWord)], {
        from: stranger,
        ...(gas !== undefined && { gas })
      })
      const receipt = await chain.mined(hash)
      const events = parseEventLogs({ abi: ForwarderFactory.abi, logs: receipt.logs as never })
      return { ...receipt, skipped: events.map(({ args }) => args) }
    },
    left: (token: Deployed) => Promise.all(deposits.map((deposit) => chain.balanceOf(token, deposit)))
  }
}

describe("a sweep", () => {
  it.each([
    ["that answers nothing", SilentToken, 1_000n],
    ["that answers true", BoolToken, 1_000n],
    ["that keeps a fee", FeeToken, 990n]
  ])("by anybody moves a token %s to the treasury, again and again", async (_, contract, arriving) => {
    const { chain, fund, left, sweep } = await setUp()
    const token = await chain.deploy(contract)
    for (const round of [1n, 2n]) {
      await fund(token, 1_000n)
      const { skipped, status } = await sweep(token.address)
      assert.deepStrictEqual([status, skipped], ["0x1", []])
      assert.deepStrictEqual(await left(token), [0n, 0n, 0n])
      assert.strictEqual(await chain.balanceOf(token, treasury), 3n * round * arriving)
    }
  })

  it("of addresses without money moves nothing and skips none", async () => {
    const { chain, sweep } = await setUp()
    const token = await chain.deploy(SilentToken)
    const { logs, status } = await sweep(token.address)
    assert.deepStrictEqual([status, logs], ["0x1", []])
  })

  it.each([
    ["reverts", 1],
    ["burns all gas", 2],
    ["reverts with 100 kB", 3]
  ])("skips an address for which the token %s, with the gas that a node estimates", async (_, refusal) => {
    const { chain, deposits, factory, fund, left, salts, sweep } = await setUp({ count: 50 })
    const token = await chain.deploy(BlockingToken)
    const bad = deposits[17] ?? "0x"
    await chain.write(token, "refuse", [bad, refusal])
    await fund(token, 7n)
    const { skipped, status } = await sweep(token.address)
    assert.strictEqual(status, "0x1")
    assert.deepStrictEqual(skipped, [
      { token: getAddress(token.address), salt: saltWord(salts[17] ?? ""), deposit: bad }
    ])
    assert.deepStrictEqual(
      await left(token),
      deposits.map((deposit) => (deposit === bad ? 7n : 0n))
    )
    assert.strictEqual(await chain.balanceOf(token, factory.address), 0n)

    await chain.write(token, "refuse", [bad, 0])
    await chain.mine()
    assert.deepStrictEqual((await sweep(token.address)).skipped, [])
    assert.strictEqual(await chain.balanceOf(token, treasury), 350n)
  })

  it("skips every address when the token answers false", async () => {
    const { chain, fund, left, sweep } = await setUp()
    const token = await chain.deploy(FalseToken)
    await fund(token)
    assert.lengthOf((await sweep(token.address)).skipped, 3)
    assert.deepStrictEqual(await left(token), [5_000_000n, 5_000_000n, 5_000_000n])
  })

  it("moves a token that answers false after it moved the amount", async () => {
    const { chain, fund, left, sweep } = await setUp()
    const token = await chain.deploy(LyingToken)
    await fund(token)
    assert.lengthOf((await sweep(token.address)).skipped, 3)
    assert.deepStrictEqual(await left(token), [0n, 0n, 0n])
    assert.strictEqual(await chain.balanceOf(token, treasury), 15_000_000n)
  })

  it("skips every address when there is no token at the address", async () => {
    const { salts, sweep } = await setUp()
    const { skipped, status } = await sweep("0x00000000000000000000000000000000000000bb")
    assert.strictEqual(status, "0x1")
    assert.deepStrictEqual(
      skipped.map(({ salt }) => salt),
      salts.map(saltWord)
    )
  })

  it("cannot be started again by a token in the middle of a transfer: it has no gas for that", async () => {
    const { chain, factory, fund, left, salts, sweep } = await setUp()
    const token = await chain.deploy(ReentrantToken)
    await fund(token)
    await chain.write(token, "arm", [factory.address, sweepCall(token.address, salts)])
    await chain.mine()
    const { skipped, status } = await sweep(token.address)
    assert.deepStrictEqual([status, skipped.length], ["0x1", 3])
    assert.deepStrictEqual(await left(token), [5_000_000n, 5_000_000n, 5_000_000n])
  })

  it("in whose middle a token empties another address leaves everything in the treasury", async () => {
    const { chain, deposits, fund, left, sweep } = await setUp()
    const other = await chain.deploy(SilentToken)
    const token = await chain.deploy(ReentrantToken)
    await fund(token)
    await sweep(token.address)
    await fund(other)
    await fund(token)
    const data = encodeFunctionData({ abi: Forwarder.abi, functionName: "forward", args: [other.address] })
    await chain.write(token, "arm", [deposits[2] ?? "0x", data])
    await chain.mine()
    assert.deepStrictEqual((await sweep(token.address)).skipped, [])
    assert.deepStrictEqual(await left(token), [0n, 0n, 0n])
    assert.deepStrictEqual(await left(other), [5_000_000n, 5_000_000n, 0n])
    assert.strictEqual(await chain.balanceOf(token, treasury), 30_000_000n)
    assert.strictEqual(await chain.balanceOf(other, treasury), 5_000_000n)
  })

  it("moves native coin that was sent before the address had code; afterwards it refuses such coin", async () => {
    const { chain, deposits, sweep } = await setUp()
    for (const to of deposits) await chain.send({ to, value: 9n })
    await chain.mine()
    assert.deepStrictEqual((await sweep(nativeCoin)).skipped, [])
    assert.strictEqual(await chain.nativeBalanceOf(treasury), 27n)
    const late = await chain.send({ to: deposits[0] ?? "0x", value: 9n, gas: 100_000n })
    assert.strictEqual((await chain.mined(late)).status, "0x0")
  })

  it("skips native coin that the treasury refuses", async () => {
    const chain = await TestChain.start()
    const { address } = await chain.deploy(RefusingTreasury)
    const refused = await setUp({ to: address })
    await refused.chain.deploy(RefusingTreasury)
    for (const to of refused.deposits) await refused.chain.send({ to, value: 9n })
    await refused.chain.mine()
    const { skipped } = await refused.sweep(nativeCoin)
    assert.lengthOf(skipped, 3)
  })

  it("without gas for one more address reverts as a whole", async () => {
    const { chain, fund, left, sweep } = await setUp()
    const token = await chain.deploy(SilentToken)
    await fund(token)
    for (const gas of [60_000n, 250_000n, 300_000n])
      assert.deepStrictEqual((await sweep(token.address, gas)).status, "0x0")
    assert.deepStrictEqual(await left(token), [5_000_000n, 5_000_000n, 5_000_000n])
  })

  it("of 50 addresses costs less than 51 000 gas for each, and less than 11 000 when they have code", async () => {
    const { chain, fund, sweep } = await setUp({ count: 50 })
    const token = await chain.deploy(SilentToken)
    const costs: Array<number> = []
    for (let round = 0; round < 3; round++) {
      await fund(token)
      costs.push(Number((await sweep(token.address)).gasUsed) / 50)
    }
    const [first = 0, second = 0, third = 0] = costs
    assert.isBelow(first, 51_000)
    assert.isBelow(second, 11_000)
    assert.isBelow(third, 11_000)
  })
})

it("there is no factory without a treasury", async () => {
  const chain = await TestChain.start()
  const outcome = await chain.deploy(ForwarderFactory, [nativeCoin]).catch((error: Error) => error)
  assert.instanceOf(outcome, Error)
  assert.strictEqual(outcome.message, "no contract was created")
})
