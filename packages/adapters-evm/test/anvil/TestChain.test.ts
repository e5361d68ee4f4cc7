import { assert, it } from "vitest"
import { BoolToken } from "../contracts/BoolToken.ts"
import { accountOf, blockSeconds, genesisSeconds } from "./Anvil.ts"
import { TestChain } from "./TestChain.ts"

const receiver = "0x00000000000000000000000000000000000000cc"

const blockAt = async (chain: TestChain, number: number) =>
  (await chain.anvil.rpc("eth_getBlockByNumber", [`0x${number.toString(16)}`, false])) as {
    readonly hash: string
    readonly timestamp: string
    readonly transactions: ReadonlyArray<string>
  }

it("the same calls give the same blocks, also after a reorganisation", async () => {
  const headOf = async () => {
    const chain = await TestChain.start()
    const token = await chain.deploy(BoolToken)
    const kept = await chain.mint(token, receiver, 1n)
    await chain.mine()
    await chain.mint(token, receiver, 2n)
    await chain.mine(3)
    const before = await blockAt(chain, 5)
    assert.strictEqual(Number(before.timestamp), genesisSeconds + 5 * blockSeconds)
    await chain.reorganise(4, [[await chain.signedBytes(kept), 2]])
    assert.deepStrictEqual((await blockAt(chain, 4)).transactions, [kept])
    assert.strictEqual(await chain.balanceOf(token, receiver), 1n)
    const after = await blockAt(chain, 5)
    assert.notStrictEqual(after.hash, before.hash)
    return [before.hash, after.hash, token.address]
  }
  assert.deepStrictEqual(await headOf(), await headOf())
})

it("a waiting transaction can be dropped, or replaced by one with higher fees", async () => {
  const chain = await TestChain.start()
  const [dropped, replaced] = [
    await chain.send({ to: receiver, value: 1n, nonce: 0 }),
    await chain.send({ from: accountOf(1).address, to: receiver, value: 10n, nonce: 0 })
  ]
  await chain.drop(dropped)
  const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 10n }
  await chain.send({ from: accountOf(1).address, to: receiver, value: 100n, nonce: 0, ...fees })
  await chain.mine()
  assert.deepStrictEqual(
    [await chain.receipt(dropped), await chain.receipt(replaced)],
    [undefined, undefined]
  )
  assert.strictEqual(await chain.nativeBalanceOf(receiver), 100n)
})
