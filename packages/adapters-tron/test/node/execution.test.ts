import { concatBytes } from "@noble/hashes/utils.js"
import { beforeEach, describe, expect, it } from "vitest"
import { addressWord, type Hex, hexOf, keccakOf, wordOf } from "./bytes.ts"
import { depositAddress, type FactoryKind } from "./factory.ts"
import { readFields, written } from "./protobuf.ts"
import { energyLeft } from "./resources.ts"
import { token } from "./TronChain.ts"
import { coinTransfer, create2, creation, keyOf, signedRaw, tokenTransfer, trigger } from "./tronweb.ts"
import { holder, minedAs, paid, payer, startSun, startWorld, stranger } from "./world.ts"

let world = startWorld()
beforeEach(() => {
  world = startWorld()
})

const balance = (): bigint => world.chain.state.accounts.get(payer.address)?.balance ?? 0n

describe("a transfer of the token", () => {
  it("burns TRX for energy, moves the token, and tells of it", async () => {
    const { outcome } = await paid(world)
    expect(outcome).toEqual({
      ...{ result: "SUCCESS", message: "", answer: `0x${wordOf(0n)}`, contract: token },
      ...{ energyTotal: 64_285n, energyPenalty: 0n, energyUsage: 0n, energyFee: 6_428_500n },
      ...{ netUsage: 345n, netFee: 0n, fee: 6_428_500n },
      logs: [
        {
          address: token,
          topics: [
            hexOf(keccakOf(Buffer.from("Transfer(address,address,uint256)"))),
            addressWord(payer.address),
            addressWord(holder.address)
          ],
          data: `0x${wordOf(5n)}`
        }
      ]
    })
    expect(world.chain.state.holding(token, holder.address)).toBe(6n)
    expect(balance()).toBe(startSun - 6_428_500n)
  })

  it("costs twice as much to who holds none of it", async () => {
    expect((await paid(world, stranger.address)).outcome.energyTotal).toBe(130_285n)
  })

  it("costs more when the contract is much used, also after it was estimated", async () => {
    const { id } = world.node.broadcast(await tokenTransfer(world.chain, payer, holder.address, 5n))
    world.chain.setToken({ penalty: 5_000n })
    world.chain.produce()
    expect(minedAs(world.chain, id).outcome).toMatchObject({ energyTotal: 96_427n, energyPenalty: 32_142n })
  })

  it("uses staked energy first, and burns TRX for the rest", async () => {
    world.chain.setAccount(payer.address, { energyLimit: 50_000n })
    const { outcome } = await paid(world)
    expect(outcome).toMatchObject({ energyUsage: 50_000n, energyFee: 1_428_500n, energyTotal: 64_285n })
  })

  it("has staked energy again after a day, half of it after half a day, and never more", async () => {
    world.chain.setAccount(payer.address, { energyLimit: 64_285n })
    const usedNow = async () => (await paid(world)).outcome.energyUsage
    expect(await usedNow()).toBe(64_285n)
    const slot = world.chain.at(world.chain.head.number - 1).timestamp / 3_000
    const account = world.chain.state.accounts.get(payer.address) ?? expect.fail("it is not activated")
    const left = (days: number) => energyLeft(account, slot + days * 28_800)
    expect([left(0), left(0.5), left(1), left(3)]).toEqual([0n, 32_143n, 64_285n, 64_285n])
    world.chain.produce({ missed: 28_800 })
    expect(await usedNow()).toBe(64_285n)
  })
})

describe("a call that fails is in a block, costs money, and does nothing", () => {
  const nothingMoved = () => expect(world.chain.state.holding(token, holder.address)).toBe(1n)

  it("without energy enough for it under the limit of fees, all of which it burns", async () => {
    const { outcome } = await paid(world, holder.address, 6_428_400)
    expect(outcome).toMatchObject({
      result: "OUT_OF_ENERGY",
      energyTotal: 64_284n,
      fee: 6_428_400n,
      logs: []
    })
    expect(balance()).toBe(startSun - 6_428_400n)
    nothingMoved()
  })

  it("under a limit of fees that is exactly enough it does not fail", async () => {
    expect((await paid(world, holder.address, 6_428_500)).outcome.result).toBe("SUCCESS")
  })

  it("although the energy is staked: the limit of fees is one of energy", async () => {
    world.chain.setAccount(payer.address, { energyLimit: 1_000_000n })
    const { outcome } = await paid(world, holder.address, 1_000_000)
    expect(outcome).toMatchObject({ result: "OUT_OF_ENERGY", energyUsage: 10_000n, energyFee: 0n, fee: 0n })
    nothingMoved()
  })

  it("when the account has less TRX than the limit of fees", async () => {
    world.chain.setAccount(payer.address, { balance: 3_000_050n })
    const { outcome } = await paid(world)
    expect(outcome).toMatchObject({ result: "OUT_OF_ENERGY", energyTotal: 30_000n, energyFee: 3_000_000n })
    expect(balance()).toBe(50n)
    nothingMoved()
  })

  it.each([
    ["the token is paused", () => world.chain.setToken({ isPaused: true })],
    ["the recipient is blocked", () => world.chain.setBlocked(holder.address, true)],
    ["the payer is blocked", () => world.chain.setBlocked(payer.address, true)],
    ["the payer has less of the token", () => world.chain.setHolding(payer.address, 4n)]
  ])("when %s: it burns what it used", async (_, change) => {
    change()
    const { outcome } = await paid(world)
    expect(outcome).toMatchObject({ result: "REVERT", energyTotal: 5_000n, fee: 500_000n, logs: [] })
    expect(outcome.message).toBe("REVERT opcode executed")
    expect(outcome.answer.slice(0, 10)).toBe("0x08c379a0")
    nothingMoved()
  })

  it("when it takes too long: it burns all of its limit", async () => {
    world.chain.faultOf = () => "OUT_OF_TIME"
    const { outcome } = await paid(world, holder.address, 20_000_000)
    expect(outcome).toMatchObject({ result: "OUT_OF_TIME", energyTotal: 200_000n, fee: 20_000_000n })
    nothingMoved()
  })
})

describe("bandwidth", () => {
  it("is free for a part of a day, and is burned for after that", async () => {
    expect((await paid(world)).outcome).toMatchObject({ netUsage: 345n, netFee: 0n })
    expect((await paid(world)).outcome).toMatchObject({ netUsage: 0n, netFee: 345_000n, fee: 6_773_500n })
  })

  it("that is staked is used first", async () => {
    world.chain.setAccount(payer.address, { netLimit: 345n })
    await paid(world)
    expect(world.chain.state.accounts.get(payer.address)).toMatchObject({ netUsage: 345n, freeNetUsage: 0n })
  })

  it("comes back within a day", async () => {
    await paid(world)
    world.chain.produce({ missed: 28_800 })
    expect((await paid(world)).outcome.netFee).toBe(0n)
  })
})

it("a transfer of TRX activates an account, for a fee of each kind", async () => {
  const { id } = world.node.broadcast(await coinTransfer(world.chain, payer, stranger.address, 2_000_000))
  world.chain.produce()
  expect(minedAs(world.chain, id).outcome).toMatchObject({
    fee: 1_100_000n,
    netFee: 100_000n,
    result: "SUCCESS"
  })
  expect(world.chain.state.accounts.get(stranger.address)?.balance).toBe(2_000_000n)
  expect(balance()).toBe(startSun - 3_100_000n)
})

it("a memo costs a fee of its own", async () => {
  const transfer = readFields(await tokenTransfer(world.chain, payer, holder.address, 5n)).get(
    1
  )?.[0] as Uint8Array
  const withMemo = concatBytes(transfer, written([[10, Buffer.from("order 7")]]))
  const { id } = world.node.broadcast(signedRaw(withMemo, payer))
  world.chain.produce()
  expect(minedAs(world.chain, id).outcome.fee).toBe(6_428_500n + 1_000_000n)
})

describe("the contract for deposit addresses", () => {
  const kind: FactoryKind = {
    creationCode: "0x6001",
    codes: ({ factory, implementation, treasury }) => ({
      factory: `0x01${factory.slice(2)}${treasury.slice(2)}`,
      implementation: `0x02${implementation.slice(2)}${treasury.slice(2)}`
    }),
    energyLeftMin: 213_174n
  }
  const treasury = keyOf(7).address
  const salts: ReadonlyArray<Hex> = [`0x${wordOf(1n)}`, `0x${wordOf(2n)}`, `0x${wordOf(3n)}`]

  const created = async () => {
    world = startWorld({ factory: kind })
    const bytecode: Hex = `0x6001${addressWord(treasury).slice(2)}`
    const { address, bytes } = await creation(world.chain, payer, bytecode)
    const { id } = world.node.broadcast(bytes)
    world.chain.produce()
    return { outcome: minedAs(world.chain, id).outcome, factory: address }
  }

  const implementationOf = (factory: Hex): Hex => {
    const { behaviour } = world.chain.state.contracts.get(factory) ?? {}
    return behaviour?.kind === "factory" ? behaviour.implementation : "0x"
  }

  const sweep = async (factory: Hex, feeLimit: number) => {
    const data = `${addressWord(token).slice(2)}${wordOf(64n)}${wordOf(3n)}${salts.map((each) => each.slice(2)).join("")}`
    const call = { contract: factory, signature: "sweep(address,bytes32[])", data }
    const { id } = world.node.broadcast(await trigger(world.chain, payer, call, { feeLimit }))
    world.chain.produce()
    return minedAs(world.chain, id).outcome
  }

  it("is where tronweb says, with the code it is compiled to", async () => {
    const { factory, outcome } = await created()
    expect(outcome).toMatchObject({ result: "SUCCESS", contract: factory })
    expect(world.chain.state.contracts.get(factory)?.code).toBe(`0x01${factory.slice(2)}${treasury.slice(2)}`)
    expect(world.chain.state.contracts.get(implementationOf(factory))?.code.slice(0, 4)).toBe("0x02")
  })

  it("moves what lies on its addresses to the treasury, and skips what the token refuses", async () => {
    const { factory } = await created()
    const deposits = salts.map((salt) => depositAddress(factory, implementationOf(factory), salt))
    const [first = "0x", second = "0x"] = deposits
    world.chain.setHolding(first, 10n)
    world.chain.setHolding(second, 20n)
    world.chain.setBlocked(second, true)
    const { logs, result } = await sweep(factory, 1_000_000_000)
    expect(result).toBe("SUCCESS")
    expect(logs.map(({ address }) => address)).toEqual([token, factory, factory])
    expect(world.chain.state.holding(token, treasury)).toBe(10n)
    expect(world.chain.state.holding(token, second)).toBe(20n)
    expect(world.chain.state.contracts.get(first)?.code).toContain(implementationOf(factory).slice(2))
  })

  it("reverts if less is left than it wants to have before each address", async () => {
    const { factory } = await created()
    expect((await sweep(factory, 35_517_300)).result).toBe("REVERT")
    expect((await sweep(factory, 35_517_400)).result).toBe("SUCCESS")
  })

  it("has the addresses that tronweb says", () => {
    const [factory, implementation] = [keyOf(20).address, keyOf(21).address]
    for (const salt of salts)
      expect(depositAddress(factory, implementation, salt)).toBe(create2(factory, implementation, salt))
  })
})
